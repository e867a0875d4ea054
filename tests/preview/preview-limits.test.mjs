// How many messages a preview follows, when it ends, and the inputs that it refuses.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { Address, beginCell, contractAddress, internal, toNano } from "@ton/core";
import { isTonEdgeError } from "ton-edge/message";
import { previewTransfer } from "ton-edge/tvm";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { startPreviewDevnet } from "./preview-devnet.mjs";

/** `BLKDROP`; a message to `MYADDR` without value; `SENDRAWMSG` with mode 128. */
const ECHO = "FF005F058018C8CB05F828CF1670FA02806BCF40C9810080FB00";

/** @type {any} */
let world;
before(async () => {
  world = await startPreviewDevnet();
});
after(() => world?.close());

describe("limits of a preview", () => {
  test("a preview follows a contract that sends itself messages forever for 64 transactions", async () => {
    // The code drops its stack, and sends itself a message with mode 128.
    const code = beginCell().storeBuffer(Buffer.from(ECHO, "hex")).endCell();
    const init = { code, data: beginCell().endCell() };
    const address = contractAddress(0, init);
    const boc = await world.order(world.wallet("faucet"), [
      internal({ to: address, value: toNano(10), bounce: false, init }),
    ]);
    const preview = async (options = {}) => {
      const now = world.chain.time();
      return /** @type {any} */ (await previewTransfer(world.client, boc.toBoc(), { now, ...options }));
    };
    for (const [options, count] of /** @type {[object, number][]} */ ([
      [{}, 64],
      [{ maxTransactions: 5 }, 5],
      [{ maxTransactions: 1 }, 1],
    ])) {
      world.requests.length = 0;
      const { complete: isComplete, transactions, root, success, reason } = await preview(options);
      assert.equal(isComplete, false);
      // The transactions that ran succeeded; the following ones are unknown.
      assert.equal(success, null);
      assert.match(reason, /^not known: /);
      assert.equal(transactions.length, count);
      let node = root;
      while (node.children?.length) node = node.children[0];
      assert.deepEqual(node, { account: writeRawAddress(address), status: "unknown", reason: "max_transactions" });
      assert.ok(world.requests.length <= 3);
    }
  });

  test("contracts that use all their gas share the work of a preview", async () => {
    // `SETCP0`, `<{ }> PUSHCONT`, `AGAIN`: a message takes a million units of gas.
    const init = {
      code: beginCell().storeBuffer(Buffer.from("FF0090EA", "hex")).endCell(),
      data: beginCell().endCell(),
    };
    const to = contractAddress(0, init);
    const [now, faucet] = [world.chain.time(), world.wallet("faucet")];
    const messages = Array.from({ length: 20 }, () => internal({ to, value: toNano(1), bounce: false, init }));
    const boc = await world.order(faucet, messages);
    const preview = /** @type {any} */ (await previewTransfer(world.client, boc.toBoc(), { now }));
    const outcomes = preview.root.children.map(({ status, reason, exitCode }) =>
      status === "done" ? exitCode : reason,
    );
    assert.deepEqual(outcomes.slice(0, 15), Array(15).fill(-14));
    assert.deepEqual(outcomes.slice(16), Array(4).fill("too_complex"));
    assert.equal(preview.complete, false);
  });

  test("the outcome of a contract that reads blocks is not known, because a preview has none", async () => {
    // `SETCP0`, `PREVMCBLOCKS`, `DROP`.
    const init = {
      code: beginCell().storeBuffer(Buffer.from("FF00F8340030", "hex")).endCell(),
      data: beginCell().endCell(),
    };
    const to = contractAddress(0, init);
    const [now, faucet] = [world.chain.time(), world.wallet("faucet")];
    const boc = await world.order(faucet, [internal({ to, value: toNano(1), bounce: false, init })]);
    const preview = /** @type {any} */ (await previewTransfer(world.client, boc.toBoc(), { now }));
    assert.deepEqual([preview.root.success, preview.root.children[0].status], [true, "unknown"]);
    assert.deepEqual([preview.success, preview.complete], [null, false]);
    assert.match(preview.reason, /^not known: /);
  });

  test("a preview reads many accounts concurrently, each once", async () => {
    const faucet = world.wallet("faucet");
    const receivers = Array.from({ length: 20 }, (_, index) => new Address(0, Buffer.alloc(32, index % 10)));
    const messages = receivers.map((to) => internal({ to, value: toNano("0.1"), bounce: false }));
    const boc = await world.order(faucet, messages);
    world.requests.length = 0;
    const preview = await world.previewAndSend(boc);
    assert.equal(preview.transactions.length, 21);
    assert.equal(world.requests.filter((name) => name === "getShardAccountCell").length, 11);
    for (const { change } of preview.accounts.slice(1)) assert.equal(change, 2n * toNano("0.1"));
  });

  test("a preview ends with its signal, at its timeout, and with errors of its requests", async () => {
    const carol = world.wallet("carol");
    const boc = (await world.order(carol, [internal({ to: world.wallet("bob").address, value: 1n })])).toBoc();
    const makePendingFetch = (_, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    /** @type {any} */
    const slowClient = { v2: { getConfigAll: world.client.v2.getConfigAll, getShardAccountCell: makePendingFetch } };
    const config = world.chain.config.toBoc();
    await assert.rejects(previewTransfer(slowClient, boc, { config, timeoutMs: 20 }), { code: "timeout" });
    const controller = new AbortController();
    const abortedPreview = previewTransfer(slowClient, boc, { config, signal: controller.signal });
    controller.abort(new Error("enough"));
    await assert.rejects(abortedPreview, { message: "enough" });
    await assert.rejects(previewTransfer(slowClient, boc, { config, signal: AbortSignal.abort(new Error("before")) }), {
      message: "before",
    });
    /** @type {any} */
    const oddClient = { v2: { ...slowClient.v2, getShardAccountCell: async () => ({ bytes: "zz" }) } };
    await assert.rejects(previewTransfer(oddClient, boc, { config }), { code: "invalid_response" });
    const otherState = await world.client.v2.getShardAccountCell({ address: world.wallet("bob").account });
    /** @type {any} */
    const lyingClient = { v2: { ...slowClient.v2, getShardAccountCell: async () => otherState } };
    await assert.rejects(previewTransfer(lyingClient, boc, { config }), { code: "invalid_response" });
  });

  test("a preview refuses options of the wrong type", async () => {
    const boc = (await world.order(world.wallet("carol"), [])).toBoc();
    for (const options of [
      { maxTransactions: 0 },
      { maxTransaction: 3 },
      { timeoutMs: -1 },
      { tokens: 1 },
      { signal: {} },
      { config: "x" },
      { now: "now" },
      { ignoreSignature: "yes" },
    ])
      await assert.rejects(previewTransfer(world.client, boc, /** @type {any} */ (options)), (error) =>
        isTonEdgeError(error),
      );
    await assert.rejects(previewTransfer(world.client, beginCell().endCell().toBoc()), { code: "message_invalid" });
    await assert.rejects(previewTransfer(world.client, "zz"), { code: "boc_invalid" });
  });
});
