// Runs the suites in another runtime, as tests of this process.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { startContext } from "../suites/context.mjs";
import { suites } from "../suites/all.mjs";
import { serveSuites } from "./site.mjs";

/**
 * @param {string} name of the runtime
 * @param {(site: string) => Promise<{ run(test: object): Promise<string | null>, close(): Promise<void>, complaints?: string[] }>} start
 *   starts the runtime; `run` runs one test there and resolves to the stack of its failure
 * @param {{ browser?: boolean, has?: (suite: string, title: string) => boolean, service?: object }} [kind] `has`: which tests the runtime
 *   can run; `service`: another service behind the gateway, for the suite that needs one and no other
 */
export function describeSuites(name, start, { browser = false, has: isSupported = () => true, service } = {}) {
  let context;
  let site;
  let runtime;
  before(async () => {
    context = await startContext({ page: false, ...service });
    await context.stack.own.ready;
    site = await serveSuites(context);
    runtime = await start(site.url);
  });
  after(async () => {
    await runtime?.close();
    await site?.close();
    await context?.close();
  });

  for (const [suite, tests] of Object.entries(suites)) {
    if ((suite === "contracts") !== (service !== undefined)) continue;
    const titles = Object.keys(tests).filter((title) => isSupported(suite, title));
    if (titles.length === 0) continue;
    describe(`${suite} in ${name}`, () => {
      for (const title of titles) {
        test(title, { timeout: 120_000 }, async () => {
          const { url, direct, busiest, live } = context;
          const failure = await runtime.run({ suite, title, url, direct, busiest, live, browser, site: site.url });
          assert.equal(failure, null, failure);
        });
      }
    });
  }

  test("the runtime reported no uncaught error", () => assert.deepEqual(runtime.complaints, []));
}
