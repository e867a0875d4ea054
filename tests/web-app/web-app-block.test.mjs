// The block view in headless Chromium, in front of the local chain, which has the expected data; and the links from a row of the chain view
// to its trace and to its block.

import assert from "node:assert/strict";
import { describe } from "node:test";

import { startStack } from "../helpers/stack.mjs";
import { findAxeViolations } from "./axe.mjs";
import {
  waitForApp,
  assertLooks,
  eventually,
  describeFit,
  readFocusedId,
  readFragment,
  waitForList,
  setUpFixture,
  scrollToEnd,
  createPageTest,
} from "./visit.mjs";

const fixture = setUpFixture(() => startStack({ upstream: "devnet", devnet: { world: "small" } }));

const testPage = createPageTest(() => fixture);
const openPage = async (page, text) => {
  await page.goto(`${fixture.stack.url}/#/block/${encodeURIComponent(text)}`);
  await waitForApp(page);
};
const readHeading = (page) => page.locator("#block-heading").textContent();
const readMessage = (page) => page.locator("#block-message").textContent();
const readRows = (page) =>
  page
    .locator("#block-transactions tr[data-hash]")
    .evaluateAll((elements) => elements.map((element) => element.dataset.hash));
const getDatabase = () => fixture.stack.own.db;
/** Hashes of the transactions that a masterchain block commits. */
const listTransactionHashes = (seqno) =>
  getDatabase()
    .all("SELECT hash FROM transactions WHERE mc_seqno = ? ORDER BY lt, hash", [seqno])
    .map(({ hash }) => hash);
/** The masterchain block with the most transactions. */
const findLargestBlock = () =>
  getDatabase().get(
    "SELECT mc_seqno AS seqno, count(*) AS count FROM transactions GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1",
  );
const findShardBlock = () =>
  getDatabase().get("SELECT * FROM blocks WHERE workchain = 0 AND tx_count > 0 ORDER BY tx_count DESC, seqno LIMIT 1");
const findLastSeqno = () => getDatabase().get("SELECT max(seqno) AS seqno FROM blocks WHERE workchain = -1").seqno;
/** The row of a masterchain block. */
const findMasterBlock = (seqno) =>
  getDatabase().get("SELECT * FROM blocks WHERE workchain = -1 AND seqno = ?", [seqno]);

describe("the block view", () => {
  testPage("a masterchain block is shown with its header, shards and transactions", async (page) => {
    const { seqno, count } = findLargestBlock();
    await openPage(page, String(seqno));
    await waitForList(page, "ended", "block");
    assert.equal(await readHeading(page), `Masterchain block ${seqno}`);
    const hashes = listTransactionHashes(seqno);
    assert.equal(await page.locator("#block-rows-progress").textContent(), `All ${hashes.length} transactions shown`);
    const shownRows = await readRows(page);
    assert.ok(shownRows.length > 5 && shownRows.every((hash) => hashes.includes(hash)));
    const stats = await page.locator("#block-stats").textContent();
    assert.match(stats, new RegExp(`^Transactions${count}Shard blocks\\d+`));
    const { root_hash: rootHash, file_hash: file } = findMasterBlock(seqno);
    for (const hash of [rootHash, file])
      assert.equal(await page.locator(`#block-facts [title="${hash}"]`).count(), 1, hash);
    const shardTexts = await page.locator("#block-shards tbody tr").allTextContents();
    assert.ok(
      shardTexts.length > 0 && shardTexts.every((shardText) => /^0:[0-9A-F]+\d+/.test(shardText)),
      String(shardTexts),
    );
    await page.locator("#block-shards a").first().click();
    await eventually(async () => /^Block 0:[0-9A-F]+:\d+$/.test(await readHeading(page)), true);
    assert.equal(await page.locator("#block-shards-part").isVisible(), false);
    await page.locator("#block-stats a").first().click();
    await eventually(() => readHeading(page), `Masterchain block ${seqno}`);
  });

  testPage("a block is found by every way to write it", async (page) => {
    const { seqno } = findLargestBlock();
    const { shard, seqno: shardSeqno, root_hash: rootHash } = findShardBlock();
    const hex = String(shard).toUpperCase();
    for (const text of [`-1:8000000000000000:${seqno}`, `(-1,8000000000000000,${seqno})`, ` ${seqno} `]) {
      await openPage(page, text);
      await eventually(() => readHeading(page), `Masterchain block ${seqno}`);
    }
    for (const text of [`0:${hex}:${shardSeqno}`, `(0,${hex.toLowerCase()},${shardSeqno})`]) {
      await openPage(page, text);
      await eventually(() => readHeading(page), `Block 0:${hex}:${shardSeqno}`);
      assert.equal(await page.locator(`#block-facts [title="${rootHash}"]`).count(), 1);
    }
    // Without a number, the view shows the newest block.
    await openPage(page, "");
    await eventually(() => readHeading(page), `Masterchain block ${findLastSeqno()}`);
    assert.equal(readFragment(page), `#/block/${findLastSeqno()}`);
  });

  testPage("links and keys lead to the previous and next block", async (page) => {
    const { seqno } = findLargestBlock();
    await openPage(page, String(seqno));
    await eventually(() => readHeading(page), `Masterchain block ${seqno}`);
    await page.keyboard.press("[");
    await eventually(() => readHeading(page), `Masterchain block ${seqno - 1}`);
    await page.keyboard.press("]");
    await eventually(() => readHeading(page), `Masterchain block ${seqno}`);
    await page.locator("#block-next").click();
    await eventually(() => readHeading(page), `Masterchain block ${seqno + 1}`);
    assert.equal(readFragment(page), `#/block/${seqno + 1}`);
    // In a field, these keys type letters.
    await page.locator("#search-input").focus();
    await page.keyboard.type("[");
    assert.equal(readFragment(page), `#/block/${seqno + 1}`);
    await page.goBack();
    await eventually(() => readHeading(page), `Masterchain block ${seqno}`);
  });

  testPage("every seqno is a link to a block", async (page) => {
    const { seqno } = findLargestBlock();
    await openPage(page, String(seqno));
    await waitForList(page, "ended", "block");
    const links = await page
      .locator("#view-block .block-link")
      .evaluateAll((elements) => elements.map((element) => element.getAttribute("href")));
    assert.ok(links.length >= 3);
    for (const link of links) assert.match(link, /^#\/block\/(\d+|-?\d+:[0-9A-F]+:\d+)$/);
  });

  testPage("signatures of validators are shown on demand", async (page) => {
    const { seqno } = findLargestBlock();
    await openPage(page, String(seqno));
    await page.locator("#block-header summary").first().click();
    await page.locator(".signatures summary").click();
    const { result } = await (
      await fetch(`${fixture.stack.url}/api/v2/getMasterchainBlockSignatures?seqno=${seqno}`)
    ).json();
    await eventually(
      () => page.locator(".signatures li").allTextContents(),
      result.signatures.map(({ node_id_short: node }) => node),
    );
  });
});

/** Serves a block of many transactions: copies of one of the chain, in pages like those of the service. */
async function enlargeBlock(page, transactionTotal) {
  const { seqno } = findLargestBlock();
  const [row] = (await (await fetch(`${fixture.stack.url}/api/v3/transactions?mc_seqno=${seqno}&limit=1`)).json())
    .transactions;
  await page.route("**/api/v3/transactions?**", async (route) => {
    const url = new URL(route.request().url());
    const limit = Number(url.searchParams.get("limit"));
    const offset = Number(url.searchParams.get("offset") ?? 0);
    const firstLt = url.searchParams.get("start_lt");
    const firstIndex = firstLt === null ? offset : Math.max(0, Number(BigInt(firstLt) - BigInt(row.lt)));
    const count = Math.max(0, Math.min(limit, transactionTotal - firstIndex));
    const transactions = Array.from({ length: count }, (_, n) => ({
      ...row,
      lt: String(BigInt(row.lt) + BigInt(firstIndex + n)),
      hash: Buffer.from(`transaction ${firstIndex + n}`.padEnd(32, ".")).toString("base64"),
    }));
    await route.fulfill({ json: { transactions, address_book: {} } });
  });
  return seqno;
}

describe("a block with many transactions", () => {
  testPage("scrolling loads all transactions of a block, and few of them have elements", async (page) => {
    const size = 1000;
    const seqno = await enlargeBlock(page, size);
    await openPage(page, String(seqno));
    await scrollToEnd(page, "#block-list");
    await eventually(() => page.locator("#block-rows-progress").textContent(), `All ${size} transactions shown`);
    const elements = await page.locator("#block-transactions *").count();
    assert.ok(elements < 3000, `${elements} elements`);
    assert.ok(
      (await readRows(page)).includes(Buffer.from(`transaction ${size - 1}`.padEnd(32, ".")).toString("base64")),
    );
  });
});

describe("blocks that cannot be shown", () => {
  testPage(
    "a text that names no block, and a block that does not exist, are reported",
    async (page, expectedMessages) => {
      // The service responds like this if it does not have a block.
      expectedMessages.push(/status of 404/);
      await openPage(page, "nonsense");
      await eventually(async () => /^This is not a block\./.test(await readMessage(page)), true);
      assert.equal(await page.locator("#block-shown").isVisible(), false);
      assert.deepEqual(await findAxeViolations(page), []);
      await openPage(page, "2000000000");
      await eventually(
        () => readMessage(page),
        `Masterchain block 2000000000 does not exist yet. The newest is ${findLastSeqno()}.`,
      );
      assert.deepEqual(await findAxeViolations(page), []);
      await page.locator("#block-newest").click();
      await eventually(() => readHeading(page), `Masterchain block ${findLastSeqno()}`);
      await openPage(page, "0:8000000000000000:2000000000");
      await eventually(async () => /is not known\. It may not exist yet/.test(await readMessage(page)), true);
      await openPage(page, "99999999999999");
      await eventually(async () => /^This is not a block\./.test(await readMessage(page)), true);
    },
  );

  testPage("the block after the newest one appears once it is made", async (page, expectedMessages) => {
    expectedMessages.push(/status of 404/);
    const nextSeqno = findLastSeqno() + 1;
    await openPage(page, String(nextSeqno));
    await eventually(
      () => readMessage(page),
      `Masterchain block ${nextSeqno} does not exist yet. It appears here once it is made.`,
    );
    await fixture.stack.own.clock.step();
    await eventually(() => readHeading(page), `Masterchain block ${nextSeqno}`);
    assert.equal(await readMessage(page), "");
  });

  testPage("an error in the block view is shown, and a retry works", async (page, expectedMessages) => {
    expectedMessages.push(/status of 503/);
    const { seqno } = findLargestBlock();
    fixture.stack.own.faults.add("status=503", { path: "/api/v3/masterchainBlockShardState" });
    await openPage(page, String(seqno));
    await eventually(async () => /^The upstream service failed to respond\./.test(await readMessage(page)), true);
    assert.deepEqual(await findAxeViolations(page), []);
    await page.waitForTimeout(600);
    await page.locator("#block-retry").focus();
    await page.keyboard.press("Enter");
    await eventually(() => readHeading(page), `Masterchain block ${seqno}`);
    assert.equal(await readFocusedId(page), "block-heading");
  });
});

/** Opens the chain view, and waits until its first row is shown. */
const openChainView = async (page) => {
  await page.goto(`${fixture.stack.url}/#/chain/`);
  await page.locator("#latest tr[data-hash]").first().waitFor();
};
/** The block of a transaction, by the chain's database. */
const findBlockSeqno = (hash) =>
  getDatabase().get("SELECT mc_seqno AS seqno FROM transactions WHERE hash = ?", [hash]).seqno;

describe("from a row of the chain to its trace and to its block", () => {
  testPage("the keyboard alone leads from a row to its trace and its block", async (page) => {
    await openChainView(page);
    await page.locator("#latest-title + *, .latest-head").first().waitFor();
    await page.locator("#lookup summary").focus();
    // Tab reaches the region of the table, then the first link in it.
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    const hash = await page.evaluate(
      () => /** @type {HTMLElement} */ (document.activeElement.closest("tr[data-hash]")).dataset.hash,
    );
    await page.keyboard.press("Enter");
    await eventually(async () => readFragment(page), `#/trace/${encodeURIComponent(hash)}`);
    await page.locator("#trace-flow .flow-box[aria-current]").waitFor();
    assert.equal(await page.locator("#trace-flow .flow-box[aria-current]").getAttribute("data-hash"), hash);
    assert.equal(await readFocusedId(page), "trace-heading");
    // From the heading, Tab reaches the links of the sentence and then the link of the block.
    for (let pressCount = 0; pressCount < 12; pressCount++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate(() => document.activeElement.matches(".block-link"))) break;
    }
    await page.keyboard.press("Enter");
    const { root: rootHash } = getDatabase().get("SELECT trace_id AS root FROM transactions WHERE hash = ?", [hash]);
    await eventually(() => readHeading(page), `Masterchain block ${findBlockSeqno(rootHash)}`);
    assert.equal(await readFocusedId(page), "block-heading");
  });

  testPage(
    "touch on a phone leads from a row to its trace and its block",
    async (page) => {
      await openChainView(page);
      const hash = await page.locator("#latest tr[data-hash]").first().getAttribute("data-hash");
      await page.locator("#latest .tx-what a").first().tap();
      await eventually(async () => readFragment(page), `#/trace/${encodeURIComponent(hash)}`);
      await page.locator(`#trace-flow .flow-box[data-hash="${hash}"]`).tap();
      assert.equal(await page.locator("#trace-detail-row").getAttribute("data-hash"), hash);
      await page.locator("#trace-detail .fact-rows .block-link").last().tap();
      await eventually(() => readHeading(page), `Masterchain block ${findBlockSeqno(hash)}`);
      await page.locator("#block-previous").tap();
      await eventually(() => readHeading(page), `Masterchain block ${findBlockSeqno(hash) - 1}`);
      assert.equal(await describeFit(page), "fits");
    },
    { viewport: { width: 390, height: 844 }, hasTouch: true },
  );
});

describe("layout of the block view", () => {
  testPage("the block view is legible and usable, and axe finds nothing", async (page) => {
    for (const text of [String(findLargestBlock().seqno), `0:${findShardBlock().shard}:${findShardBlock().seqno}`]) {
      await openPage(page, text);
      // The largest block has more rows than the first page.
      await page.locator('#block-list:is([data-state="ended"], [data-state="more"])').waitFor();
      await page.locator("#block-header").evaluate((element) => {
        /** @type {HTMLDetailsElement} */ (element).open = true;
      });
      await assertLooks(page, text);
    }
  });
});
