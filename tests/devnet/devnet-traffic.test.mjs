// The messages that a running chain generates, sent by separate wallets: the same seed and block give the same messages.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { internal, toNano } from "@ton/core";

import { COURIER, JETTON_TRADERS, PAYERS } from "../upstream/devnet/cast.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { makeTraffic } from "../upstream/devnet/traffic/index.mjs";
import { get } from "./devnet-request.mjs";

const BLOCKS = 120;
const SECONDS = 5;

/** @type {any} */
let devnet;
/** @type {{ seqno: number, hashes: string[] }[]} the messages of each block */
const blocks = [];
/** @type {string[]} */
const droppedMessages = [];
let startSeqno;

before(async () => {
  devnet = await startDevnet({ world: "small", clock: "manual" });
  await devnet.ready;
  const { chain, cast } = devnet;
  startSeqno = chain.head.mc.seqno;
  for (let i = 0; i < BLOCKS; i++) {
    const seqno = chain.head.mc.seqno + 1;
    const externals = await makeTraffic(chain, cast);
    blocks.push({ seqno, hashes: externals.map((cell) => cell.hash().toString("base64")) });
    droppedMessages.push(...(await chain.step({ now: chain.head.mc.gen_utime + SECONDS, externals })).dropped);
  }
  await devnet.clock.settle();
});
after(() => devnet?.close());

/** Accounts that got an external message, or a message of the given type, after the world was complete. @param {string} type */
const listReceivers = (type) =>
  devnet.db
    .all(
      "SELECT DISTINCT t.account FROM transactions t JOIN messages m ON m.hash = t.in_msg WHERE t.mc_seqno > ? AND m.type = ?",
      [startSeqno, type],
    )
    .map(({ account }) => account);
const listAccounts = (names) => names.map((name) => devnet.cast.wallet(name).account);

test("every traffic message is accepted, and no two of a block exclude each other", () => {
  assert.deepEqual(droppedMessages, []);
  const failedHashes = devnet.db.all("SELECT hash FROM transactions WHERE mc_seqno > ? AND aborted = 1", [startSeqno]);
  assert.deepEqual(failedHashes, []);
  assert.ok(blocks.some(({ hashes }) => hashes.length === 0));
  assert.ok(blocks.some(({ hashes }) => hashes.length > 1));
  const hashes = blocks.flatMap(({ hashes }) => hashes);
  assert.equal(new Set(hashes).size, hashes.length);
});

test("only the traffic's own wallets spend, in both workchains, and the wallets of people only receive", () => {
  const spentMessages = listReceivers("ext_in");
  const { cast } = devnet;
  const castAccounts = [...cast.roles, ...cast.validators].map(({ account }) => account);
  for (const account of spentMessages) assert.ok(castAccounts.includes(account), account);
  for (const account of [...listAccounts([...PAYERS, ...JETTON_TRADERS, COURIER]), cast.validators[0].account])
    assert.ok(spentMessages.includes(account), account);
  for (const workchain of ["0:", "-1:"]) assert.ok(spentMessages.some((account) => account.startsWith(workchain)));
  const internalReceivers = listReceivers("internal");
  assert.ok(cast.people.some(({ account }) => internalReceivers.includes(account)));
  for (const { name, account } of [cast.faucet, ...cast.people]) assert.ok(!spentMessages.includes(account), name);
});

test("the traffic also transfers jettons", async () => {
  const { utime } = devnet.db.get("SELECT gen_utime AS utime FROM blocks WHERE workchain = -1 AND seqno = ?", [
    startSeqno,
  ]);
  const { jetton_transfers: rows } = await get(devnet, "/jetton/transfers", { start_utime: utime + 1, limit: 1000 });
  assert.ok(rows.length > 0);
  const traders = listAccounts(JETTON_TRADERS);
  for (const row of rows) {
    assert.ok(traders.includes(row.source), row.source);
    assert.equal(row.transaction_aborted, false);
  }
  const { actions } = await get(devnet, "/actions", {
    action_type: ["jetton_transfer"],
    start_utime: utime + 1,
    limit: 1000,
  });
  assert.equal(actions.length, rows.length);
});

test("traffic does not change the seqno of a person's wallet, which can send at any time", async () => {
  const { chain, cast, clock } = devnet;
  const alice = cast.wallet("alice");
  const { seqno } = await get(devnet, "/walletInformation", { address: alice.account });
  const messages = [internal({ to: cast.wallet("bob").address, value: toNano("0.1"), bounce: false })];
  const boc = alice.transfer({ seqno, messages, validUntil: chain.time() + 600 });
  for (let i = 0; i < 20; i++)
    await chain.step({ now: chain.head.mc.gen_utime + SECONDS, externals: await makeTraffic(chain, cast) });
  await chain.submit(boc);
  await clock.settle();
  assert.equal((await get(devnet, "/walletInformation", { address: alice.account })).seqno, seqno + 1);
});

test("the same seed, block and state generate the same messages, and another seed generates others", async () => {
  const secondDevnet = await startDevnet({ world: "small", clock: "manual" });
  const otherDevnet = await startDevnet({ world: "small", clock: "manual", seed: "tea" });
  try {
    await Promise.all([secondDevnet.ready, otherDevnet.ready]);
    const findFirstDeliveredHash = async ({ chain, cast }) => {
      const hashes = [];
      for (let i = 0; i < 12; i++) {
        const externals = await makeTraffic(chain, cast);
        hashes.push(externals.map((cell) => cell.hash().toString("base64")));
        await chain.step({ now: chain.head.mc.gen_utime + SECONDS, externals });
      }
      return hashes;
    };
    const expected = blocks.slice(0, 12).map(({ hashes }) => hashes);
    assert.deepEqual(await findFirstDeliveredHash(secondDevnet), expected);
    assert.notDeepEqual(await findFirstDeliveredHash(otherDevnet), expected);
  } finally {
    await Promise.all([secondDevnet.close(), otherDevnet.close()]);
  }
});

test("a chain without wallets has no traffic", async () => {
  const emptyDevnet = await startDevnet({ world: "none", clock: "manual" });
  try {
    await emptyDevnet.ready;
    for (let i = 0; i < 30; i++) {
      assert.deepEqual(await makeTraffic(emptyDevnet.chain, emptyDevnet.cast), []);
      await emptyDevnet.clock.step();
    }
  } finally {
    await emptyDevnet.close();
  }
});
