// The chain view in headless Chromium, in front of the local chain: it follows the chain while it is visible, stops while it is hidden, and
// finds the documented script's transfer in both generations.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { describe } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startStack } from "../helpers/stack.mjs";
import { upstreamJson } from "./signed-transfer.mjs";
import { alive, assertLooks, eventually, standing, visitor } from "./visit.mjs";

const run = promisify(execFile);
const SEND = fileURLToPath(new URL("../upstream/devnet/send.mjs", import.meta.url));
const INTERVAL = 400;

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small", clock: INTERVAL } }));

const visit = visitor(() => started);
const open = async (page, fragment = "#/chain/") => {
  await page.goto(`${started.stack.url}/${fragment}`);
  await alive(page);
};
const text = (page, id) => page.locator(`#${id}`).textContent();
const seqno = async (page) => Number(await text(page, "chain-seqno"));
/** Waits until the newest block in the view is above this one. */
const above = (page, least) => eventually(async () => (await seqno(page)) > least, true);
const latest = (page) => page.locator("#latest tr[data-hash]").evaluateAll((all) => all.map((one) => one.dataset.hash));
/** The seqnos of the cards, the newest first. */
const cards = (page) =>
  page.locator("#chain-strip li").evaluateAll((all) => all.map((one) => Number(one.dataset.seqno)));
const ROWS = 15;
const hidden = (page, state) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "visibilityState", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, state);
const countRequests = () => started.stack.own.requests.filter(({ url }) => url.startsWith("/api/v3/blocks?")).length;
const rest = (ms) => new Promise((done) => setTimeout(done, ms));

describe("the newest block and transactions", () => {
  visit("the shown newest seqno grows, and equals the chain's", async (page) => {
    await open(page);
    await above(page, 0);
    const first = await seqno(page);
    await above(page, first);
    const shown = await seqno(page);
    const block = started.stack.own.db.get("SELECT gen_utime FROM blocks WHERE workchain = -1 AND seqno = ?", [shown]);
    // A new block may have come between the two reads of the view.
    if ((await seqno(page)) === shown) {
      assert.equal(await page.locator("#chain-seqno").getAttribute("href"), `#/block/${shown}`);
      assert.equal(
        await page.locator("#chain-time time").getAttribute("datetime"),
        new Date(block.gen_utime * 1000).toISOString(),
      );
    }
    assert.equal(await text(page, "chain-state"), "Live");
    assert.equal(await page.locator("#nav-chain").getAttribute("aria-current"), "page");
    assert.match(await page.title(), /^Blocks · ton-edge$/);
  });

  visit("the latest transactions equal the chain's, and new ones appear at the top", async (page) => {
    await open(page);
    await eventually(async () => (await latest(page)).length, ROWS);
    const before = await latest(page);
    const rows = before.map((hash) =>
      started.stack.own.db.get("SELECT lt, in_msg FROM transactions WHERE hash = ?", [hash]),
    );
    assert.ok(rows.every((row) => row?.in_msg));
    assert.deepEqual(
      rows.map(({ lt }) => lt),
      rows.map(({ lt }) => lt).sort((a, b) => b - a),
    );
    await eventually(async () => (await latest(page))[0] !== before[0], true);
    const now = await latest(page);
    assert.equal(new Set(now).size, ROWS);
    await page.locator("#latest .tx-party a").first().click();
    assert.match(new URL(page.url()).hash, /^#\/account\//);
    await page.locator("#view-account").waitFor();
  });

  visit("each message is in one row: that of its receiver, if this one is shown", async (page) => {
    await open(page);
    await eventually(async () => (await latest(page)).length, ROWS);
    for (const end = Date.now() + 3000; Date.now() < end; await rest(300)) {
      const messages = [];
      for (const hash of await latest(page)) {
        const { transactions } = await upstreamJson(started.stack, `v3/transactions?hash=${encodeURIComponent(hash)}`);
        const [{ in_msg: incoming, out_msgs: outgoing }] = transactions;
        messages.push(incoming.source || outgoing.length !== 1 ? incoming.hash : outgoing[0].hash);
      }
      assert.equal(new Set(messages).size, messages.length);
    }
  });

  visit("the newest blocks are cards with a link, and with the transactions of all shards", async (page) => {
    await open(page);
    await eventually(async () => (await cards(page)).length > 3, true);
    const shown = await cards(page);
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => b - a),
    );
    await eventually(async () => (await cards(page))[0] > shown[0], true);
    await page.getByRole("button", { name: "Pause" }).click();
    for (const card of await page.locator("#chain-strip li").all()) {
      const number = Number(await card.getAttribute("data-seqno"));
      const { count } = started.stack.own.db.get("SELECT count(*) AS count FROM transactions WHERE mc_seqno = ?", [
        number,
      ]);
      assert.match(await card.textContent(), new RegExp(`^Block ${number}${count} transactions?(now|\\d+ )`));
      assert.equal(await card.locator("a").getAttribute("href"), `#/block/${number}`);
    }
  });

  visit(
    "nothing shifts as rows and blocks arrive, and rows stay while they are pointed at or focused",
    async (page) => {
      await open(page);
      await eventually(async () => (await latest(page)).length, ROWS);
      await page.evaluate(() => {
        globalThis.shifts = 0;
        new PerformanceObserver((list) => {
          for (const one of list.getEntries()) globalThis.shifts += /** @type {any} */ (one).value;
        }).observe({ type: "layout-shift" });
      });
      const before = await latest(page);
      await eventually(async () => (await latest(page))[0] !== before[0], true);
      assert.ok((await page.evaluate(() => globalThis.shifts)) < 0.01);
      await page.locator("#latest .tx-what a").nth(2).focus();
      const held = await latest(page);
      const block = await seqno(page);
      await above(page, block + 1);
      await eventually(
        async () => /^\d+ (or more )?new$/.test(await page.locator("#latest-show-new").textContent()),
        true,
      );
      assert.deepEqual(await latest(page), held);
      await page.locator("#chain-pause").focus();
      await eventually(async () => (await latest(page))[0] !== held[0], true);
    },
  );

  visit("the chain view can be paused and resumed", async (page) => {
    await open(page);
    await above(page, 0);
    const pause = page.getByRole("button", { name: "Pause" });
    await pause.click();
    assert.equal(await pause.getAttribute("aria-pressed"), "true");
    assert.equal(await text(page, "chain-state"), "Paused");
    const stopped = await seqno(page);
    const count = countRequests();
    await rest(3000);
    assert.equal(await seqno(page), stopped);
    assert.equal(countRequests(), count);
    await pause.click();
    await above(page, stopped);
  });

  visit("the chain view requests nothing while the tab is hidden or another view is shown", async (page) => {
    await open(page);
    await above(page, 0);
    for (const [leave, back] of [
      [() => hidden(page, "hidden"), () => hidden(page, "visible")],
      [() => page.locator("#nav-address").click(), () => page.locator("#nav-chain").click()],
    ]) {
      await leave();
      const [stopped, count] = [await seqno(page), countRequests()];
      await rest(3000);
      assert.equal(countRequests(), count);
      await back();
      await above(page, stopped);
    }
  });

  visit(
    "an error in the chain view is shown, and disappears when the next request succeeds",
    async (page, expectedMessages) => {
      expectedMessages.push(/status of 500/);
      started.stack.own.faults.add("status=500", { path: "/api/v3/blocks" });
      await open(page);
      await eventually(
        async () => /^The upstream service failed to respond\./.test(await text(page, "chain-error")),
        true,
      );
      assert.equal(await text(page, "chain-state"), "Offline");
      await above(page, 0);
      await eventually(() => text(page, "chain-error"), "");
    },
  );
});

describe("the search for a hash", () => {
  visit("the documented script's transfer is found in both generations", async (page) => {
    const { stdout } = await run(
      process.execPath,
      [SEND, "--url", started.stack.url, "--comment", "seen on the page"],
      {
        timeout: 60_000,
      },
    );
    const message = /^ {2}message +(\S+)$/m.exec(stdout)[1];
    await open(page);
    await page.getByText("Compare v2 and v3").click();
    await page.getByLabel("Hash of a transaction or message").fill(message);
    await page.keyboard.press("Enter");
    await page.locator(".found").first().waitFor();
    assert.equal(await text(page, "lookup-message"), "A message: 1 transaction.");
    const sent = await page.locator(".found").getAttribute("data-hash");
    const row = started.stack.own.db.get("SELECT hash, account FROM transactions WHERE hash = ?", [sent]);
    assert.equal(row.account, started.stack.own.cast.wallet("alice").account);
    assert.equal(await page.locator("[data-v2-hash]").getAttribute("data-v2-hash"), sent);
    assert.equal(await page.locator(".found .badge").last().textContent(), "Same as in v3");

    // The message to bob is the second of the trace. The search gets the hash of its transaction, as people share it.
    const received = started.stack.own.db.get(
      "SELECT t.hash FROM transactions t WHERE t.account = ? ORDER BY t.lt DESC",
      [started.stack.own.cast.wallet("bob").account],
    );
    await open(page, `#/chain/${encodeURIComponent(received.hash)}`);
    await eventually(() => text(page, "lookup-message"), "A transaction: 1 transaction.");
    await eventually(() => page.locator("[data-v2-hash]").getAttribute("data-v2-hash"), received.hash);
  });

  visit("an unknown hash, and a text that is not a hash, are reported", async (page) => {
    await open(page, `#/chain/${"ab".repeat(32)}`);
    await eventually(
      async () => /^The API shows no transaction or message with this hash/.test(await text(page, "lookup-message")),
      true,
    );
    const input = page.getByLabel("Hash of a transaction or message");
    await input.fill("nonsense");
    await page.locator("#lookup-show").click();
    await eventually(() => page.locator("#lookup-message .code code").textContent(), "hash_length");
    assert.match(await text(page, "lookup-message"), /^This is not a hash\./);
    assert.equal(await input.getAttribute("aria-invalid"), "true");
    assert.equal(await page.evaluate(() => document.activeElement.id), "lookup-input");
  });

  visit("if v2 fails, the v3 response stays, with the error beside it", async (page, expectedMessages) => {
    expectedMessages.push(/status of 500/);
    const { hash } = started.stack.own.db.get(
      "SELECT hash FROM transactions WHERE in_msg IS NOT NULL ORDER BY lt LIMIT 1",
    );
    started.stack.own.faults.add("status=500", { path: "/api/v2/getTransactions" });
    await open(page, `#/chain/${encodeURIComponent(hash)}`);
    await page.locator(".found .message.bad").waitFor();
    assert.equal(await page.locator(".found li.tx").getAttribute("data-hash"), hash);
    await page.locator("#lookup-show").click();
    await page.locator("[data-v2-hash]").waitFor();
  });
});

describe("layout of the chain view", () => {
  visit("at 320 px, the chain view is legible and usable", async (page) => {
    const { hash } = started.stack.own.db.get(
      "SELECT hash FROM transactions WHERE in_msg IS NOT NULL ORDER BY lt DESC LIMIT 1",
    );
    await open(page, `#/chain/${encodeURIComponent(hash)}`);
    await page.locator("[data-v2-hash]").waitFor();
    await eventually(async () => (await latest(page)).length, ROWS);
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
