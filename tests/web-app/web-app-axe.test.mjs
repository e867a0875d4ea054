// Checks that axe-core finds no violation in any view, light and dark, on a phone and on a wide screen.

import { startStack } from "../helpers/stack.mjs";
import { openView, VIEWS } from "./views.mjs";
import { assertLooks, setUpFixture, createPageTest } from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const testPage = createPageTest(() => fixture);

for (const view of VIEWS)
  testPage(view.name, async (page) => {
    await openView(page, view, fixture.stack);
    await assertLooks(page);
  });
