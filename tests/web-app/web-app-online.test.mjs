// Views that failed without a connection load again when the browser is online, and when the visitor returns to them.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { serveLongHistory } from "./account-visit.mjs";
import { urlOf, VIEWS } from "./views.mjs";
import { alive, eventually, list, shown, standing, visitor } from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const visit = visitor(() => started);
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

const goTo = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);
const lostIn = (page, name) =>
  eventually(
    () =>
      page
        .locator(`#view-${name} .message.bad .code code`)
        .allTextContents()
        .then((codes) => codes.includes("connection_failed")),
    true,
  );
const shows =
  ({ shown: selector, says = /./ }) =>
  async (page) =>
    eventually(
      () =>
        page
          .evaluate(
            (one) => document.querySelector(one)?.checkVisibility() && document.querySelector(one).textContent,
            selector,
          )
          .then((text) => Boolean(text) && says.test(text)),
      true,
    );

describe("views that failed offline", () => {
  for (const name of ["home", "account", "trace", "chain", "block", "gateway"])
    visit(
      `the view ${name} loads again when the browser is online, and when the visitor comes back`,
      async (page, expected) => {
        expected.push(OFFLINE);
        /** @type {any} */
        const view = VIEWS.find((row) => row.name === name);
        const url = urlOf(view, started.stack);
        // The modules of the view are loaded, its data is not.
        await page.goto(`${started.stack.url}/#/${name}/`);
        await alive(page);
        await goTo(page, "#/design/");
        await page.locator("#design-show .specimen").first().waitFor();
        await page.context().setOffline(true);
        await goTo(page, new URL(url).hash);
        await lostIn(page, name);
        await page.context().setOffline(false);
        await shows(view)(page);
        assert.equal(await page.locator(`#view-${name} .message.bad:not(:empty):visible`).count(), 0);

        // Now the connection comes back while another view is shown.
        const other = name === "block" ? "#/block/3" : new URL(url).hash.replace(/\?.*/, "");
        await page.context().setOffline(true);
        await page.reload().catch(() => {});
        await page.context().setOffline(false);
        await page.goto(`${started.stack.url}/#/design/`);
        await alive(page);
        await goTo(page, `#/${name}/`);
        await page.locator(`#view-${name}`).waitFor();
        await goTo(page, "#/design/");
        await page.locator("#view-design").waitFor();
        await page.context().setOffline(true);
        await goTo(page, other);
        await lostIn(page, name);
        await goTo(page, "#/design/");
        await page.locator("#view-design").waitFor();
        await page.context().setOffline(false);
        await goTo(page, other);
        await eventually(() => page.locator(`#view-${name} .message.bad:not(:empty):visible`).count(), 0);
      },
    );

  visit("an error that two parts share is explained once, and each part has its code", async (page, expected) => {
    expected.push(OFFLINE);
    await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
    await page.goto(`${started.stack.url}/#/account/${started.stack.busiest}`);
    await eventually(() => page.locator("#view-account .message.bad .code:visible").count(), 2);
    assert.equal(await page.locator("#view-account .message.bad .what:visible").count(), 1);
    assert.equal(await page.locator("#view-account .what.repeated").count(), 1);
    await page.unrouteAll();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await eventually(() => page.locator("#view-account .message.bad:not(:empty):visible").count(), 0);
  });

  visit("a list whose next page failed keeps its rows and continues", async (page, expected) => {
    expected.push(OFFLINE);
    const { account } = await serveLongHistory(page, 400);
    await page.goto(`${started.stack.url}/#/account/${account}`);
    await shown(page, 10);
    await page.route(/\/api\/v3\/actions/, (route) => route.abort("internetdisconnected"));
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await list(page, "failed");
    const top = await page.evaluate(() => scrollY);
    await page.unrouteAll();
    await serveLongHistory(page, 400);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await eventually(() => page.locator('#account-list[data-state="failed"]').count(), 0);
    await eventually(() => page.evaluate((before) => scrollY >= before - 200, top), true);
  });
});
