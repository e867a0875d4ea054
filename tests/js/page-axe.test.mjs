// What axe-core finds wrong with a view as its URL shows it: nothing, light and dark, on a phone and on a wide screen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before } from "node:test";

import { launch } from "../runtimes/chromium.mjs";
import { startStack } from "../stack.mjs";
import { openView, VIEWS } from "./page-views.mjs";
import { eventually, faint, fits, poor, visitor } from "./page-visit.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let stack;
let browser;
before(async () => {
  stack = await startStack({ upstream: "devnet", devnet: { world: "small" } });
  await stack.own.ready;
  browser = await launch();
}, { timeout: 120_000 });
after(async () => {
  await browser?.close();
  await stack?.close();
});

const visit = visitor(() => ({ stack, browser }));

for (const view of VIEWS) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [375, 1280]) {
      visit(`${view.name}, ${colorScheme}, ${width} px`, async (page) => {
        await openView(page, view, stack);
        await page.evaluate(AXE);
        const { violations, passes } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]), []);
        assert.ok(passes.length > 10, "it has looked");
        await eventually(() => page.evaluate(faint), []);
        assert.deepEqual(await poor(page), []);
        assert.equal(await fits(page), "fits");
      }, { colorScheme, viewport: { width, height: 800 } });
    }
  }
}
