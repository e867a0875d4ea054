// The scroll position in each entry of the browser's history: Back, Forward and a reload return to it, a new visit starts at the top.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { serveLongHistory } from "./account-visit.mjs";
import { openView, VIEWS } from "./views.mjs";
import {
  waitForApp,
  eventually,
  readFragment,
  waitForList,
  waitForRows,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const testPage = createPageTest(() => fixture);

const PEER_ACCOUNT = `0:${"6".repeat(64)}`;

const readScrollTop = (page) => page.evaluate(() => Math.round(scrollY));
/** The row at the top of the window, with its distance from there. */
const readTopRow = (page) =>
  page.evaluate(() => {
    const row = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("#transactions tr.activity")]).find(
      (element) => element.getBoundingClientRect().top >= 0,
    );
    return row && `${row.dataset.hash} at ${Math.round(row.getBoundingClientRect().top)}`;
  });
/** Waits until the row at the top stays the same. */
async function readSettledRow(page) {
  let lastRow;
  await eventually(async () => {
    const rowBefore = lastRow;
    await page.waitForTimeout(150);
    lastRow = await readTopRow(page);
    return lastRow !== undefined && lastRow === rowBefore;
  }, true);
  return lastRow;
}
/** Scrolls down until rows of the fourth page are shown. */
async function scrollFarDown(page) {
  await eventually(async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    return page.evaluate(() =>
      [...document.querySelectorAll("#transactions tr.activity")].some(
        (element) => /** @type {HTMLElement} */ (element).dataset.hash === "hash170",
      ),
    );
  }, true);
  await page.evaluate(() => scrollBy(0, -500));
}
const goToFragment = (page, hash) =>
  page.evaluate((fragment) => {
    location.hash = fragment;
  }, hash);

describe("a place in a list", () => {
  testPage("Back and Forward return to the rows of the fourth page, which load again", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await page.goto(`${fixture.stack.url}/#/account/${account}`);
    await waitForRows(page, 10);
    await scrollFarDown(page);
    const rowBefore = await readSettledRow(page);
    const height = await readScrollTop(page);
    assert.ok(height > 3000, `${height}`);

    // A new visit starts at the top, and replaces the rows of the first account.
    await goToFragment(page, `#/account/${PEER_ACCOUNT}`);
    await eventually(() => page.locator("#account-input").inputValue(), PEER_ACCOUNT);
    await waitForRows(page, 10);
    await eventually(() => readScrollTop(page), 0);
    await page.mouse.wheel(0, 400);
    await eventually(() => readScrollTop(page).then((top) => top > 300), true);
    const secondRow = await readSettledRow(page);

    await page.goBack();
    await eventually(() => readTopRow(page), rowBefore);
    assert.equal(await readSettledRow(page), rowBefore);
    await page.goForward();
    await eventually(() => readTopRow(page), secondRow);
    assert.equal(await readSettledRow(page), secondRow);
  });

  testPage("a reload returns to the row, and a visitor who scrolls meanwhile stays where they are", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await page.goto(`${fixture.stack.url}/#/account/${account}`);
    await waitForRows(page, 10);
    await scrollFarDown(page);
    const rowBefore = await readSettledRow(page);
    await page.reload();
    await eventually(() => readTopRow(page), rowBefore);

    await goToFragment(page, "#/design/");
    await page.locator("#design-show .specimen").first().waitFor();
    // The rows do not come back while the visitor is at the top.
    await page.route(/\/api\//, () => {});
    await page.goBack();
    await eventually(() => readTopRow(page), rowBefore);
    await page.mouse.move(500, 400);
    await page.mouse.wheel(0, -5000);
    await page.waitForTimeout(600);
    assert.ok((await readScrollTop(page)) < 9000);
    const ownRow = await readSettledRow(page);
    await page.waitForTimeout(600);
    assert.equal(await readTopRow(page), ownRow);
    assert.notEqual(ownRow, rowBefore);
  });

  testPage("the tab and the filter stay, and a filter does not scroll to the top", async (page) => {
    const { account } = await serveLongHistory(page, 1000);
    await page.goto(`${fixture.stack.url}/#/account/${account}?dir=in`);
    await waitForRows(page, 10);
    await page.evaluate(() => scrollTo(0, 150));
    await page.evaluate(() =>
      /** @type {HTMLElement} */ (document.querySelector('#history-direction [data-direction="out"]')).click(),
    );
    await eventually(async () => readFragment(page), `#/account/${account}?dir=out`);
    assert.equal(await readScrollTop(page), 150);
    await page.locator("#tab-balance").click();
    await goToFragment(page, "#/design/");
    await page.locator("#design-show .specimen").first().waitFor();
    assert.equal(await readScrollTop(page), 0);
    await page.goBack();
    await eventually(() => page.locator("#tab-balance").getAttribute("aria-selected"), "true");
    assert.equal(readFragment(page), `#/account/${account}?dir=out&tab=balance`);
  });
});

describe("a place in a view", () => {
  for (const view of VIEWS)
    testPage(
      `a new visit starts at the top, and Back returns to the place in the view ${view.name}`,
      async (page) => {
        await openView(page, view, fixture.stack);
        if (view.name === "account") await waitForList(page, "ended");
        await waitForApp(page);
        await page.evaluate(() => scrollTo(0, 80));
        await eventually(() => readScrollTop(page), 80);
        // The link in the navigation keeps the focus, and nevertheless the next view starts at the top.
        const nextView = view.name === "gateway" ? "address" : "gateway";
        await page.locator(`#nav-${nextView}`).focus();
        await page.evaluate(() => scrollTo(0, 80));
        await page.keyboard.press("Enter");
        await page.locator(`#view-${nextView}`).waitFor();
        await eventually(() => readScrollTop(page), 0);
        await page.goBack();
        await page.locator(`#view-${view.name}`).waitFor();
        await eventually(() => readScrollTop(page), 80);
        await page.waitForTimeout(300);
        assert.equal(await readScrollTop(page), 80);
      },
      { viewport: { width: 700, height: 300 } },
    );

  testPage("Back gives the focus to the link that was followed", async (page) => {
    await page.goto(`${fixture.stack.url}/#/design/`);
    await page.goto(`${fixture.stack.url}/#/missing/`);
    await waitForApp(page);
    const link = page.locator("#view-missing a").first();
    await link.focus();
    await page.keyboard.press("Enter");
    await eventually(() => page.locator("#view-missing").isVisible(), false);
    await waitForApp(page);
    await page.goBack();
    await eventually(() => link.evaluate((element) => element === document.activeElement), true);
  });
});
