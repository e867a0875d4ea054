// The scroll position in each entry of the browser's history: Back, Forward and a reload return to it, a new visit starts at the top.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { serveLongHistory } from "./account-visit.mjs";
import { openView, VIEWS } from "./views.mjs";
import { alive, eventually, fragment, list, shown, standing, visitor } from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const visit = visitor(() => started);

const PEER = `0:${"6".repeat(64)}`;

const scrollTop = (page) => page.evaluate(() => Math.round(scrollY));
/** The row at the top of the window, with its distance from there. */
const topRow = (page) =>
  page.evaluate(() => {
    const row = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#transactions tr.activity")]).find(
      (one) => one.getBoundingClientRect().top >= 0,
    );
    return row && `${row.dataset.hash} at ${Math.round(row.getBoundingClientRect().top)}`;
  });
/** Waits until the row at the top stays the same. */
async function settledRow(page) {
  let last;
  await eventually(async () => {
    const before = last;
    await page.waitForTimeout(150);
    last = await topRow(page);
    return last !== undefined && last === before;
  }, true);
  return last;
}
/** Scrolls down until rows of the fourth page are shown. */
async function scrollFar(page) {
  await eventually(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return page.evaluate(() =>
      [...document.querySelectorAll("#transactions tr.activity")].some(
        (one) => /** @type {HTMLElement} */ (one).dataset.hash === "hash170",
      ),
    );
  }, true);
  await page.evaluate(() => scrollBy(0, -500));
}
const goTo = (page, hash) =>
  page.evaluate((to) => {
    location.hash = to;
  }, hash);

describe("a place in a list", () => {
  visit("Back and Forward return to the rows of the fourth page, which load again", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await page.goto(`${started.stack.url}/#/account/${account}`);
    await shown(page, 10);
    await scrollFar(page);
    const before = await settledRow(page);
    const height = await scrollTop(page);
    assert.ok(height > 3000, `${height}`);

    // A new visit starts at the top, and replaces the rows of the first account.
    await goTo(page, `#/account/${PEER}`);
    await eventually(() => page.locator("#account-input").inputValue(), PEER);
    await shown(page, 10);
    await eventually(() => scrollTop(page), 0);
    await page.mouse.wheel(0, 400);
    await eventually(() => scrollTop(page).then((top) => top > 300), true);
    const second = await settledRow(page);

    await page.goBack();
    await eventually(() => topRow(page), before);
    assert.equal(await settledRow(page), before);
    await page.goForward();
    await eventually(() => topRow(page), second);
    assert.equal(await settledRow(page), second);
  });

  visit("a reload returns to the row, and a visitor who scrolls meanwhile stays where they are", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await page.goto(`${started.stack.url}/#/account/${account}`);
    await shown(page, 10);
    await scrollFar(page);
    const before = await settledRow(page);
    await page.reload();
    await eventually(() => topRow(page), before);

    await goTo(page, "#/design/");
    await page.locator("#design-show .specimen").first().waitFor();
    // The rows do not come back while the visitor is at the top.
    await page.route(/\/api\//, () => {});
    await page.goBack();
    await eventually(() => topRow(page), before);
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -5000);
    await page.waitForTimeout(600);
    assert.ok((await scrollTop(page)) < 9000);
    const own = await settledRow(page);
    await page.waitForTimeout(600);
    assert.equal(await topRow(page), own);
    assert.notEqual(own, before);
  });

  visit("the tab and the filter stay, and a filter does not scroll to the top", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await page.goto(`${started.stack.url}/#/account/${account}?dir=in`);
    await shown(page, 10);
    await page.evaluate(() => scrollTo(0, 150));
    await page.evaluate(() =>
      /** @type {HTMLElement} */ (document.querySelector('#history-direction [data-direction="out"]')).click(),
    );
    await eventually(async () => fragment(page), `#/account/${account}?dir=out`);
    assert.equal(await scrollTop(page), 150);
    await page.locator("#tab-balance").click();
    await goTo(page, "#/design/");
    await page.locator("#design-show .specimen").first().waitFor();
    assert.equal(await scrollTop(page), 0);
    await page.goBack();
    await eventually(() => page.locator("#tab-balance").getAttribute("aria-selected"), "true");
    assert.equal(fragment(page), `#/account/${account}?dir=out&tab=balance`);
  });
});

describe("a place in a view", () => {
  for (const view of VIEWS)
    visit(
      `a new visit starts at the top, and Back returns to the place in the view ${view.name}`,
      async (page) => {
        await openView(page, view, started.stack);
        if (view.name === "account") await list(page, "ended");
        await alive(page);
        await page.evaluate(() => scrollTo(0, 120));
        await eventually(() => scrollTop(page), 120);
        // The link in the navigation keeps the focus, and nevertheless the next view starts at the top.
        const next = view.name === "gateway" ? "address" : "gateway";
        await page.locator(`#nav-${next}`).focus();
        await page.evaluate(() => scrollTo(0, 120));
        await page.keyboard.press("Enter");
        await page.locator(`#view-${next}`).waitFor();
        await eventually(() => scrollTop(page), 0);
        await page.goBack();
        await page.locator(`#view-${view.name}`).waitFor();
        await eventually(() => scrollTop(page), 120);
        await page.waitForTimeout(300);
        assert.equal(await scrollTop(page), 120);
      },
      { viewport: { width: 700, height: 300 } },
    );

  visit("Back gives the focus to the link that was followed", async (page) => {
    await page.goto(`${started.stack.url}/#/design/`);
    await page.goto(`${started.stack.url}/#/missing/`);
    await alive(page);
    const link = page.locator("#view-missing a").first();
    await link.focus();
    await page.keyboard.press("Enter");
    await eventually(() => page.locator("#view-missing").isVisible(), false);
    await alive(page);
    await page.goBack();
    await eventually(() => link.evaluate((one) => one === document.activeElement), true);
  });
});
