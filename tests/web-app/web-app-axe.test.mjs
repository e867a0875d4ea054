// Checks that axe-core finds no violation in any view, light and dark, on a phone and on a wide screen.

import assert from "node:assert/strict";

import { startStack } from "../helpers/stack.mjs";
import { axe } from "./axe.mjs";
import { openView, VIEWS } from "./views.mjs";
import { APPEARANCES, eventually, faint, fits, poor, standing, visitor } from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const visit = visitor(() => started);

for (const view of VIEWS) {
  for (const [colorScheme, width] of APPEARANCES) {
    visit(
      `${view.name}, ${colorScheme}, ${width} px`,
      async (page) => {
        await openView(page, view, started.stack);
        assert.deepEqual(await axe(page), []);
        await eventually(() => page.evaluate(faint), []);
        assert.deepEqual(await poor(page), []);
        assert.equal(await fits(page), "fits");
      },
      { colorScheme, viewport: { width, height: 800 } },
    );
  }
}
