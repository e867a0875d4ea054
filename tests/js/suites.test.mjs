// The suites in Node, as an ES module that the package was installed for.

import { after, before, describe, test } from "node:test";

import { startContext } from "../context.mjs";
import { suites } from "../suites/all.mjs";

let context;
before(async () => {
  context = await startContext();
});
after(() => context.close());

for (const [name, tests] of Object.entries(suites)) {
  describe(`${name} in Node`, () => {
    for (const [title, work] of Object.entries(tests)) test(title, { timeout: 60_000 }, () => work(context));
  });
}
