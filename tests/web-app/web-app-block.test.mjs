// The block view in headless Chromium, in front of the local chain, which has the expected data; and the links from a row of the chain view
// to its trace and to its block.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { axe } from "./axe.mjs";
import {
  alive,
  assertLooks,
  eventually,
  fits,
  focused,
  fragment,
  list,
  standing,
  toTheEnd,
  visitor,
} from "./visit.mjs";

const started = standing(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const visit = visitor(() => started);
const open = async (page, text) => {
  await page.goto(`${started.stack.url}/#/block/${encodeURIComponent(text)}`);
  await alive(page);
};
const heading = (page) => page.locator("#block-heading").textContent();
const message = (page) => page.locator("#block-message").textContent();
const rows = (page) =>
  page.locator("#block-transactions tr[data-hash]").evaluateAll((all) => all.map((one) => one.dataset.hash));
const db = () => started.stack.own.db;
/** Hashes of the transactions that a masterchain block commits. */
const committed = (seqno) =>
  db()
    .all("SELECT hash FROM transactions WHERE mc_seqno = ? ORDER BY lt, hash", [seqno])
    .map(({ hash }) => hash);
/** The masterchain block with the most transactions. */
const largest = () =>
  db().get("SELECT mc_seqno AS seqno, count(*) AS count FROM transactions GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1");
const shardBlock = () =>
  db().get("SELECT * FROM blocks WHERE workchain = 0 AND tx_count > 0 ORDER BY tx_count DESC, seqno LIMIT 1");
const last = () => db().get("SELECT max(seqno) AS seqno FROM blocks WHERE workchain = -1").seqno;
/** The row of a masterchain block. */
const master = (seqno) => db().get("SELECT * FROM blocks WHERE workchain = -1 AND seqno = ?", [seqno]);

describe("the block view", () => {
  visit("a masterchain block is shown with its header, shards and transactions", async (page) => {
    const { seqno, count } = largest();
    await open(page, String(seqno));
    await list(page, "ended", "block");
    assert.equal(await heading(page), `Masterchain block ${seqno}`);
    const most = committed(seqno);
    assert.equal(await page.locator("#block-rows-progress").textContent(), `All ${most.length} transactions shown`);
    const shown = await rows(page);
    assert.ok(shown.length > 5 && shown.every((hash) => most.includes(hash)));
    const stats = await page.locator("#block-stats").textContent();
    assert.match(stats, new RegExp(`^Transactions${count}Shard blocks\\d+`));
    const { root_hash: root, file_hash: file } = master(seqno);
    for (const hash of [root, file])
      assert.equal(await page.locator(`#block-facts [title="${hash}"]`).count(), 1, hash);
    const shards = await page.locator("#block-shards tbody tr").allTextContents();
    assert.ok(shards.length > 0 && shards.every((one) => /^0:[0-9A-F]+\d+/.test(one)), String(shards));
    await page.locator("#block-shards a").first().click();
    await eventually(async () => /^Block 0:[0-9A-F]+:\d+$/.test(await heading(page)), true);
    assert.equal(await page.locator("#block-shards-part").isVisible(), false);
    await page.locator("#block-stats a").first().click();
    await eventually(() => heading(page), `Masterchain block ${seqno}`);
  });

  visit("a block is found by every way to write it", async (page) => {
    const { seqno } = largest();
    const { shard, seqno: own, root_hash: root } = shardBlock();
    const hex = String(shard).toUpperCase();
    for (const text of [`-1:8000000000000000:${seqno}`, `(-1,8000000000000000,${seqno})`, ` ${seqno} `]) {
      await open(page, text);
      await eventually(() => heading(page), `Masterchain block ${seqno}`);
    }
    for (const text of [`0:${hex}:${own}`, `(0,${hex.toLowerCase()},${own})`]) {
      await open(page, text);
      await eventually(() => heading(page), `Block 0:${hex}:${own}`);
      assert.equal(await page.locator(`#block-facts [title="${root}"]`).count(), 1);
    }
    // Without a number, the view shows the newest block.
    await open(page, "");
    await eventually(() => heading(page), `Masterchain block ${last()}`);
    assert.equal(fragment(page), `#/block/${last()}`);
  });

  visit("links and keys lead to the previous and next block", async (page) => {
    const { seqno } = largest();
    await open(page, String(seqno));
    await eventually(() => heading(page), `Masterchain block ${seqno}`);
    await page.keyboard.press("[");
    await eventually(() => heading(page), `Masterchain block ${seqno - 1}`);
    await page.keyboard.press("]");
    await eventually(() => heading(page), `Masterchain block ${seqno}`);
    await page.locator("#block-next").click();
    await eventually(() => heading(page), `Masterchain block ${seqno + 1}`);
    assert.equal(fragment(page), `#/block/${seqno + 1}`);
    // In a field, these keys type letters.
    await page.locator("#search-input").focus();
    await page.keyboard.type("[");
    assert.equal(fragment(page), `#/block/${seqno + 1}`);
    await page.goBack();
    await eventually(() => heading(page), `Masterchain block ${seqno}`);
  });

  visit("every seqno is a link to a block", async (page) => {
    const { seqno } = largest();
    await open(page, String(seqno));
    await list(page, "ended", "block");
    const links = await page
      .locator("#view-block .block-link")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.ok(links.length >= 3);
    for (const link of links) assert.match(link, /^#\/block\/(\d+|-?\d+:[0-9A-F]+:\d+)$/);
  });

  visit("signatures of validators are shown on demand", async (page) => {
    const { seqno } = largest();
    await open(page, String(seqno));
    await page.locator("#block-header summary").first().click();
    await page.locator(".signatures summary").click();
    const { result } = await (
      await fetch(`${started.stack.url}/api/v2/getMasterchainBlockSignatures?seqno=${seqno}`)
    ).json();
    await eventually(
      () => page.locator(".signatures li").allTextContents(),
      result.signatures.map(({ node_id_short: node }) => node),
    );
  });
});

/** Serves a block of many transactions: copies of one of the chain, in pages like those of the service. */
async function grow(page, size) {
  const { seqno } = largest();
  const [row] = (await (await fetch(`${started.stack.url}/api/v3/transactions?mc_seqno=${seqno}&limit=1`)).json())
    .transactions;
  await page.route("**/api/v3/transactions?**", async (route) => {
    const url = new URL(route.request().url());
    const limit = Number(url.searchParams.get("limit"));
    const offset = Number(url.searchParams.get("offset") ?? 0);
    const from = url.searchParams.get("start_lt");
    const first = from === null ? offset : Math.max(0, Number(BigInt(from) - BigInt(row.lt)));
    const count = Math.max(0, Math.min(limit, size - first));
    const transactions = Array.from({ length: count }, (_, n) => ({
      ...row,
      lt: String(BigInt(row.lt) + BigInt(first + n)),
      hash: Buffer.from(`transaction ${first + n}`.padEnd(32, ".")).toString("base64"),
    }));
    await route.fulfill({ json: { transactions, address_book: {} } });
  });
  return seqno;
}

describe("a block with many transactions", () => {
  visit("scrolling loads all transactions of a block, and few of them have elements", async (page) => {
    const size = 1000;
    const seqno = await grow(page, size);
    await open(page, String(seqno));
    await toTheEnd(page, "#block-list");
    await eventually(() => page.locator("#block-rows-progress").textContent(), `All ${size} transactions shown`);
    const elements = await page.locator("#block-transactions *").count();
    assert.ok(elements < 3000, `${elements} elements`);
    assert.ok((await rows(page)).includes(Buffer.from(`transaction ${size - 1}`.padEnd(32, ".")).toString("base64")));
  });
});

describe("blocks that cannot be shown", () => {
  visit("a text that names no block, and a block that does not exist, are reported", async (page, expectedMessages) => {
    // The service responds like this if it does not have a block.
    expectedMessages.push(/status of 404/);
    await open(page, "nonsense");
    await eventually(async () => /^This is not a block\./.test(await message(page)), true);
    assert.equal(await page.locator("#block-shown").isVisible(), false);
    assert.deepEqual(await axe(page), []);
    await open(page, "2000000000");
    await eventually(() => message(page), `Masterchain block 2000000000 does not exist yet. The newest is ${last()}.`);
    assert.deepEqual(await axe(page), []);
    await page.locator("#block-newest").click();
    await eventually(() => heading(page), `Masterchain block ${last()}`);
    await open(page, "0:8000000000000000:2000000000");
    await eventually(async () => /is not known\. It may not exist yet/.test(await message(page)), true);
    await open(page, "99999999999999");
    await eventually(async () => /^This is not a block\./.test(await message(page)), true);
  });

  visit("the block after the newest one appears once it is made", async (page, expectedMessages) => {
    expectedMessages.push(/status of 404/);
    const next = last() + 1;
    await open(page, String(next));
    await eventually(
      () => message(page),
      `Masterchain block ${next} does not exist yet. It appears here once it is made.`,
    );
    await started.stack.own.clock.step();
    await eventually(() => heading(page), `Masterchain block ${next}`);
    assert.equal(await message(page), "");
  });

  visit("an error in the block view is shown, and a retry works", async (page, expectedMessages) => {
    expectedMessages.push(/status of 503/);
    const { seqno } = largest();
    started.stack.own.faults.add("status=503", { path: "/api/v3/masterchainBlockShardState" });
    await open(page, String(seqno));
    await eventually(async () => /^The upstream service failed to respond\./.test(await message(page)), true);
    assert.deepEqual(await axe(page), []);
    await page.waitForTimeout(600);
    await page.locator("#block-retry").focus();
    await page.keyboard.press("Enter");
    await eventually(() => heading(page), `Masterchain block ${seqno}`);
    assert.equal(await focused(page), "block-heading");
  });
});

/** The hash of the first row of the chain view, once a row is shown. */
const firstRow = async (page) => {
  await page.goto(`${started.stack.url}/#/chain/`);
  await page.locator("#latest tr[data-hash]").first().waitFor();
};
/** The block of a transaction, by the chain's database. */
const blockOf = (hash) => db().get("SELECT mc_seqno AS seqno FROM transactions WHERE hash = ?", [hash]).seqno;

describe("from a row of the chain to its trace and to its block", () => {
  visit("the keyboard alone leads from a row to its trace and its block", async (page) => {
    await firstRow(page);
    await page.locator("#latest-title + *, .latest-head").first().waitFor();
    await page.locator("#lookup summary").focus();
    // Tab reaches the region of the table, then the first link in it.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const hash = await page.evaluate(
      () => /** @type {HTMLElement} */ (document.activeElement.closest("tr[data-hash]")).dataset.hash,
    );
    await page.keyboard.press("Enter");
    await eventually(async () => fragment(page), `#/trace/${encodeURIComponent(hash)}`);
    await page.locator("#trace-flow .flow-box[aria-current]").waitFor();
    assert.equal(await page.locator("#trace-flow .flow-box[aria-current]").getAttribute("data-hash"), hash);
    assert.equal(await focused(page), "trace-heading");
    // From the heading, Tab reaches the links of the sentence and then the link of the block.
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.matches(".block-link"))) break;
    }
    await page.keyboard.press("Enter");
    const { root } = db().get("SELECT trace_id AS root FROM transactions WHERE hash = ?", [hash]);
    await eventually(() => heading(page), `Masterchain block ${blockOf(root)}`);
    assert.equal(await focused(page), "block-heading");
  });

  visit(
    "touch on a phone leads from a row to its trace and its block",
    async (page) => {
      await firstRow(page);
      const hash = await page.locator("#latest tr[data-hash]").first().getAttribute("data-hash");
      await page.locator("#latest .tx-what a").first().tap();
      await eventually(async () => fragment(page), `#/trace/${encodeURIComponent(hash)}`);
      await page.locator(`#trace-flow .flow-box[data-hash="${hash}"]`).tap();
      assert.equal(await page.locator("#trace-detail-row").getAttribute("data-hash"), hash);
      await page.locator("#trace-detail .facts .block-link").last().tap();
      await eventually(() => heading(page), `Masterchain block ${blockOf(hash)}`);
      await page.locator("#block-previous").tap();
      await eventually(() => heading(page), `Masterchain block ${blockOf(hash) - 1}`);
      assert.equal(await fits(page), "fits");
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
});

describe("layout of the block view", () => {
  visit("the block view is legible and usable, and axe finds nothing", async (page) => {
    for (const text of [String(largest().seqno), `0:${shardBlock().shard}:${shardBlock().seqno}`]) {
      await open(page, text);
      // The largest block has more rows than the first page.
      await page.locator('#block-list:is([data-state="ended"], [data-state="more"])').waitFor();
      await page.locator("#block-header").evaluate((one) => {
        /** @type {HTMLDetailsElement} */ (one).open = true;
      });
      await assertLooks(page, text);
    }
  });
});
