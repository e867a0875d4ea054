// Views that follow the chain by themselves, in headless Chromium in front of the local chain, whose gateway has a stream.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { waitForSummary, createOpenPage, readPart, serveLongHistory, findTab } from "./account-visit.mjs";
import { findAxeViolations } from "./axe.mjs";
import { makePayment, signTransfer } from "./signed-transfer.mjs";
import {
  eventually,
  describeFit,
  readFocusedId,
  readHashes,
  waitForList,
  waitForRows,
  setUpFixture,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() =>
  startStack({
    upstream: "devnet",
    devnet: { world: "small", clock: 400, traffic: false },
    bindings: {
      TON_EDGE_STREAMING: "true",
      TON_EDGE_STREAMING_INTERVAL_MS: "500",
      TON_EDGE_STREAMING_MAX_CONNECTIONS_PER_CALLER: "100",
      TON_EDGE_CACHE_ADAPTER: "memory",
    },
  }),
);
const testPage = createPageTest(() => fixture);
const openPage = createOpenPage(() => fixture.stack);
const findAccount = (name) => fixture.stack.own.cast.wallet(name).account;
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const waitForLive = (page, state = "live") => page.locator(`#account-live[data-live="${state}"]`).waitFor();
const findNewButton = (page) => page.locator("#history-show-new");
const findRow = (page, comment) => page.locator("#transactions tr.activity", { hasText: comment });
const setVisibility = (page, state) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Sends a payment, and resolves to the time at which the index has the receiver's transaction. */
async function sendPayment(senderName, receiverName, comment, value = "0.25") {
  const { stack } = fixture;
  const countReceived = () =>
    stack.own.db.get("SELECT count(*) AS count FROM transactions WHERE account = ?", [findAccount(receiverName)]).count;
  const countBefore = countReceived();
  const boc = await signTransfer(stack, senderName, [makePayment(stack, receiverName, value, comment)]);
  const response = await fetch(`${stack.upstream}/api/v2/sendBoc`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ boc }),
  });
  assert.equal(response.status, 200);
  await eventually(() => countReceived() > countBefore, true);
  return Date.now();
}

/** Counts the requests of the page to the API. */
function countRequests(page) {
  const requests = { all: 0, /** @type {string[]} */ paths: [] };
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith("/api/")) return;
    requests.all += 1;
    requests.paths.push(pathname);
  });
  return requests;
}

async function openAccount(page, name, query = "") {
  await openPage(page, `#/account/${findAccount(name)}${query}`);
  await waitForSummary(page);
  await waitForLive(page);
}

describe("the live account", () => {
  testPage("a payment is seen within 2 s, in the balance and as a row on top", async (page) => {
    await openAccount(page, "dave");
    await waitForRows(page, 1);
    const balance = await readPart(page, "balance");
    const hashesBefore = await readHashes(page);
    const paidAt = await sendPayment("alice", "dave", "seen at once");
    await findRow(page, "seen at once").waitFor();
    const seconds = (Date.now() - paidAt) / 1000;
    assert.ok(seconds < 2, `seen after ${seconds} s`);
    await eventually(async () => (await readPart(page, "balance")) !== balance, true);
    assert.equal((await readHashes(page)).indexOf(hashesBefore[0]), 1);
    assert.match(await page.locator("#account-progress").textContent(), /^All \d+ rows shown$|so far$/);
    assert.equal(await page.locator("#account-live").textContent(), "Live");
    // The same row once, also after the API has found its action.
    await delay(3000);
    assert.equal(await findRow(page, "seen at once").count(), 1);
    assert.deepEqual(await findAxeViolations(page), []);
  });

  testPage("a list that is read does not move: a button says how many are new, and shows them", async (page) => {
    await page.setViewportSize({ width: 1000, height: 450 });
    await openAccount(page, "bob");
    await waitForRows(page, 5);
    await page.evaluate(() => scrollTo(0, 500));
    await eventually(
      () => page.locator("#transactions tbody").evaluate((element) => element.getBoundingClientRect().top < 0),
      true,
    );
    const readPosition = () =>
      page.evaluate(() => {
        const rows = [...document.querySelectorAll("#transactions tr.activity")];
        const row = /** @type {HTMLElement} */ (rows.find((rowElement) => rowElement.getBoundingClientRect().top >= 0));
        return [row.dataset.hash, Math.round(row.getBoundingClientRect().top)];
      });
    const positionBefore = await readPosition();
    await sendPayment("alice", "bob", "first while reading");
    await eventually(() => findNewButton(page).textContent(), "1 new");
    await sendPayment("carol", "bob", "second while reading");
    await eventually(() => findNewButton(page).textContent(), "2 new");
    assert.deepEqual(await readPosition(), positionBefore);
    assert.equal(await findRow(page, "while reading").count(), 0);
    assert.deepEqual(await findAxeViolations(page), []);
    await findNewButton(page).click();
    await page.mouse.move(5, 5);
    assert.deepEqual(await readPosition(), positionBefore);
    assert.equal(await findNewButton(page).isVisible(), false);
    await page.evaluate(() => scrollTo(0, 0));
    await findRow(page, "first while reading").waitFor();
    await findRow(page, "second while reading").waitFor();
  });

  testPage("the focus in a row and the mouse over the rows hold new ones back until they leave", async (page) => {
    await openAccount(page, "carol");
    await waitForRows(page, 1);
    const link = page.locator("#transactions tr.activity .when a").first();
    await link.focus();
    const hashesBefore = await readHashes(page);
    await sendPayment("alice", "carol", "while focused");
    await eventually(() => findNewButton(page).textContent(), "1 new");
    assert.deepEqual(await readHashes(page), hashesBefore);
    await link.evaluate((element) => element.blur());
    await findRow(page, "while focused").waitFor();
    assert.equal(await findNewButton(page).isVisible(), false);
  });

  testPage("a hidden tab requests nothing; shown again, it shows what it missed", async (page) => {
    await openAccount(page, "grace");
    const requests = countRequests(page);
    await setVisibility(page, "hidden");
    await delay(500);
    const requestsBefore = requests.all;
    await sendPayment("alice", "grace", "while hidden");
    await delay(2500);
    assert.equal(requests.all, requestsBefore);
    await setVisibility(page, "visible");
    await findRow(page, "while hidden").waitFor();
    await waitForLive(page);
  });

  testPage("leaving the account ends its watch, and coming back continues it", async (page) => {
    await openAccount(page, "heidi");
    const requests = countRequests(page);
    const countStreams = () =>
      page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/sse")).length);
    await page.locator("#nav-address").click();
    await delay(500);
    const [requestsBefore, openedStreams] = [requests.all, await countStreams()];
    await sendPayment("alice", "heidi", "while away");
    await delay(4000);
    assert.equal(requests.all, requestsBefore);
    assert.equal(await countStreams(), openedStreams);
    await page.goBack();
    await findRow(page, "while away").waitFor();
  });

  testPage("while the API fails the account is offline, keeps its data, and is live again after", async (page) => {
    await openAccount(page, "ivan");
    const balanceBefore = await readPart(page, "balance");
    fixture.stack.own.faults.add("status=503", { times: Infinity });
    await waitForLive(page, "offline");
    assert.equal(await readPart(page, "balance"), balanceBefore);
    assert.equal(await page.locator("#view-account .message.bad:visible").count(), 0);
    fixture.stack.own.faults.clear();
    await waitForLive(page);
  });

  testPage("further pages and selected text hold new rows back, too", async (page) => {
    await openAccount(page, "dave", "?rows=5");
    await waitForRows(page, 5);
    await page.locator("#transactions tr.activity .title").first().selectText();
    await sendPayment("alice", "dave", "while selected");
    await eventually(() => findNewButton(page).textContent(), "1 new");
    await page.evaluate(() => document.getElementById("account-more")?.click());
    await eventually(() => page.locator("#account-list").getAttribute("data-further"), "true");
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await sendPayment("carol", "dave", "with further pages");
    await eventually(() => findNewButton(page).textContent(), "2 new");
    await findNewButton(page).click();
    await findRow(page, "with further pages").waitFor();
  });

  testPage("the result of a get-method remains when the account changes", async (page) => {
    await openAccount(page, "ivan", "?tab=contract");
    const balanceBefore = await readPart(page, "balance");
    await page.locator("#contract-methods button", { hasText: "seqno" }).click();
    const status = page.locator("#contract-status");
    await eventually(async () => /^seqno: Done in /.test(await status.textContent()), true);
    await sendPayment("alice", "ivan", "beside a result");
    await eventually(async () => (await readPart(page, "balance")) !== balanceBefore, true);
    assert.match(await status.textContent(), /^seqno: Done in /);
  });

  testPage("an idle account costs few requests with the stream", async (page) => {
    await openAccount(page, "bob");
    const requests = countRequests(page);
    await delay(10_000);
    assert.ok(requests.all <= 3, `${requests.all} requests in 10 s: ${requests.paths}`);
  });

  for (const width of [320, 768, 1280])
    testPage(
      `at ${width} px the state and the button overlap nothing`,
      async (page) => {
        await openAccount(page, "dave");
        await waitForRows(page, 1);
        await page.locator("#transactions tr.activity a").first().focus();
        await sendPayment("alice", "dave", "on a phone");
        await findNewButton(page).waitFor();
        assert.equal(await describeFit(page), "fits");
        // The button covers the head of the table, but no control.
        const coveredTexts = await page.evaluate(() => {
          const buttonBox = /** @type {HTMLElement} */ (
            document.getElementById("history-show-new")
          ).getBoundingClientRect();
          return [...document.querySelectorAll("#view-account :is(button, select, a)")]
            .filter(
              (element) => element.id !== "history-show-new" && element.checkVisibility() && !element.closest(".tail"),
            )
            .filter((element) => {
              const { left, right, top, bottom } = element.getBoundingClientRect();
              return (
                left < buttonBox.right && right > buttonBox.left && top < buttonBox.bottom && bottom > buttonBox.top
              );
            })
            .map((element) => element.id || element.textContent);
        });
        assert.deepEqual(coveredTexts, []);
        assert.deepEqual(await findAxeViolations(page), []);
        await findNewButton(page).focus();
        await page.keyboard.press("Enter");
        await findRow(page, "on a phone").first().waitFor();
      },
      { viewport: { width, height: 700 } },
    );
});
