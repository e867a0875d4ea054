// Random messages at random accounts, by `emulate` and by the node's own executor (@ton/sandbox): both return bit-identical transactions, or
// both refuse.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Address, loadMessage, Cell } from "@ton/core";
import { decodeAccount, decodeShardAccount } from "ton-edge/message";
import { emulate, openConfig } from "ton-edge/tvm";

import { listLibraries } from "../upstream/devnet/contracts/code.mjs";
import { Machine } from "../upstream/devnet/machine.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeRandomMessages } from "./random-messages.mjs";
import { describeTransactionDifference } from "./transaction-difference.mjs";

const COUNT = process.env.TESTS_FULL === "1" ? 20_000 : 1000;
const SEED = 25;
/** Seconds after the last block, because debts grow with time. */
const LATER_STEPS = [0, 10, 100_000, 40_000_000, 400_000_000];

/** @type {any} */
let devnet;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
});
after(() => devnet?.close());

/** Accounts of the zero state have statistics with no cells, unlike every account of a network. */
const isUsual = ({ shard_account: cell }) => decodeAccount(decodeShardAccount(cell).account)?.used.cells !== 0n;

test(`${COUNT} random messages have the same transactions in the emulator and in the node's executor`, async (t) => {
  const { chain, db } = devnet;
  const machine = await Machine.create();
  const rows = db.all("SELECT account, shard_account FROM accounts ORDER BY account").filter(isUsual);
  const accounts = rows.map(({ account }) => Address.parseRaw(account.toLowerCase()));
  const now = chain.time();
  const lt = (BigInt(chain.head.mc.end_lt) / 1_000_000n + 5n) * 1_000_000n + 1n;
  const random = makeRandomMessages(SEED, { accounts, now, lt });
  const bodies = db
    .all("SELECT boc FROM messages WHERE type = 'internal' ORDER BY hash")
    .map(({ boc }) => loadMessage(Cell.fromBoc(boc)[0].beginParse()).body);
  const config = openConfig(chain.config.toBoc());
  const libraries = db.all("SELECT boc FROM libraries").map(({ boc }) => boc);
  const emulationOptions = {
    config: chain.config.toBoc().toString("base64"),
    libs: listLibraries(...libraries.map((/** @type {Buffer} */ boc) => Cell.fromBoc(boc)[0])),
    ignoreChksig: true,
  };
  const counts = { same: 0, refused: 0, unable: 0, unknown: 0 };
  for (let index = 0; index < COUNT; index += 1) {
    const isProxy = random.below(2) === 0;
    const row = random.pick(rows);
    const ownProxy = random.proxy();
    const address = isProxy ? ownProxy.address : Address.parseRaw(row.account.toLowerCase());
    const shardAccount = isProxy ? ownProxy.cell.toBoc() : Buffer.from(row.shard_account);
    const message = random.message(address, isProxy ? undefined : random.pick(bodies));
    const seed = Buffer.alloc(32, random.below(256));
    const time = now + random.pick(LATER_STEPS);
    const run = { ...emulationOptions, message, shardAccount, now: time, lt: Number(lt), seed };
    const machineResult = /** @type {any} */ (await machine.run(run));
    const edgeResult = await emulate({
      account: shardAccount,
      message: message.toBoc(),
      config,
      libraries,
      now: time,
      lt,
      randomSeed: seed,
      ignoreSignature: true,
    }).catch((error) => error);
    const label = `case ${index}`;
    if (machineResult.ok && edgeResult.status === "done") {
      assert.deepEqual(
        describeTransactionDifference(edgeResult.transactionCell, machineResult.transaction.toBoc()),
        [],
        label,
      );
      counts.same += 1;
    } else if (edgeResult.status === "unknown") {
      assert.equal(machineResult.ok, true, label);
      counts.unknown += 1;
    } else if (!machineResult.ok && machineResult.error.startsWith("the executor could not")) {
      // The sandbox throws if an account has less of an extra currency than it sends.
      counts.unable += 1;
    } else {
      assert.equal(machineResult.ok, false, `${label}: ${edgeResult.message ?? edgeResult.reason}`);
      // The sandbox reports 0 for code that did not run.
      if (edgeResult.status === "not_accepted")
        assert.equal(edgeResult.exitCode ?? 0, machineResult.exitCode ?? 0, label);
      else assert.equal(edgeResult.code, "invalid_parameter", label);
      counts.refused += 1;
    }
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.same > COUNT / 2 && counts.unknown < COUNT / 50 && counts.unable < COUNT / 100);
});
