// A devnet on which a test previews messages and then sends them.

import assert from "node:assert/strict";

import { createClient } from "ton-edge";
import { decodeTransaction } from "ton-edge/message";
import { previewTransfer } from "ton-edge/tvm";

import { startDevnet } from "../upstream/devnet/server.mjs";
import { runGetMethod, findState } from "../upstream/devnet/view.mjs";

/** Transactions by their accounts, in the order of the account, in a form for comparison: logical times and hashes differ. */
function describeWorld(transactions) {
  const stateByKey = new Map();
  for (const { accountAddr, totalFees, description, inMsg, endStatus, outMsgs } of transactions) {
    const { computePh: compute, action, bounce } = description;
    const resultFacts = {
      fees: totalFees.coins,
      gas: compute.gasUsed ?? null,
      exitCode: compute.exitCode ?? null,
      resultCode: action?.resultCode ?? null,
      bounce: bounce?.type ?? null,
      value: inMsg.info.value?.coins ?? null,
      sent: outMsgs.map(({ info }) => info.value?.coins ?? null),
      endStatus,
    };
    stateByKey.set(accountAddr, [...(stateByKey.get(accountAddr) ?? []), resultFacts]);
  }
  return stateByKey;
}

export async function startPreviewDevnet() {
  const devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  const { chain, db } = devnet;
  /** Requests of the client, by the last part of their paths. @type {string[]} */
  const requests = [];
  const client = createClient({
    baseUrl: devnet.url,
    rateLimit: false,
    onRequest: ({ url }) => requests.push(/** @type {string} */ (new URL(url).pathname.split("/").at(-1))),
  });
  const findWallet = (/** @type {string} */ name) => /** @type {any} */ (devnet.cast.wallet(name));

  /** A message from outside that makes a wallet send messages. @param {any} from @param {any[]} messages */
  async function order(from, messages, validFor = 600) {
    const { exit_code, stack } = await runGetMethod(chain, { account: from.account, method: "seqno", stack: [] });
    const seqno = exit_code === 0 ? Number(/** @type {any} */ (stack[0]).value) : 0;
    return from.transfer({ seqno, messages, validUntil: chain.time() + validFor });
  }

  /** Sends a message from outside, and returns the transactions that follow. @param {import("@ton/core").Cell} boc */
  async function send(boc, now = chain.time()) {
    const { id } = /** @type {any} */ (db.get("SELECT max(id) AS id FROM transactions"));
    await chain.submit(boc);
    await chain.settle({ now: () => now });
    return db
      .all("SELECT boc FROM transactions WHERE id > ? AND in_msg IS NOT NULL ORDER BY id", [id])
      .map(({ boc: bag }) => decodeTransaction(bag));
  }

  /** Previews a message, sends it, and compares the results. @param {import("@ton/core").Cell} boc @returns {Promise<any>} the preview */
  async function previewAndSend(boc) {
    const now = chain.time();
    const preview = /** @type {any} */ (await previewTransfer(client, boc.toBoc(), { now }));
    assert.equal(preview.status, "done", preview.reason);
    assert.equal(preview.complete, true);
    const realTransactions = await send(boc, now);
    assert.equal(preview.transactions.length, realTransactions.length);
    assert.deepEqual(
      describeWorld(preview.transactions.map(({ transaction }) => transaction)),
      describeWorld(realTransactions),
    );
    for (const { account, after, statusAfter } of preview.accounts) {
      const state = findState(chain, account);
      assert.equal(after, BigInt(state.balance), account);
      assert.equal(statusAfter, state.status);
    }
    const change = preview.accounts.reduce((sum, account) => sum + account.change, 0n);
    assert.equal(change, -preview.totalFees, "the balances decrease only by the fees");
    return preview;
  }

  return {
    devnet,
    chain,
    client,
    requests,
    wallet: findWallet,
    order,
    send,
    previewAndSend,
    close: () => devnet.close(),
  };
}
