// Runs axe, which checks rules of accessibility, on the current document.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations as texts: rule, element, and remedy. @param {import("playwright-core").Page} page */
export async function axe(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const { passes, found } = await page.evaluate(async () => {
    // For rules that pass, it lists only one element each, which is faster. Preloading would copy imported sheets into inline styles, which
    // the content policy forbids.
    const { violations, passes } = await globalThis.axe.run(document, { preload: false, resultTypes: ["violations"] });
    return {
      passes: passes.length,
      found: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      ),
    };
  });
  assert.ok(passes > 10, "it has looked");
  return found;
}
