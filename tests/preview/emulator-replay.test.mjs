// Runs every transaction of the devnet's world, which the node's own executor produced, again by `emulate`: the results are bit-identical.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { Cell, beginCell } from "@ton/core";
import { emulate, openConfig } from "ton-edge/tvm";

import { startDevnet } from "../upstream/devnet/server.mjs";
import { describeTransactionDifference } from "./transaction-difference.mjs";

/** The small world, because the full one has only more of the same kinds. */
const WORLD = process.env.TESTS_FULL === "1" ? "full" : "small";

/** @type {any} */
let devnet;
/** Opened configurations by their hashes, and the newest one. */
const configs = new Map();
let [newestBlock, newestSeqno] = [/** @type {any} */ (undefined), -1];

before(async () => {
  devnet = await startDevnet({ world: WORLD });
  await devnet.ready;
});
after(() => devnet?.close());

/** The configuration with which a masterchain block was made. @param {number} seqno */
function getConfigBefore(seqno) {
  if (seqno === newestSeqno) return newestBlock;
  const root = devnet.chain.configurationAt(seqno - 1);
  const hash = root.hash().toString("hex");
  if (!configs.has(hash)) configs.set(hash, openConfig(root.toBoc()));
  [newestBlock, newestSeqno] = [configs.get(hash), seqno];
  return newestBlock;
}

const NO_ACCOUNT = beginCell().storeBit(false).endCell();

/** The account before a transaction, and the logical time of its previous transaction. */
function makeAccountBefore({ boc }, { prev_hash: hash, prev_lt: lt }) {
  const account = boc ? Cell.fromBoc(boc)[0] : NO_ACCOUNT;
  return beginCell().storeRef(account).storeBuffer(Buffer.from(hash, "base64")).storeUint(lt, 64).endCell().toBoc();
}

/** Accounts of the zero state, whose statistics count no cells, unlike those of every account of a network. */
const hasNoCells = (boc) =>
  Cell.fromBoc(boc)[0]
    .beginParse()
    .skip(1 + 267)
    .loadUint(3) === 0;

test("the transactions of the fixture, which Rust computes too, are reproduced bit by bit", async () => {
  const { config, libraries, transactions } = JSON.parse(
    readFileSync(new URL("../fixtures/transactions/transactions.json", import.meta.url), "utf8"),
  );
  const openedConfig = openConfig(config);
  for (const { kind, account, message, now, lt, seed, transaction } of transactions) {
    const randomSeed = Buffer.from(seed, "base64");
    const outcome = await emulate({
      account,
      message,
      config: openedConfig,
      libraries,
      now,
      lt: BigInt(lt),
      randomSeed,
    });
    assert.equal(outcome.status, "done", kind);
    if (outcome.status !== "done") continue;
    assert.equal(
      describeTransactionDifference(outcome.transactionCell, Buffer.from(transaction, "base64")).join(" "),
      "",
      kind,
    );
  }
});

test("the emulator reproduces the world's transactions bit by bit", async (t) => {
  const { db } = devnet;
  const libraries = db.all("SELECT boc FROM libraries").map(({ boc }) => boc);
  const rows = db.all("SELECT * FROM transactions WHERE in_msg IS NOT NULL ORDER BY id");
  const differences = new Map();
  let [equalCount, oddCount] = [0, 0];
  for (const row of rows) {
    const state = db.get("SELECT boc FROM account_states WHERE hash = ?", [row.state_before]);
    const { boc: message } = db.get("SELECT boc FROM messages WHERE hash = ?", [row.in_msg]);
    const block = db.get("SELECT rand_seed FROM blocks WHERE workchain = ? AND shard = ? AND seqno = ?", [
      row.workchain,
      row.shard,
      row.seqno,
    ]);
    const outcome = await emulate({
      account: makeAccountBefore(state, row),
      message,
      config: getConfigBefore(row.mc_seqno),
      libraries,
      now: row.now,
      lt: row.lt,
      randomSeed: Buffer.from(block.rand_seed, "base64"),
    });
    assert.equal(outcome.status, "done", `transaction ${row.id}`);
    if (outcome.status !== "done") continue;
    const difference = describeTransactionDifference(outcome.transactionCell, row.boc).join(" ");
    if (difference === "") equalCount += 1;
    else if (difference === "stateUpdate.newHash" && hasNoCells(state.boc)) oddCount += 1;
    else differences.set(difference, [...(differences.get(difference) ?? []), row.id]);
  }
  t.diagnostic(`${equalCount} of ${rows.length} the same, ${oddCount} of accounts whose statistics are wrong`);
  assert.deepEqual([...differences], []);
  assert.ok(equalCount > 800, `${equalCount} were equal`);
});
