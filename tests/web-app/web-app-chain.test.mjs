// The chain view in headless Chromium, in front of the local chain: it follows the chain while it is visible, stops while it is hidden, and
// finds the documented script's transfer in both generations.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startStack } from "../helpers/stack.mjs";
import { fetchUpstreamJson } from "./signed-transfer.mjs";
import { waitForApp, assertLooks, eventually, setUpFixture, createPageTest } from "./visit.mjs";

const run = promisify(execFile);
const SEND_SCRIPT = fileURLToPath(new URL("../upstream/devnet/send.mjs", import.meta.url));
const INTERVAL_MS = 400;

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small", clock: INTERVAL_MS } }));

const testPage = createPageTest(() => fixture);
const openPage = async (page, fragment = "#/chain/") => {
  await page.goto(`${fixture.stack.url}/${fragment}`);
  await waitForApp(page);
};
const readText = (page, id) => page.locator(`#${id}`).textContent();
const readSeqno = async (page) => Number(await readText(page, "chain-seqno"));
/** Waits until the newest block in the view is above this one. */
const waitForSeqnoAbove = (page, minSeqno) => eventually(async () => (await readSeqno(page)) > minSeqno, true);
const readLatestHashes = (page) =>
  page.locator("#latest tr[data-hash]").evaluateAll((elements) => elements.map((element) => element.dataset.hash));
/** The seqnos of the cards, the newest first. */
const readCardSeqnos = (page) =>
  page.locator("#chain-strip li").evaluateAll((elements) => elements.map((element) => Number(element.dataset.seqno)));
const ROW_COUNT = 15;
const setVisibility = (page, state) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
const countRequests = () => fixture.stack.own.requests.filter(({ url }) => url.startsWith("/api/v3/blocks?")).length;
const delay = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

describe("the newest block and transactions", () => {
  testPage("the shown newest seqno grows, and equals the chain's", async (page) => {
    await openPage(page);
    await waitForSeqnoAbove(page, 0);
    const firstSeqno = await readSeqno(page);
    await waitForSeqnoAbove(page, firstSeqno);
    const shownSeqno = await readSeqno(page);
    const block = fixture.stack.own.db.get("SELECT gen_utime FROM blocks WHERE workchain = -1 AND seqno = ?", [
      shownSeqno,
    ]);
    // A new block may have come between the two reads of the view.
    if ((await readSeqno(page)) === shownSeqno) {
      assert.equal(await page.locator("#chain-seqno").getAttribute("href"), `#/block/${shownSeqno}`);
      assert.equal(
        await page.locator("#chain-time time").getAttribute("datetime"),
        new Date(block.gen_utime * 1000).toISOString(),
      );
    }
    assert.equal(await readText(page, "chain-state"), "Live");
    assert.equal(await page.locator("#nav-chain").getAttribute("aria-current"), "page");
    assert.match(await page.title(), /^Blocks · ton-edge$/);
  });

  testPage("the latest transactions equal the chain's, and new ones appear at the top", async (page) => {
    await openPage(page);
    await eventually(async () => (await readLatestHashes(page)).length, ROW_COUNT);
    const hashesBefore = await readLatestHashes(page);
    const rows = hashesBefore.map((hash) =>
      fixture.stack.own.db.get("SELECT lt, in_msg FROM transactions WHERE hash = ?", [hash]),
    );
    assert.ok(rows.every((row) => row?.in_msg));
    assert.deepEqual(
      rows.map(({ lt }) => lt),
      rows.map(({ lt }) => lt).sort((a, b) => b - a),
    );
    await eventually(async () => (await readLatestHashes(page))[0] !== hashesBefore[0], true);
    const hashesNow = await readLatestHashes(page);
    assert.equal(new Set(hashesNow).size, ROW_COUNT);
    await page.locator("#latest .tx-party a").first().click();
    assert.match(new URL(page.url()).hash, /^#\/account\//);
    await page.locator("#view-account").waitFor();
  });

  testPage("each message is in one row: that of its receiver, if this one is shown", async (page) => {
    await openPage(page);
    await eventually(async () => (await readLatestHashes(page)).length, ROW_COUNT);
    for (const endTime = Date.now() + 3000; Date.now() < endTime; await delay(300)) {
      const messages = [];
      for (const hash of await readLatestHashes(page)) {
        const { transactions } = await fetchUpstreamJson(
          fixture.stack,
          `v3/transactions?hash=${encodeURIComponent(hash)}`,
        );
        const [{ in_msg: incoming, out_msgs: outgoing }] = transactions;
        messages.push(incoming.source || outgoing.length !== 1 ? incoming.hash : outgoing[0].hash);
      }
      assert.equal(new Set(messages).size, messages.length);
    }
  });

  testPage("the newest blocks are cards with a link, and with the transactions of all shards", async (page) => {
    await openPage(page);
    await eventually(async () => (await readCardSeqnos(page)).length > 3, true);
    const shownSeqnos = await readCardSeqnos(page);
    assert.deepEqual(
      shownSeqnos,
      shownSeqnos.toSorted((a, b) => b - a),
    );
    await eventually(async () => (await readCardSeqnos(page))[0] > shownSeqnos[0], true);
    await page.getByRole("button", { name: "Pause" }).click();
    for (const card of await page.locator("#chain-strip li").all()) {
      const number = Number(await card.getAttribute("data-seqno"));
      const { count } = fixture.stack.own.db.get("SELECT count(*) AS count FROM transactions WHERE mc_seqno = ?", [
        number,
      ]);
      assert.match(await card.textContent(), new RegExp(`^Block ${number}${count} transactions?(now|\\d+ )`));
      assert.equal(await card.locator("a").getAttribute("href"), `#/block/${number}`);
    }
  });

  testPage(
    "nothing shifts as rows and blocks arrive, and rows stay while they are pointed at or focused",
    async (page) => {
      await openPage(page);
      await eventually(async () => (await readLatestHashes(page)).length, ROW_COUNT);
      await page.evaluate(() => {
        globalThis.shifts = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) globalThis.shifts += /** @type {any} */ (entry).value;
        }).observe({ type: "layout-shift" });
      });
      const hashesBefore = await readLatestHashes(page);
      await eventually(async () => (await readLatestHashes(page))[0] !== hashesBefore[0], true);
      assert.ok((await page.evaluate(() => globalThis.shifts)) < 0.01);
      await page.locator("#latest .tx-what a").nth(2).focus();
      const heldHashes = await readLatestHashes(page);
      const block = await readSeqno(page);
      await waitForSeqnoAbove(page, block + 1);
      await eventually(
        async () => /^\d+ (or more )?new$/.test(await page.locator("#latest-show-new").textContent()),
        true,
      );
      assert.deepEqual(await readLatestHashes(page), heldHashes);
      await page.locator("#chain-pause").focus();
      await eventually(async () => (await readLatestHashes(page))[0] !== heldHashes[0], true);
    },
  );

  testPage("the chain view can be paused and resumed", async (page) => {
    await openPage(page);
    await waitForSeqnoAbove(page, 0);
    const pauseButton = page.getByRole("button", { name: "Pause" });
    await pauseButton.click();
    assert.equal(await pauseButton.getAttribute("aria-pressed"), "true");
    assert.equal(await readText(page, "chain-state"), "Paused");
    const stoppedSeqno = await readSeqno(page);
    const count = countRequests();
    await delay(3000);
    assert.equal(await readSeqno(page), stoppedSeqno);
    assert.equal(countRequests(), count);
    await pauseButton.click();
    await waitForSeqnoAbove(page, stoppedSeqno);
  });

  testPage("the chain view requests nothing while the tab is hidden or another view is shown", async (page) => {
    await openPage(page);
    await waitForSeqnoAbove(page, 0);
    for (const [leave, back] of [
      [() => setVisibility(page, "hidden"), () => setVisibility(page, "visible")],
      [() => page.locator("#nav-address").click(), () => page.locator("#nav-chain").click()],
    ]) {
      await leave();
      const [stoppedSeqno, count] = [await readSeqno(page), countRequests()];
      await delay(3000);
      assert.equal(countRequests(), count);
      await back();
      await waitForSeqnoAbove(page, stoppedSeqno);
    }
  });

  testPage(
    "an error in the chain view is shown, and disappears when the next request succeeds",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 500/);
      fixture.stack.own.faults.add("status=500", { path: "/api/v3/blocks" });
      await openPage(page);
      await eventually(
        async () => /^The upstream service failed to respond\./.test(await readText(page, "chain-error")),
        true,
      );
      assert.equal(await readText(page, "chain-state"), "Offline");
      await waitForSeqnoAbove(page, 0);
      await eventually(() => readText(page, "chain-error"), "");
    },
  );
});

describe("the search for a hash", () => {
  testPage("the documented script's transfer is found in both generations", async (page) => {
    const { stdout } = await run(
      process.execPath,
      [SEND_SCRIPT, "--url", fixture.stack.url, "--comment", "seen on the page"],
      {
        timeout: 60_000,
      },
    );
    const message = /^ {2}message +(\S+)$/m.exec(stdout)[1];
    await openPage(page);
    await page.getByText("Compare v2 and v3").click();
    await page.getByLabel("Hash of a transaction or message").fill(message);
    await page.keyboard.press("Enter");
    await page.locator(".found").first().waitFor();
    assert.equal(await readText(page, "lookup-message"), "A message: 1 transaction.");
    const sentHash = await page.locator(".found").getAttribute("data-hash");
    const row = fixture.stack.own.db.get("SELECT hash, account FROM transactions WHERE hash = ?", [sentHash]);
    assert.equal(row.account, fixture.stack.own.cast.wallet("alice").account);
    assert.equal(await page.locator("[data-v2-hash]").getAttribute("data-v2-hash"), sentHash);
    assert.equal(await page.locator(".found .badge").last().textContent(), "Same as in v3");

    // The message to bob is the second of the trace. The search gets the hash of its transaction, as people share it.
    const receivedRow = fixture.stack.own.db.get(
      "SELECT t.hash FROM transactions t WHERE t.account = ? ORDER BY t.lt DESC",
      [fixture.stack.own.cast.wallet("bob").account],
    );
    await openPage(page, `#/chain/${encodeURIComponent(receivedRow.hash)}`);
    await eventually(() => readText(page, "lookup-message"), "A transaction: 1 transaction.");
    await eventually(() => page.locator("[data-v2-hash]").getAttribute("data-v2-hash"), receivedRow.hash);
  });

  testPage("an unknown hash, and a text that is not a hash, are reported", async (page) => {
    await openPage(page, `#/chain/${"ab".repeat(32)}`);
    await eventually(
      async () =>
        /^The API shows no transaction or message with this hash/.test(await readText(page, "lookup-message")),
      true,
    );
    const input = page.getByLabel("Hash of a transaction or message");
    await input.fill("nonsense");
    await page.locator("#lookup-show").click();
    await eventually(() => page.locator("#lookup-message .code code").textContent(), "hash_length");
    assert.match(await readText(page, "lookup-message"), /^This is not a hash\./);
    assert.equal(await input.getAttribute("aria-invalid"), "true");
    assert.equal(await page.evaluate(() => document.activeElement.id), "lookup-input");
  });

  testPage("if v2 fails, the v3 response stays, with the error beside it", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    const { hash } = fixture.stack.own.db.get(
      "SELECT hash FROM transactions WHERE in_msg IS NOT NULL ORDER BY lt LIMIT 1",
    );
    fixture.stack.own.faults.add("status=500", { path: "/api/v2/getTransactions" });
    await openPage(page, `#/chain/${encodeURIComponent(hash)}`);
    await page.locator(".found .message.bad").waitFor();
    assert.equal(await page.locator(".found li.tx").getAttribute("data-hash"), hash);
    await page.locator("#lookup-show").click();
    await page.locator("[data-v2-hash]").waitFor();
  });
});

describe("layout of the chain view", () => {
  testPage("at 320 px, the chain view is legible and usable", async (page) => {
    const { hash } = fixture.stack.own.db.get(
      "SELECT hash FROM transactions WHERE in_msg IS NOT NULL ORDER BY lt DESC LIMIT 1",
    );
    await openPage(page, `#/chain/${encodeURIComponent(hash)}`);
    await page.locator("[data-v2-hash]").waitFor();
    await eventually(async () => (await readLatestHashes(page)).length, ROW_COUNT);
    await page.getByRole("button", { name: "Pause" }).click();
    await assertLooks(page, "", {
      appearances: [
        ["light", 320],
        ["dark", 320],
      ],
      height: 640,
    });
  });
});
