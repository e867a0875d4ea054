// The published client on the local chain, used as an application uses it: through the gateway, with only v2 and
// v3 responses. The test reads the chain's database only to check the results.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { toNano } from "@ton/core";
import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import { serve } from "ton-edge/node";

import { sendTransfer } from "../upstream/devnet/send.mjs";
import { DEFAULT_SEEDS, startDevnet } from "../upstream/devnet/server.mjs";
import { Wallet } from "../upstream/devnet/wallet.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";

const INTERVAL = 100;

/** @type {any} */
let devnet;
let server, client;
before(
  async () => {
    devnet = await startDevnet({ world: "full", clock: INTERVAL });
    await devnet.ready;
    server = await serve(
      createGateway({ limits: UNLIMITED, mainnet: devnet.url, cache: { adapter: "none" }, log() {} }),
      { port: 0 },
    );
    client = createClient({ baseUrl: server.url, rateLimit: false });
  },
  { timeout: 240_000 },
);
after(async () => {
  await server?.close();
  await devnet?.close();
});

/** Lists the transactions of a trace's tree, from the root to its leaves. */
function flatten({ tx_hash: hash, children }, depth = 0) {
  return [{ hash, depth }, ...children.flatMap((child) => flatten(child, depth + 1))];
}

const fetchHistory = () =>
  devnet.db
    .all("SELECT hash FROM transactions WHERE account = ? ORDER BY lt", [devnet.cast.busy.account])
    .map(({ hash }) => hash);

test("the client deploys a wallet, pays, and follows the trace to its end", { timeout: 60_000 }, async () => {
  const { faucet } = devnet.cast;
  const bob = devnet.cast.wallet("bob");
  const newcomerWallet = new Wallet(DEFAULT_SEEDS.mainnet, "newcomer", "v4r2");
  const readState = async () => (await client.v2.getAddressInformation({ address: newcomerWallet.address })).state;
  assert.equal(await readState(), "uninitialized");

  await sendTransfer({ client, from: faucet, to: newcomerWallet.address, amount: toNano(5), comment: "a start" });
  assert.equal(await readState(), "uninitialized");
  const firstSend = await sendTransfer({
    client,
    from: newcomerWallet,
    to: bob.address,
    amount: toNano(1),
    comment: "deploys me",
  });
  assert.equal(await readState(), "active");
  const { stack } = await client.v2.runGetMethod({ address: newcomerWallet.address, method: "seqno", stack: [] });
  assert.equal(Number(stack[0][1]), 1);
  const { wallets } = await client.v3.walletStates({ address: [newcomerWallet.address] });
  assert.equal(wallets[0].wallet_type, "wallet v4 r2");
  const deployTransaction = firstSend.trace.transactions[firstSend.trace.trace.tx_hash];
  assert.deepEqual([deployTransaction.orig_status, deployTransaction.end_status], ["uninit", "active"]);

  const { trace } = await sendTransfer({
    client,
    from: newcomerWallet,
    to: bob.address,
    amount: toNano("0.5"),
    comment: "and again",
  });
  assert.equal(trace.trace_info.trace_state, "complete");
  assert.equal(trace.trace_info.pending_messages, 0);
  const steps = flatten(trace.trace);
  assert.deepEqual(
    steps.map(({ depth }) => depth),
    [0, 1],
  );
  assert.deepEqual(steps.map(({ hash }) => hash).sort(), Object.keys(trace.transactions).sort());
  const [sentStep, receivedRow] = steps.map(({ hash }) => trace.transactions[hash]);
  assert.deepEqual([sentStep.account, receivedRow.account], [newcomerWallet.account, bob.account]);
  assert.equal(receivedRow.in_msg.hash, sentStep.out_msgs[0].hash);
  assert.equal(receivedRow.in_msg.message_content.decoded.comment, "and again");
  assert.equal(receivedRow.in_msg.value, String(toNano("0.5")));
  assert.equal(receivedRow.description.aborted, false);
});

/** Pays the busy account until the work is done, so that its history grows while the work reads it. */
async function growWhile(work) {
  let isDone = false;
  const from = devnet.cast.faucet,
    to = devnet.cast.busy.address;
  const payer = (async () => {
    while (!isDone) await sendTransfer({ client, from, to, amount: toNano("0.01"), comment: "while you read" });
  })();
  // A failure is thrown at the end, and must not be an unhandled rejection before that.
  payer.catch(() => {});
  const historyBefore = fetchHistory();
  try {
    return { before: historyBefore, ...(await work()), after: fetchHistory() };
  } finally {
    isDone = true;
    await payer;
  }
}

test("the client reads the busy account's whole history, oldest first, while new blocks come", {
  timeout: 120_000,
}, async () => {
  const {
    before: hashesBefore,
    rows,
    after: hashesAfter,
  } = await growWhile(async () => {
    const rows = [];
    const pages = client.v3.transactions.paginate(
      { account: devnet.cast.busy.account, sort: "asc" },
      { pageSize: 200 },
    );
    for await (const { hash } of pages) rows.push(hash);
    return { rows };
  });
  assert.ok(hashesBefore.length > 1700);
  assert.ok(hashesAfter.length > hashesBefore.length, "the account has no new transaction");
  assert.equal(new Set(rows).size, rows.length);
  // All rows from before the start, and all newer rows up to the last one, without a gap.
  assert.ok(rows.length >= hashesBefore.length);
  assert.deepEqual(rows, hashesAfter.slice(0, rows.length));
});

test("the client reads the busy account's history, newest first, below a logical time read at the start", {
  timeout: 120_000,
}, async () => {
  const {
    before: hashesBefore,
    rows,
    after: hashesAfter,
  } = await growWhile(async () => {
    const { last_transaction_id: newestTransactionId } = await client.v2.getAddressInformation({
      address: devnet.cast.busy.account,
    });
    const rows = [];
    const pages = client.v3.transactions.paginate(
      { account: devnet.cast.busy.account, end_lt: newestTransactionId.lt },
      { pageSize: 333 },
    );
    for await (const { hash } of pages) rows.push(hash);
    return { rows };
  });
  assert.ok(hashesAfter.length > hashesBefore.length, "the account has no new transaction");
  const allRows = rows.reverse();
  assert.ok(allRows.length >= hashesBefore.length);
  assert.deepEqual(allRows, hashesAfter.slice(0, allRows.length));
});
