// Runs axe, which checks accessibility rules, on the current document.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Violations as texts with the rule, the element and the remedy. @param {import("playwright-core").Page} page */
export async function findAxeViolations(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE_SOURCE);
  const { passes, found: violationTexts } = await page.evaluate(async () => {
    // Lists only one element for each rule that passes, which is faster. Preloading would copy imported sheets into inline styles, which
    // the content policy forbids.
    const { violations, passes } = await globalThis.axe.run(document, { preload: false, resultTypes: ["violations"] });
    return {
      passes: passes.length,
      found: violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
      ),
    };
  });
  assert.ok(passes > 10, "axe checked too few rules");
  return violationTexts;
}
