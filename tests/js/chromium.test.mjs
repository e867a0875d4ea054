// The suites in headless Chromium, in a page that imports the package without a bundler.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { launch, serveSuites } from "../chromium.mjs";
import { startContext } from "../context.mjs";
import { suites } from "../suites/all.mjs";

let context;
let pages;
let browser;
let page;
const complaints = [];

before(async () => {
  context = await startContext({ page: false });
  pages = await serveSuites(context);
  browser = await launch();
  page = await browser.newPage();
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.goto(pages.url);
});
after(async () => {
  await browser?.close();
  await pages?.close();
  await context?.close();
});

/** Runs one test in the page; gives the stack of its failure. */
const run = ([suite, title, { url, direct, busiest, live }]) =>
  import("/suites/all.mjs").then(async ({ suites }) => {
    const context = {
      url, direct, busiest, live, browser: true,
      seen: async () => (await fetch("/control/seen")).json(),
      fault: async (spec) => void (await fetch(`/control/fault?spec=${encodeURIComponent(spec)}`)),
      fixture: async (name) => (await fetch(`/fixtures/${name}`)).json(),
    };
    try {
      await suites[suite][title](context);
      return undefined;
    } catch (error) {
      return error?.stack ?? String(error);
    }
  });

for (const [name, tests] of Object.entries(suites)) {
  describe(`${name} in Chromium`, () => {
    for (const title of Object.keys(tests)) {
      test(title, { timeout: 120_000 }, async () => {
        const { url, direct, busiest, live } = context;
        const failure = await page.evaluate(run, [name, title, { url, direct, busiest, live }]);
        assert.equal(failure, undefined, failure);
      });
    }
  });
}

test("the page had no uncaught error", () => assert.deepEqual(complaints, []));
