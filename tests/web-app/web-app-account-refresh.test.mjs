// When the account view read an account, and when it reads it again, in headless Chromium in front of the local chain.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { waitForSummary, createOpenPage, readPart, findTab } from "./account-visit.mjs";
import { findAxeViolations } from "./axe.mjs";
import {
  eventually,
  describeFit,
  readFocusedId,
  readHashes,
  waitForList,
  findPoorControls,
  waitForRows,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));
const findAccount = (name) => fixture.stack.own.cast.wallet(name).account;
const testPage = createPageTest(() => fixture);
const openPage = createOpenPage(() => fixture.stack);

/**
 * Counts how often an account is read; each response has one TON more than the one before, starting at 1 TON. The test can advance the
 * time, in seconds.
 * @param {import("playwright-core").Page} page
 */
async function countReadings(page) {
  const readings = { heads: 0, histories: 0 };
  await page.addInitScript(() => {
    const { now: originalNow } = Date;
    globalThis.later = 0;
    Date.now = () => originalNow() + globalThis.later;
    // The view updates the ages every 20 s.
    const { setInterval, setTimeout } = globalThis;
    globalThis.setInterval = /** @type {any} */ ((callback, delayMs) => setInterval(callback, Math.min(delayMs, 100)));
    // After 3000 ms the view begins to follow the account, which would also read it.
    globalThis.setTimeout = /** @type {any} */ (
      (callback, delayMs) => (delayMs === 3000 ? 0 : setTimeout(callback, delayMs))
    );
  });
  await page.route(/\/api\/v3\/accountStates\?/, async (route) => {
    readings.heads += 1;
    const balance = String(readings.heads * 1e9);
    try {
      const json = await (await route.fetch()).json();
      const [state = { status: "uninit" }] = json.accounts;
      await route.fulfill({ json: { ...json, accounts: [{ ...state, balance }] } });
    } catch {
      // The test has ended and closed its page.
    }
  });
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/v3/actions") readings.histories += 1;
  });
  return readings;
}
const readBalance = (page) => page.locator("#account-balance > span").first().textContent();
const advanceClock = (page, seconds) =>
  page.evaluate((advancedSeconds) => {
    globalThis.later += advancedSeconds * 1000;
  }, seconds);
/** Waits long enough that a request would have been sent. */
const waitUntilSettled = (page) => page.waitForTimeout(400);

/** Opens an account, and waits until the account and its first `rowCount` transfers are read. */
async function openAccount(page, rowCount = 10) {
  await openPage(page, `#/account/${findAccount("bob")}`);
  await waitForSummary(page);
  await waitForRows(page, rowCount);
  await eventually(() => readBalance(page), "1 TON");
}

describe("Refresh of the account view", () => {
  testPage("Refresh by the keyboard reads everything again and keeps the focus", async (page) => {
    const readings = await countReadings(page);
    await openAccount(page);
    assert.match(await readPart(page, "read"), /^read (now|\d s ago)$/);
    const hashesBefore = await readHashes(page);
    await page.locator("#account-refresh").focus();
    await page.keyboard.press("Enter");
    await eventually(() => readBalance(page), "2 TON");
    await eventually(async () => (await readHashes(page)).length, hashesBefore.length);
    assert.equal(await readFocusedId(page), "account-refresh");
    assert.ok(readings.histories >= 2);
    await eventually(() => page.locator("#account-refresh").getAttribute("aria-disabled"), "false");
    assert.deepEqual(await findAxeViolations(page), []);
  });

  testPage(
    "by touch on a phone, the shown age grows, and a press of Refresh resets it",
    async (page) => {
      await countReadings(page);
      // The first page of the history has 9 rows. A phone does not show its end, and so reads no second one.
      await openAccount(page, 9);
      await advanceClock(page, 200);
      await eventually(() => readPart(page, "read"), "read 3 min ago");
      await page.locator("#account-refresh").tap();
      await eventually(() => readBalance(page), "2 TON");
      await eventually(async () => /^read (now|\d s ago)$/.test(await readPart(page, "read")), true);
      assert.equal(await describeFit(page), "fits");
      assert.deepEqual(await findPoorControls(page), []);
    },
    { viewport: { width: 320, height: 700 }, hasTouch: true, isMobile: true },
  );

  testPage("Refresh reads tokens again at once where they are shown, otherwise when their tab opens", async (page) => {
    await countReadings(page);
    let readCount = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/v3/jetton/wallets") readCount += 1;
    });
    await openPage(page, `#/account/${findAccount("bob")}?tab=tokens`);
    await waitForSummary(page);
    await waitForList(page, "ended", "jettons");
    assert.equal(readCount, 1);
    await page.locator("#account-refresh").click();
    await eventually(() => readCount, 2);
    await waitForList(page, "ended", "jettons");
    await eventually(() => readBalance(page), "2 TON");
    await eventually(() => page.locator("#account-refresh").getAttribute("aria-disabled"), "false");
    await findTab(page, "History").click();
    await page.locator("#account-refresh").click();
    await eventually(() => readBalance(page), "3 TON");
    await waitUntilSettled(page);
    assert.equal(readCount, 2);
    await findTab(page, "Tokens").click();
    await eventually(() => readCount, 3);
    await waitForList(page, "ended", "jettons");
    assert.ok((await page.locator("#jettons-rows .holding").count()) > 0);
  });

  testPage("searching for the same address reads the account again", async (page) => {
    const readings = await countReadings(page);
    await openAccount(page);
    await page.locator("#search-input").fill(findAccount("bob"));
    await page.locator("#search-list .search-option").first().waitFor();
    await page.keyboard.press("Enter");
    await eventually(() => readBalance(page), "2 TON");
    await waitUntilSettled(page);
    assert.equal(readings.heads, 2);
    // Repeats the search from another tab of the view.
    await findTab(page, "Contract").click();
    await page.locator("#search-input").fill(findAccount("bob"));
    await page.locator("#search-list .search-option").first().waitFor();
    await page.keyboard.press("Enter");
    await eventually(() => readBalance(page), "3 TON");
    await page.locator("#panel-history").waitFor();
  });

  testPage("a failed Refresh shows an error, and the age of the shown data stays", async (page, expectedMessages) => {
    await countReadings(page);
    await openAccount(page);
    expectedMessages.push(/status of 500/);
    const failRequest = (route) => route.fulfill({ status: 500, json: { error: "no" } });
    await page.route("**/api/v3/accountStates?**", failRequest);
    const age = await page.locator("#account-read time").getAttribute("datetime");
    await page.locator("#account-refresh").click();
    await eventually(() => page.locator("#account-state-error").isVisible(), true);
    assert.equal(await page.locator("#account-read time").getAttribute("datetime"), age);
    await page.unroute("**/api/v3/accountStates?**", failRequest);
    await page.locator("#account-state-retry").click();
    await eventually(() => readBalance(page), "2 TON");
  });
});
