// Checks that axe-core finds no violation in any view, light and dark, on a phone and on a wide screen.

import { startStack } from "../helpers/stack.mjs";
import { openView, VIEWS } from "./views.mjs";
import { assertLooks, standing, visitor } from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const visit = visitor(() => started);

for (const view of VIEWS)
  visit(view.name, async (page) => {
    await openView(page, view, started.stack);
    await assertLooks(page);
  });
