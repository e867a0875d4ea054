// Views that failed without a connection load again when the browser is online, and when the visitor returns to them.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { serveLongHistory } from "./account-visit.mjs";
import { writeViewUrl, VIEWS } from "./views.mjs";
import { waitForApp, eventually, waitForList, waitForRows, setUpFixture, createPageTest } from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const testPage = createPageTest(() => fixture);
const OFFLINE_MESSAGE = /ERR_INTERNET_DISCONNECTED/;

const goToFragment = (page, hash) =>
  page.evaluate((fragment) => {
    location.hash = fragment;
  }, hash);
const waitForLostMessage = (page, name) =>
  eventually(
    () =>
      page
        .locator(`#view-${name} .message.bad .code code`)
        .allTextContents()
        .then((codes) => codes.includes("connection_failed")),
    true,
  );
const createVisibilityCheck =
  ({ shown: selector, says = /./ }) =>
  async (page) =>
    eventually(
      () =>
        page
          .evaluate(
            (visibleSelector) =>
              document.querySelector(visibleSelector)?.checkVisibility() &&
              document.querySelector(visibleSelector).textContent,
            selector,
          )
          .then((text) => Boolean(text) && says.test(text)),
      true,
    );

describe("views that failed offline", () => {
  for (const name of ["home", "account", "trace", "chain", "block", "gateway"])
    testPage(
      `the view ${name} loads again when the browser is online, and when the visitor comes back`,
      async (page, expected) => {
        expected.push(OFFLINE_MESSAGE);
        /** @type {any} */
        const view = VIEWS.find((row) => row.name === name);
        const url = writeViewUrl(view, fixture.stack);
        // The modules of the view are loaded, its data is not.
        await page.goto(`${fixture.stack.url}/#/${name}/`);
        await waitForApp(page);
        await goToFragment(page, "#/design/");
        await page.locator("#design-show .specimen").first().waitFor();
        await page.context().setOffline(true);
        await goToFragment(page, new URL(url).hash);
        await waitForLostMessage(page, name);
        await page.context().setOffline(false);
        await createVisibilityCheck(view)(page);
        assert.equal(await page.locator(`#view-${name} .message.bad:not(:empty):visible`).count(), 0);

        // The connection comes back while another view is shown.
        const otherFragment = name === "block" ? "#/block/3" : new URL(url).hash.replace(/\?.*/, "");
        await page.context().setOffline(true);
        await page.reload().catch(() => {});
        await page.context().setOffline(false);
        await page.goto(`${fixture.stack.url}/#/design/`);
        await waitForApp(page);
        await goToFragment(page, `#/${name}/`);
        await page.locator(`#view-${name}`).waitFor();
        await goToFragment(page, "#/design/");
        await page.locator("#view-design").waitFor();
        await page.context().setOffline(true);
        await goToFragment(page, otherFragment);
        await waitForLostMessage(page, name);
        await goToFragment(page, "#/design/");
        await page.locator("#view-design").waitFor();
        await page.context().setOffline(false);
        await goToFragment(page, otherFragment);
        await eventually(() => page.locator(`#view-${name} .message.bad:not(:empty):visible`).count(), 0);
      },
    );

  testPage("an error that two parts share is explained once, and each part has its code", async (page, expected) => {
    expected.push(OFFLINE_MESSAGE);
    await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
    await page.goto(`${fixture.stack.url}/#/account/${fixture.stack.busiest}`);
    await eventually(() => page.locator("#view-account .message.bad .code:visible").count(), 2);
    assert.equal(await page.locator("#view-account .message.bad .what:visible").count(), 1);
    assert.equal(await page.locator("#view-account .what.repeated").count(), 1);
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await eventually(() => page.locator("#view-account .message.bad:not(:empty):visible").count(), 0);
  });

  testPage("a list whose next page failed keeps its rows and continues", async (page, expected) => {
    expected.push(OFFLINE_MESSAGE);
    const { account } = await serveLongHistory(page, 400);
    await page.goto(`${fixture.stack.url}/#/account/${account}`);
    await waitForRows(page, 10);
    await page.route(/\/api\/v3\/actions/, (route) => route.abort("internetdisconnected"));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await waitForList(page, "failed");
    const scrollTop = await page.evaluate(() => scrollY);
    await page.unrouteAll();
    await serveLongHistory(page, 400);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await eventually(() => page.locator('#account-list[data-state="failed"]').count(), 0);
    await eventually(() => page.evaluate((minScrollTop) => scrollY >= minScrollTop - 200, scrollTop), true);
  });
});
