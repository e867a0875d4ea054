// Views that follow the chain by themselves, in headless Chromium in front of the local chain, whose gateway has a stream.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { known, opener, part, serveLongHistory, tab } from "./account-visit.mjs";
import { axe } from "./axe.mjs";
import { payment, signedTransfer } from "./signed-transfer.mjs";
import { eventually, fits, focused, hashes, list, shown, standing, visitor } from "./visit.mjs";

const started = standing(() =>
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
const visit = visitor(() => started);
const open = opener(() => started.stack);
const who = (name) => started.stack.own.cast.wallet(name).account;
const rest = (ms) => new Promise((done) => setTimeout(done, ms));
const live = (page, state = "live") => page.locator(`#account-live[data-live="${state}"]`).waitFor();
const newButton = (page) => page.locator("#history-show-new");
const rowWith = (page, comment) => page.locator("#transactions tr.activity", { hasText: comment });
const hide = (page, state) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);

/** Pays, and resolves to when the transaction of the receiver is in the index. */
async function pay(from, to, comment, value = "0.25") {
  const { stack } = started;
  const countReceived = () =>
    stack.own.db.get("SELECT count(*) AS count FROM transactions WHERE account = ?", [who(to)]).count;
  const before = countReceived();
  const boc = await signedTransfer(stack, from, [payment(stack, to, value, comment)]);
  const response = await fetch(`${stack.upstream}/api/v2/sendBoc`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ boc }),
  });
  assert.equal(response.status, 200);
  await eventually(() => countReceived() > before, true);
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
  await open(page, `#/account/${who(name)}${query}`);
  await known(page);
  await live(page);
}

describe("the live account", () => {
  visit("a payment is seen within 2 s, in the balance and as a row on top", async (page) => {
    await openAccount(page, "dave");
    await shown(page, 1);
    const balance = await part(page, "balance");
    const before = await hashes(page);
    const paidAt = await pay("alice", "dave", "seen at once");
    await rowWith(page, "seen at once").waitFor();
    const seconds = (Date.now() - paidAt) / 1000;
    assert.ok(seconds < 2, `seen after ${seconds} s`);
    await eventually(async () => (await part(page, "balance")) !== balance, true);
    assert.equal((await hashes(page)).indexOf(before[0]), 1);
    assert.match(await page.locator("#account-progress").textContent(), /^All \d+ rows shown$|so far$/);
    assert.equal(await page.locator("#account-live").textContent(), "Live");
    // The same row once, also after the API has found its action.
    await rest(3000);
    assert.equal(await rowWith(page, "seen at once").count(), 1);
    assert.deepEqual(await axe(page), []);
  });

  visit("a list that is read does not move: a button says how many are new, and shows them", async (page) => {
    await page.setViewportSize({ width: 1000, height: 450 });
    await openAccount(page, "bob");
    await shown(page, 5);
    await page.evaluate(() => scrollTo(0, 500));
    await eventually(
      () => page.locator("#transactions tbody").evaluate((one) => one.getBoundingClientRect().top < 0),
      true,
    );
    const place = () =>
      page.evaluate(() => {
        const rows = [...document.querySelectorAll("#transactions tr.activity")];
        const row = /** @type {HTMLElement} */ (rows.find((one) => one.getBoundingClientRect().top >= 0));
        return [row.dataset.hash, Math.round(row.getBoundingClientRect().top)];
      });
    const before = await place();
    await pay("alice", "bob", "first while reading");
    await eventually(() => newButton(page).textContent(), "1 new");
    await pay("carol", "bob", "second while reading");
    await eventually(() => newButton(page).textContent(), "2 new");
    assert.deepEqual(await place(), before);
    assert.equal(await rowWith(page, "while reading").count(), 0);
    assert.deepEqual(await axe(page), []);
    await newButton(page).click();
    await page.mouse.move(5, 5);
    assert.deepEqual(await place(), before);
    assert.equal(await newButton(page).isVisible(), false);
    await page.evaluate(() => scrollTo(0, 0));
    await rowWith(page, "first while reading").waitFor();
    await rowWith(page, "second while reading").waitFor();
  });

  visit("the focus in a row and the mouse over the rows hold new ones back until they leave", async (page) => {
    await openAccount(page, "carol");
    await shown(page, 1);
    const link = page.locator("#transactions tr.activity .when a").first();
    await link.focus();
    const before = await hashes(page);
    await pay("alice", "carol", "while focused");
    await eventually(() => newButton(page).textContent(), "1 new");
    assert.deepEqual(await hashes(page), before);
    await link.evaluate((one) => one.blur());
    await rowWith(page, "while focused").waitFor();
    assert.equal(await newButton(page).isVisible(), false);
  });

  visit("a hidden tab requests nothing; shown again, it shows what it missed", async (page) => {
    await openAccount(page, "grace");
    const requests = countRequests(page);
    await hide(page, "hidden");
    await rest(500);
    const before = requests.all;
    await pay("alice", "grace", "while hidden");
    await rest(2500);
    assert.equal(requests.all, before);
    await hide(page, "visible");
    await rowWith(page, "while hidden").waitFor();
    await live(page);
  });

  visit("leaving the account ends its watch, and coming back continues it", async (page) => {
    await openAccount(page, "heidi");
    const requests = countRequests(page);
    const streams = () =>
      page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.includes("/sse")).length);
    await page.locator("#nav-address").click();
    await rest(500);
    const [before, opened] = [requests.all, await streams()];
    await pay("alice", "heidi", "while away");
    await rest(4000);
    assert.equal(requests.all, before);
    assert.equal(await streams(), opened);
    await page.goBack();
    await rowWith(page, "while away").waitFor();
  });

  visit("while the API fails the account is offline, keeps its data, and is live again after", async (page) => {
    await openAccount(page, "ivan");
    const before = await part(page, "balance");
    started.stack.own.faults.add("status=503", { times: Infinity });
    await live(page, "offline");
    assert.equal(await part(page, "balance"), before);
    assert.equal(await page.locator("#view-account .message.bad:visible").count(), 0);
    started.stack.own.faults.clear();
    await live(page);
  });

  visit("further pages and selected text hold new rows back, too", async (page) => {
    await openAccount(page, "dave", "?rows=5");
    await shown(page, 5);
    await page.locator("#transactions tr.activity .title").first().selectText();
    await pay("alice", "dave", "while selected");
    await eventually(() => newButton(page).textContent(), "1 new");
    await page.evaluate(() => document.getElementById("account-more")?.click());
    await eventually(() => page.locator("#account-list").getAttribute("data-further"), "true");
    await page.evaluate(() => getSelection()?.removeAllRanges());
    await pay("carol", "dave", "with further pages");
    await eventually(() => newButton(page).textContent(), "2 new");
    await newButton(page).click();
    await rowWith(page, "with further pages").waitFor();
  });

  visit("the result of a get-method remains when the account changes", async (page) => {
    await openAccount(page, "ivan", "?tab=contract");
    const before = await part(page, "balance");
    await page.locator("#contract-methods button", { hasText: "seqno" }).click();
    const status = page.locator("#contract-status");
    await eventually(async () => /^seqno: Done in /.test(await status.textContent()), true);
    await pay("alice", "ivan", "beside a result");
    await eventually(async () => (await part(page, "balance")) !== before, true);
    assert.match(await status.textContent(), /^seqno: Done in /);
  });

  visit("an idle account costs few requests with the stream", async (page) => {
    await openAccount(page, "bob");
    const requests = countRequests(page);
    await rest(10_000);
    assert.ok(requests.all <= 3, `${requests.all} requests in 10 s: ${requests.paths}`);
  });

  for (const width of [320, 768, 1280])
    visit(
      `at ${width} px the state and the button overlap nothing`,
      async (page) => {
        await openAccount(page, "dave");
        await shown(page, 1);
        await page.locator("#transactions tr.activity a").first().focus();
        await pay("alice", "dave", "on a phone");
        await newButton(page).waitFor();
        assert.equal(await fits(page), "fits");
        // It lies over the head of the table, and over no control.
        const covered = await page.evaluate(() => {
          const own = /** @type {HTMLElement} */ (document.getElementById("history-show-new")).getBoundingClientRect();
          return [...document.querySelectorAll("#view-account :is(button, select, a)")]
            .filter((one) => one.id !== "history-show-new" && one.checkVisibility() && !one.closest(".tail"))
            .filter((one) => {
              const { left, right, top, bottom } = one.getBoundingClientRect();
              return left < own.right && right > own.left && top < own.bottom && bottom > own.top;
            })
            .map((one) => one.id || one.textContent);
        });
        assert.deepEqual(covered, []);
        assert.deepEqual(await axe(page), []);
        await newButton(page).focus();
        await page.keyboard.press("Enter");
        await rowWith(page, "on a phone").first().waitFor();
      },
      { viewport: { width, height: 700 } },
    );
});
