// Messages that the client sends to the local chain through the gateway, and the outcomes that it reports: wallets of every version,
// tokens, failures of every kind, lost responses, aborts and timeouts, over v3 and over v2.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { createClient } from "ton-edge";
import { createGateway } from "ton-edge/gateway";
import {
  beginCell,
  comment,
  externalMessage,
  fromNano,
  keyPairFromSeed,
  messageHash,
  toNano,
  walletHighloadV3,
  walletV3R1,
  walletV3R2,
  walletV4R2,
  walletV5R1,
} from "ton-edge/message";
import { serve } from "ton-edge/node";
import { previewTransfer } from "ton-edge/tvm";

import { UNLIMITED } from "../helpers/unlimited.mjs";
import { catchRejection } from "../message/checks.mjs";
import { makeEdgeMinter } from "../upstream/devnet/scenes/jettons.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

const INTERVAL = 60;
/** Long enough for a busy machine: the tests wait for a block. */
const POLL = { pollIntervalMs: 50, timeoutMs: 300_000 };
/** Seconds for which messages are valid, since a busy machine may be slow to send them. */
const LIFETIME = 3600;
const UNUSED_ADDRESS = `0:${"5E".repeat(32)}`;
const WALLETS = { v3r1: walletV3R1, v3r2: walletV3R2, v4r2: walletV4R2, v5r1: walletV5R1 };
const now = () => Math.floor(Date.now() / 1000);

/** @type {any} */
let devnet;
let gateway, client;
/** Wallets of the cast, as objects of this package. */
let faucet, alice, collector;
before(
  async () => {
    devnet = await startDevnet({ world: "small", clock: INTERVAL, traffic: false });
    await devnet.ready;
    gateway = await serve(
      createGateway({ limits: UNLIMITED, mainnet: devnet.url, cache: { adapter: "none" }, log() {} }),
      { port: 0 },
    );
    client = makeClientWith();
    [faucet, alice, collector] = await Promise.all(["faucet", "alice", "collector"].map(findCastWallet));
  },
  { timeout: 120_000 },
);
after(async () => {
  await gateway?.close();
  await devnet?.close();
});

/** A separate client, with `respond` in place of `fetch`. This client does not know the messages of others. */
function makeClientWith(respond = (request) => fetch(request)) {
  return createClient({ baseUrl: gateway.url, rateLimit: false, retry: false, fetch: respond });
}

/** A wallet of the seeded world. */
async function findCastWallet(name) {
  const { version, keys, account } = devnet.cast.wallet(name);
  const { publicKey, privateKey } = await keyPairFromSeed(new Uint8Array(keys.secretKey.subarray(0, 32)));
  const wallet = WALLETS[version]({ publicKey });
  assert.equal(wallet.address, account);
  return { wallet, privateKey };
}

let keys = 0;
/** A wallet of a new key. */
async function makeWallet(make) {
  const { publicKey, privateKey } = await keyPairFromSeed(new Uint8Array(32).fill((keys += 1)));
  return { wallet: make({ publicKey }), privateKey };
}

const getSeqno = ({ wallet }) => client.read(wallet.address, "seqno").catch(() => 0);

/** A signed message of a wallet. */
async function signTransfer(from, actions, request = {}) {
  return from.wallet.transfer(
    actions,
    { seqno: await getSeqno(from), validUntil: now() + LIFETIME, ...request },
    from.privateKey,
  );
}

/** Pays with the faucet. */
async function pay(to, value, overrides = {}) {
  return client.send(await signTransfer(faucet, [{ to, value: toNano(value), bounce: false, ...overrides }]), {
    ...POLL,
    wait: "trace",
  });
}

/** The requests after a given one. The upstream remembers only the newest requests, so the given one may be gone. */
const getRequestsSince = (lastRequest, path) =>
  devnet.requests.slice(devnet.requests.indexOf(lastRequest) + 1).filter(({ url }) => url.includes(path));

describe("wallets", () => {
  for (const [version, make] of Object.entries(WALLETS)) {
    test(`${version} is deployed and pays with a comment, and both generations report the same`, {
      timeout: 600_000,
    }, async () => {
      const from = await makeWallet(make);
      const { address } = from.wallet;
      await pay(address, "5");
      const deploySend = await client.send(
        await signTransfer(from, [{ to: alice.wallet.address, value: toNano(1), bounce: false }]),
        POLL,
      );
      assert.deepEqual(
        [deploySend.status, deploySend.success, deploySend.reason, deploySend.account],
        ["executed", true, null, address],
      );
      assert.equal(deploySend.transaction.account, address);
      assert.equal(deploySend.trace, null);
      assert.equal(await client.read(address, "seqno"), 1);

      const boc = await signTransfer(from, [
        { to: alice.wallet.address, value: toNano("0.5"), bounce: false, body: "hello" },
      ]);
      const outcome = await client.send(boc, { ...POLL, wait: "trace", generation: "v2" });
      const thirdOutcome = await client.waitForMessage(outcome.hash, { ...POLL, wait: "trace", generation: "v3" });
      const secondOutcome = await client.waitForMessage(outcome.hash, {
        ...POLL,
        wait: "trace",
        generation: "v2",
        account: address,
      });
      assert.equal(outcome.hash, messageHash(boc));
      for (const result of [outcome, secondOutcome, thirdOutcome]) {
        assert.deepEqual([result.status, result.success, result.reason], ["complete", true, null]);
        assert.equal(result.trace.transactions.length, 2);
        assert.deepEqual([result.trace.incomplete, result.trace.failures], [false, []]);
      }
      const makeShortAction = ({ row, decoded, children, finality, ...rest }) => ({
        ...rest,
        children: children?.map(makeShortAction),
      });
      assert.deepEqual(makeShortAction(secondOutcome.transaction), makeShortAction(thirdOutcome.transaction));
      assert.deepEqual(makeShortAction(secondOutcome.trace.root), makeShortAction(thirdOutcome.trace.root));
      const { row } = thirdOutcome.trace.root.children[0];
      assert.equal(row.in_msg.message_content.decoded.comment, "hello");
      assert.equal(secondOutcome.trace.root.children[0].decoded.inMsg.info.value.coins, toNano("0.5"));
    });
  }

  test("highload v3 is deployed, pays, and accepts a query id only once", { timeout: 600_000 }, async () => {
    const from = await makeWallet(walletHighloadV3);
    await pay(from.wallet.address, "5");
    const actions = [1, 2, 3].map((index) => ({
      to: alice.wallet.address,
      value: toNano("0.1"),
      bounce: false,
      body: `n. ${index}`,
    }));
    const signActions = (queryId, deploy) => from.wallet.transfer(actions, { queryId, deploy }, from.privateKey);
    const firstOutcome = await client.send(await signActions(0, true), { ...POLL, wait: "trace" });
    assert.deepEqual([firstOutcome.success, firstOutcome.reason], [true, null]);
    assert.equal(firstOutcome.trace.transactions.filter(({ account }) => account === alice.wallet.address).length, 3);
    assert.ok(await client.read(from.wallet.address, "get_timeout"));
    const secondTransfer = await from.wallet.transfer(actions.slice(1), { queryId: 0 }, from.privateKey);
    const error = await catchRejection(() => client.send(secondTransfer, POLL));
    assert.deepEqual(
      [error.code, error.exitCode, error.messageHash],
      ["message_rejected", 36, messageHash(secondTransfer)],
    );
    assert.match(error.message, /^the account did not accept the message: its query was executed already; /);
    const strangerKeys = await keyPairFromSeed(new Uint8Array(32).fill(9));
    const forgedMessage = await from.wallet.transfer(actions, { queryId: 7 }, strangerKeys.privateKey);
    const refusal = await catchRejection(() => client.send(forgedMessage, POLL));
    assert.match(refusal.message, /^the account did not accept the message: its signature is wrong; /);
    assert.equal((await client.send(await signActions(1, false), { ...POLL, wait: "trace" })).success, true);
  });

  test("highload v3 that cannot pay for all of its messages is reported as failed, over v2 and v3", {
    timeout: 600_000,
  }, async () => {
    const from = await makeWallet(walletHighloadV3);
    await pay(from.wallet.address, "3");
    const receivers = [1, 2, 3].map((index) => `0:${String(index).repeat(64)}`);
    const actions = receivers.map((to) => ({ to, value: toNano(2), bounce: false }));
    const boc = await from.wallet.transfer(actions, { queryId: 0, deploy: true }, from.privateKey);
    const preview = await previewTransfer(client, boc);
    assert.ok(preview.status === "done");
    const thirdOutcome = await client.send(boc, { ...POLL, wait: "trace", generation: "v3" });
    const waitOptions = { ...POLL, generation: "v2", account: from.wallet.address };
    const secondOutcome = await client.waitForMessage(thirdOutcome.hash, { ...waitOptions, wait: "trace" });
    const omittedReason = "2 actions could not be done and were left out, as the send mode allows";
    const figuresPattern = /: not enough TON: the wallet had 0\.9\d+ TON left, and the message needs 2 TON \(at 0:/;
    for (const result of [preview, thirdOutcome, secondOutcome]) {
      assert.equal(result.success, false);
      assert.ok(result.reason?.startsWith(omittedReason) && result.reason.endsWith(`(at ${from.wallet.address})`));
      // v2 does not report the balance at that moment.
      assert.equal(figuresPattern.test(result.reason), result !== secondOutcome, result.reason);
    }
    const balances = await Promise.all(receivers.map(async (to) => (await client.account(to)).balance));
    assert.deepEqual(balances, [toNano(2), 0n, 0n]);
    // The wallet acts only when its message to itself arrives, so the request's own transaction does not show the failure.
    for (const generation of /** @type {const} */ (["v3", "v2"])) {
      const executedSend = await client.waitForMessage(thirdOutcome.hash, {
        ...waitOptions,
        generation,
        wait: "executed",
      });
      assert.equal(executedSend.success, null);
      assert.match(executedSend.reason, /^not known: the account sends itself a message/);
    }
  });

  test("four batches of highload v3 at once, with 0.1 TON, are all executed", { timeout: 600_000 }, async () => {
    const from = await makeWallet(walletHighloadV3);
    await pay(from.wallet.address, "0.1");
    const receiver = `0:${"4B".repeat(32)}`;
    const actions = Array.from({ length: 3 }, () => ({ to: receiver, value: toNano("0.001"), bounce: false }));
    const signActions = (queryId) => from.wallet.transfer(actions, { queryId, deploy: true }, from.privateKey);
    const bocs = await Promise.all([1022, 1023, 1024, 8_380_415].map(signActions));
    const results = await Promise.all(bocs.map((boc) => client.send(boc, { ...POLL, wait: "trace" })));
    for (const { success, reason } of results) assert.deepEqual([success, reason], [true, null]);
    // Without a contract, the account pays for its storage with the next payment.
    const { balance } = await client.account(receiver);
    assert.ok(balance <= toNano("0.012") && balance > toNano("0.01199"), fromNano(balance));
  });

  test("100 payments of highload v3 cost what the guide says", { timeout: 600_000 }, async () => {
    const from = await makeWallet(walletHighloadV3);
    await pay(from.wallet.address, "2");
    const send = async (actions, request) =>
      client.send(await from.wallet.transfer(actions, request, from.privateKey), { ...POLL, wait: "trace" });
    const action = (index) => ({
      to: alice.wallet.address,
      value: toNano("0.001"),
      bounce: false,
      body: `payment ${index}`,
    });
    assert.equal((await send([action(0)], { queryId: 0, deploy: true })).success, true);
    /** @type {bigint} */
    const balanceBefore = (await client.account(from.wallet.address)).balance;
    const hundredActions = Array.from({ length: 100 }, (_, index) => action(index));
    assert.equal((await send(hundredActions, { queryId: 1 })).success, true);
    const fees = balanceBefore - (await client.account(from.wallet.address)).balance - toNano("0.1");
    assert.ok(fees > toNano("0.1") && fees < toNano("0.11"), fromNano(fees));
  });

  test("the error of a wallet's first request names what is missing", { timeout: 600_000 }, async () => {
    const from = await makeWallet(walletHighloadV3);
    const signActions = (request) =>
      from.wallet.transfer([{ to: alice.wallet.address, value: 1n }], request, from.privateKey);
    for (const deploy of [true, false]) {
      const poorError = await catchRejection(async () => client.send(await signActions({ queryId: 1, deploy }), POLL));
      assert.equal(poorError.code, "message_rejected");
      assert.match(
        poorError.message,
        /the account has no coins and no contract: send TON to it first, or it is the account of/,
      );
    }
    await pay(from.wallet.address, "1");
    const error = await catchRejection(async () => client.send(await signActions({ queryId: 1 }), POLL));
    assert.equal(error.code, "message_rejected");
    assert.match(
      error.message,
      /its first request needs the StateInit \(`deploy: true`\), or it is the account of another/,
    );
    assert.equal((await client.send(await signActions({ queryId: 1, deploy: true }), POLL)).success, true);
  });

  test("a message of a wallet without money is rejected, and the error has its hash", async () => {
    const from = await makeWallet(walletV5R1);
    const boc = await signTransfer(from, [{ to: alice.wallet.address, value: 1n }]);
    const error = await catchRejection(() => client.send(boc, POLL));
    assert.deepEqual([error.code, error.messageHash], ["message_rejected", messageHash(boc)]);
  });
});

describe("tokens", () => {
  test("the client follows a jetton transfer", { timeout: 600_000 }, async () => {
    const minter = makeEdgeMinter(devnet.cast).address;
    const [ownWallet, theirWallet] = await Promise.all(
      [alice, faucet].map(({ wallet }) => client.read(minter, "get_wallet_address", [wallet.address])),
    );
    assert.equal((await client.account(theirWallet)).state, "nonexist");
    const body = {
      type: /** @type {const} */ ("jetton_transfer"),
      amount: 1_500_000_000n,
      destination: faucet.wallet.address,
      responseDestination: alice.wallet.address,
      forwardTonAmount: 1n,
      forwardPayload: comment("for you"),
    };
    const boc = await signTransfer(alice, [{ to: ownWallet, value: toNano("0.1"), body }]);
    const result = await client.send(boc, { ...POLL, wait: "trace" });
    assert.deepEqual([result.success, result.reason], [true, null]);
    assert.ok(result.trace.transactions.length >= 4);
    assert.equal((await client.read(theirWallet, "get_wallet_data")).balance, 1_500_000_000n);
    // More jettons than the balance: the wallet refuses the transfer, and the value comes back.
    const hugeBody = { ...body, amount: 10n ** 20n };
    for (const generation of /** @type {const} */ (["v3", "v2"])) {
      const failedSendResult = await client.send(
        await signTransfer(alice, [{ to: ownWallet, value: toNano("0.1"), body: hugeBody }]),
        {
          ...POLL,
          wait: "trace",
          generation,
        },
      );
      assert.equal(failedSendResult.success, false);
      assert.equal(failedSendResult.transaction.success, true);
      assert.match(failedSendResult.reason, /exit code \d+.*went back/);
      assert.equal(failedSendResult.trace.failures[0].account, ownWallet);
      assert.equal(failedSendResult.trace.failures[0].bounced, true);
    }
  });

  test("the client follows an NFT transfer", { timeout: 600_000 }, async () => {
    const { nft_items: items } = await client.v3.nft.items({ owner_address: [collector.wallet.address], limit: 10 });
    const body = {
      type: /** @type {const} */ ("nft_transfer"),
      newOwner: alice.wallet.address,
      responseDestination: collector.wallet.address,
      forwardAmount: 1n,
    };
    const boc = await signTransfer(collector, [{ to: items[0].address, value: toNano("0.1"), body }]);
    const result = await client.send(boc, { ...POLL, wait: "trace" });
    assert.deepEqual([result.success, result.reason], [true, null]);
    assert.equal((await client.nft(items[0].address)).ownerAddress, alice.wallet.address);
  });
});

describe("sends that fail", () => {
  const fetchOutcomes = async (actions, options = {}) => {
    const boc = await signTransfer(faucet, actions);
    const preview = await previewTransfer(client, boc);
    const thirdOutcome = await client.send(boc, { ...POLL, wait: "trace", generation: "v3", ...options });
    const secondOutcome = await client.waitForMessage(thirdOutcome.hash, {
      ...POLL,
      wait: "trace",
      generation: "v2",
      account: faucet.wallet.address,
    });
    assert.deepEqual([secondOutcome.success, secondOutcome.reason], [thirdOutcome.success, thirdOutcome.reason]);
    assert.ok(preview.status === "done");
    assert.deepEqual([preview.success, preview.reason], [thirdOutcome.success, thirdOutcome.reason]);
    return thirdOutcome;
  };

  test("a contract that fails, and an account without a contract, are reported as failures", {
    timeout: 600_000,
  }, async () => {
    const throwerOutcomes = await fetchOutcomes([{ to: devnet.cast.thrower.account, value: toNano(1) }]);
    assert.equal(throwerOutcomes.success, false);
    assert.match(throwerOutcomes.reason, /exit code 42.*went back/);
    assert.deepEqual([throwerOutcomes.trace.failures.length, throwerOutcomes.trace.failures[0].exitCode], [1, 42]);
    const bouncedOutcomes = await fetchOutcomes([{ to: UNUSED_ADDRESS, value: toNano(1) }]);
    assert.match(bouncedOutcomes.reason, /the account has no contract; its value went back/);
    const neverOutcomes = await fetchOutcomes([{ to: UNUSED_ADDRESS, value: toNano("0.01"), bounce: false }]);
    assert.deepEqual([neverOutcomes.success, neverOutcomes.reason], [true, null]);
  });

  test("a message whose receiver never ran is reported as a failure", { timeout: 600_000 }, async () => {
    const ownWallet = await client.read(makeEdgeMinter(devnet.cast).address, "get_wallet_address", [
      alice.wallet.address,
    ]);
    const burn = /** @type {const} */ ({ type: "jetton_burn", amount: 1n, responseDestination: alice.wallet.address });
    const poorOutcomes = await fetchOutcomes([{ to: ownWallet, value: 1000n, bounce: false, body: burn }]);
    assert.equal(poorOutcomes.success, false);
    assert.match(poorOutcomes.reason, /^not enough TON for gas \(at 0:/);
    // The StateInit of another account.
    const { init } = await makeWallet(walletV4R2).then(({ wallet }) => ({ init: wallet.stateInit }));
    const to = `0:${"5F".repeat(32)}`;
    const deployOutcomes = await fetchOutcomes([{ to, value: toNano("0.05"), bounce: false, init, body: "deploy" }]);
    assert.equal(deployOutcomes.success, false);
    assert.match(deployOutcomes.reason, /StateInit/);
  });

  test("a skipped action is reported as a failure", { timeout: 600_000 }, async () => {
    for (const make of [walletV4R2, walletV5R1]) {
      const from = await makeWallet(make);
      await pay(from.wallet.address, "1");
      const boc = await signTransfer(from, [{ to: UNUSED_ADDRESS, value: toNano(1_000_000), bounce: false, mode: 3 }]);
      for (const wait of /** @type {const} */ (["executed", "trace"])) {
        const result = await client.send(boc, { ...POLL, wait });
        assert.equal(result.success, false);
        assert.match(
          result.reason,
          /^1 action could not be done and was left out, as the send mode allows: not enough TON: the wallet had 0\.99\d+ TON left, and the message needs 1000000 TON$/,
        );
        assert.equal(result.transaction.skippedActions, 1);
      }
    }
  });

  test("an expired request and a request with a wrong seqno are rejected", async () => {
    const actions = [{ to: alice.wallet.address, value: 1n }];
    for (const request of [{ validUntil: now() - 60 }, { seqno: 1_000_000 }]) {
      const boc = await signTransfer(faucet, actions, request);
      const error = await catchRejection(() => client.send(boc, POLL));
      assert.deepEqual([error.code, error.messageHash], ["message_rejected", messageHash(boc)]);
      assert.ok(error.exitCode > 0);
    }
  });

  test("an accepted request that is never executed expires by the chain's clock", {
    timeout: 600_000,
  }, async () => {
    const acceptSends = async (request) =>
      request.url.endsWith("/sendBoc") ? Response.json({ ok: true, result: { "@type": "ok" } }) : fetch(request);
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: 1n }], { validUntil: now() - 40 });
    for (const generation of /** @type {const} */ ([undefined, "v3", "v2"])) {
      const error = await catchRejection(() => makeClientWith(acceptSends).send(boc, { ...POLL, generation }));
      assert.deepEqual([error.code, error.messageHash], ["message_expired", messageHash(boc)]);
    }
    // The local clock is ahead of the chain's, so nobody may send the message again yet.
    const forward = async (request) => {
      const response = await acceptSends(request);
      if (!request.url.includes("/getAddressInformation")) return response;
      const text = (await response.text()).replace(/("sync_utime": ?"?)\d+/g, `$1${now() - 100}`);
      return new Response(text, response);
    };
    for (const generation of /** @type {const} */ (["v3", "v2"])) {
      const error = await catchRejection(() =>
        makeClientWith(forward).send(boc, { ...POLL, timeoutMs: 400, generation }),
      );
      assert.deepEqual([error.code, error.messageHash], ["timeout", messageHash(boc)]);
    }
    // Bodies of other wallet versions do not name their version, so the wallet passes it.
    const otherMessage = await signTransfer(alice, [{ to: alice.wallet.address, value: 1n }], {
      validUntil: now() - 40,
    });
    const expiredError = await catchRejection(() =>
      makeClientWith(acceptSends).send(otherMessage, { ...POLL, validUntil: now() - 40 }),
    );
    assert.equal(expiredError.code, "message_expired");
    // The caller's time limit does not shorten the validity of a message that contains its own.
    const validBoc = await signTransfer(alice, [{ to: alice.wallet.address, value: 1n }]);
    const shortOptions = { ...POLL, timeoutMs: 400, validUntil: now() - 40 };
    const timeoutError = await catchRejection(() => makeClientWith(acceptSends).send(validBoc, shortOptions));
    assert.equal(timeoutError.code, "timeout");
  });

  test("a cell that is not an external message is not sent", async () => {
    const lastRequest = devnet.requests.at(-1);
    const internalMessageCell = beginCell().storeUint(4, 4).endCell();
    const oddValues = [
      internalMessageCell,
      comment("x"),
      "te6cc",
      "",
      null,
      undefined,
      5,
      {},
      new Uint8Array(3),
      [],
      Symbol("x"),
      { toBoc: () => 5 },
    ];
    for (const value of oddValues)
      await catchRejection(() => client.send(/** @type {any} */ (value), POLL), String(value));
    const goodMessage = externalMessage({ to: UNUSED_ADDRESS });
    const options = [
      null,
      5,
      { wait: "done" },
      { wait: true },
      { timeout: 5 },
      { timeoutMs: 0 },
      { timeoutMs: NaN },
      { pollIntervalMs: -1 },
      { account: UNUSED_ADDRESS },
      { signal: {} },
      { finality: "sure" },
      { generation: "v4" },
      { validUntil: "soon" },
    ];
    for (const option of options) {
      const error = await catchRejection(
        () => client.send(goodMessage, /** @type {any} */ (option)),
        JSON.stringify(option),
      );
      assert.equal(error.code, "invalid_option");
    }
    for (const hash of [undefined, null, 5, "", "abc", "z".repeat(64), "=".repeat(44), "é".repeat(44)]) {
      for (const generation of /** @type {const} */ (["v3", "v2"])) {
        const error = await catchRejection(() =>
          client.waitForMessage(/** @type {any} */ (hash), { ...POLL, generation, account: UNUSED_ADDRESS }),
        );
        assert.match(error.code, /^hash_/, `${hash}: ${error.message}`);
      }
    }
    const hash = messageHash(goodMessage);
    assert.equal(
      (await catchRejection(() => client.waitForMessage(hash, { wait: /** @type {any} */ ("accepted") }))).code,
      "invalid_option",
    );
    assert.equal(
      (await catchRejection(() => client.waitForMessage(hash, { generation: "v2" }))).code,
      "missing_parameter",
    );
    assert.equal(
      (await catchRejection(() => client.waitForMessage(hash, { ...POLL, generation: "v2", account: "x" })))
        .messageHash,
      hash,
    );
    assert.equal(getRequestsSince(lastRequest, "").length, 0);
  });

  test("an external message with an unknown body is sent", async () => {
    const signature = beginCell().storeUint(0x7369676e, 32).storeUint(1, 3).endCell();
    const boc = externalMessage({ to: faucet.wallet.address, body: signature });
    const error = await catchRejection(() => client.send(boc, POLL));
    assert.equal(error.code, "message_rejected");
  });
});

describe("a message is executed once only", () => {
  test("two sends of one message at once share one request and one outcome", { timeout: 600_000 }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const lastRequest = devnet.requests.at(-1);
    const results = await Promise.all([
      client.send(boc, POLL),
      client.send(boc.toBoc(), POLL),
      client.send(boc.toBase64(), { ...POLL, wait: "accepted" }),
    ]);
    assert.equal(getRequestsSince(lastRequest, "/sendBoc").length, 1);
    assert.deepEqual(
      results.map(({ status, success }) => [status, success]),
      [
        ["executed", true],
        ["executed", true],
        ["accepted", null],
      ],
    );
    assert.equal(new Set(results.map(({ hash }) => hash)).size, 1);
  });

  test("a message that was executed earlier is found by any client, over v2 and v3", { timeout: 600_000 }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const firstOutcome = await client.send(boc, POLL);
    for (const sender of [client, makeClientWith()]) {
      for (const generation of /** @type {const} */ (["v3", "v2", undefined])) {
        const secondOutcome = await sender.send(boc, { ...POLL, generation });
        assert.deepEqual(
          [secondOutcome.status, secondOutcome.success, secondOutcome.transaction.hash],
          ["executed", true, firstOutcome.transaction.hash],
        );
      }
      assert.equal((await sender.send(boc, { ...POLL, finality: "finalized" })).transaction.finality, "finalized");
      assert.equal((await sender.send(boc, { ...POLL, wait: "accepted" })).status, "accepted");
      assert.equal((await sender.send(boc, { ...POLL, wait: "trace" })).status, "complete");
    }
  });

  /** Reads fail as many times as given; sends succeed. */
  const makeFailingClient = (times) => {
    let remainingReads = times;
    return makeClientWith(async (request) => {
      if (request.method === "POST" || (remainingReads -= 1) < 0) return fetch(request);
      return Response.json({ error: "busy" }, { status: 503 });
    });
  };

  test("a message that was executed earlier is not called rejected while reads fail", {
    timeout: 600_000,
  }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const { hash, transaction } = await client.send(boc, POLL);
    // A program that believes the message was rejected would send another one, and pay twice.
    const outcome = await makeFailingClient(3).send(boc, POLL);
    assert.deepEqual([outcome.status, outcome.transaction.hash], ["executed", transaction.hash]);
    const error = await catchRejection(() => makeFailingClient(Infinity).send(boc, { ...POLL, timeoutMs: 500 }));
    assert.deepEqual([error.code, error.messageHash], ["timeout", hash]);
    assert.match(error.message, /not known; the service rejected it/);
    assert.equal(/** @type {any} */ (error.cause).code, "message_rejected");
  });

  test("a message that was executed in time is not called expired while reads fail", { timeout: 600_000 }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const { hash } = await client.send(boc, POLL);
    const pastOptions = { ...POLL, validUntil: now() - 3600 };
    assert.equal((await makeFailingClient(3).waitForMessage(hash, pastOptions)).status, "executed");
    const error = await catchRejection(() =>
      makeFailingClient(Infinity).waitForMessage(hash, { ...pastOptions, timeoutMs: 500 }),
    );
    assert.equal(error.code, "timeout");
  });

  test("a trace is final once all of its transactions are", { timeout: 600_000 }, async () => {
    let responseCount = 0;
    const lateClient = makeClientWith(async (request) => {
      const response = await fetch(request);
      if (!request.url.includes("/traces?")) return response;
      const body = await response.text();
      // Only a shard block has the last transaction of the trace, and no masterchain block yet.
      const position = (responseCount += 1) < 4 ? body.lastIndexOf('"finalized"') : -1;
      return new Response(
        position < 0 ? body : `${body.slice(0, position)}"confirmed"${body.slice(position + 11)}`,
        response,
      );
    });
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const { trace } = await lateClient.send(boc, { ...POLL, wait: "trace", finality: "finalized" });
    assert.ok(responseCount >= 4);
    assert.ok(trace.transactions.every(({ finality }) => finality === "finalized"));
    responseCount = 0;
    assert.equal((await lateClient.send(boc, { ...POLL, wait: "trace" })).status, "complete");
    assert.equal(responseCount, 1);
  });

  const LOST_RESPONSES = {
    "the connection breaks": async (request) => {
      await fetch(request);
      throw new TypeError("fetch failed");
    },
    "the response never arrives": async (request) => {
      await fetch(request);
      return new Promise(() => {});
    },
    "a proxy answers instead": async (request) => {
      await fetch(request);
      return new Response("<html>502 Bad Gateway</html>", { status: 502, headers: { "content-type": "text/html" } });
    },
    "the response is cut off": async (request) => {
      await fetch(request);
      return new Response('{"ok":tr', { headers: { "content-type": "application/json" } });
    },
    "the response is a web page": async (request) => {
      await fetch(request);
      return new Response("<html>hello</html>", { headers: { "content-type": "text/html" } });
    },
    "the gateway says that it does not know": async (request) => {
      await fetch(request);
      return Response.json({ ok: false, code: 504, error: "timeout" }, { status: 504 });
    },
  };
  for (const [lossName, respond] of Object.entries(LOST_RESPONSES)) {
    test(`a send whose response is lost finds its outcome: ${lossName}`, { timeout: 600_000 }, async () => {
      const lossyClient = makeClientWith((request) =>
        request.url.endsWith("/sendBoc") ? respond(request) : fetch(request),
      );
      const lastRequest = devnet.requests.at(-1);
      for (const wait of /** @type {const} */ (["accepted", "executed", "trace"])) {
        const boc = await signTransfer(faucet, [
          { to: alice.wallet.address, value: toNano("0.01"), bounce: false, body: `${lossName} ${wait}` },
        ]);
        const result = await lossyClient.send(boc, {
          ...POLL,
          wait,
          ...(lossName === "the response never arrives" && { timeoutMs: 4000 }),
        });
        assert.equal(result.status, { accepted: "accepted", executed: "executed", trace: "complete" }[wait]);
        assert.equal(result.hash, messageHash(boc));
        // The next request of the wallet has the next seqno.
        await client.waitForMessage(result.hash, POLL);
      }
      assert.equal(getRequestsSince(lastRequest, "/sendBoc").length, 3);
    });
  }

  test("a request that never arrived ends, after a search, in an error with its own code and the hash", {
    timeout: 600_000,
  }, async () => {
    const brokenClient = makeClientWith((request) =>
      request.url.endsWith("/sendBoc") ? Promise.reject(new TypeError("no")) : fetch(request),
    );
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: 1n }]);
    const error = await catchRejection(() => brokenClient.send(boc, { ...POLL, timeoutMs: 400 }));
    assert.deepEqual([error.code, error.messageHash], ["connection_failed", messageHash(boc)]);
  });

  test("a refusal that says the message was not accepted ends the send at once", async () => {
    for (const status of [400, 401, 403, 429]) {
      let requests = 0;
      const refusingClient = makeClientWith(async () => {
        requests += 1;
        return Response.json({ ok: false, code: status, error: "no" }, { status });
      });
      const boc = externalMessage({ to: UNUSED_ADDRESS });
      const error = await catchRejection(() => refusingClient.send(boc, POLL));
      assert.deepEqual([error.status, error.messageHash], [status, messageHash(boc)]);
      assert.equal(requests, 1);
    }
  });

  test("a message that was forwarded before its refusal is found by its hash, and by sending it again", {
    timeout: 600_000,
  }, async () => {
    for (const [status, code] of [
      [403, 403],
      [422, 422],
      [200, 429],
    ]) {
      const refusingClient = makeClientWith(async (request) => {
        await fetch(request);
        return Response.json({ ok: false, code, error: "no" }, { status });
      });
      const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
      const error = await catchRejection(() => refusingClient.send(boc, POLL));
      assert.deepEqual([error.status, error.messageHash], [code, messageHash(boc)]);
      assert.equal((await makeClientWith().waitForMessage(error.messageHash, POLL)).success, true);
      assert.equal((await makeClientWith().send(boc, POLL)).hash, error.messageHash);
    }
  });
});

describe("aborts and timeouts", () => {
  const reason = new Error("enough");
  const isReason = (error) => error === reason;

  test("after an abort before the request, nothing is sent, and the next send works", {
    timeout: 600_000,
  }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const lastRequest = devnet.requests.at(-1);
    await assert.rejects(client.send(boc, { ...POLL, signal: AbortSignal.abort(reason) }), isReason);
    const controller = new AbortController();
    // The client's rate limit holds the request in the queue.
    const slowClient = createClient({ baseUrl: gateway.url, rateLimit: 0.2 });
    await slowClient.v2.getMasterchainInfo({});
    const queuedSend = slowClient.send(boc, { ...POLL, signal: controller.signal });
    const otherController = new AbortController();
    const secondSend = slowClient.send(boc, { ...POLL, signal: otherController.signal });
    queuedSend.catch(() => {});
    secondSend.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort(reason);
    await assert.rejects(queuedSend, isReason);
    otherController.abort(reason);
    await assert.rejects(secondSend, isReason);
    assert.equal(getRequestsSince(lastRequest, "/sendBoc").length, 0);
    assert.equal((await client.send(boc, POLL)).success, true);
  });

  test("a send of the same message right after an aborted one has its own request", { timeout: 600_000 }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const controller = new AbortController();
    const sender = makeClientWith((request) =>
      new Promise((resolve) => setTimeout(resolve, 30)).then(() => fetch(request)),
    );
    const firstSend = sender.send(boc, { ...POLL, signal: controller.signal });
    firstSend.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(reason);
    const secondSend = sender.send(boc, POLL);
    await assert.rejects(firstSend, isReason);
    assert.equal((await secondSend).success, true);
  });

  test("an abort of one of two equal sends does not abort the other's request", { timeout: 600_000 }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const controller = new AbortController();
    const sender = makeClientWith((request) =>
      new Promise((resolve) => setTimeout(resolve, 30)).then(() => fetch(request)),
    );
    const firstSend = sender.send(boc, { ...POLL, signal: controller.signal });
    const secondSend = sender.send(boc, POLL);
    firstSend.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 10));
    controller.abort(reason);
    await assert.rejects(firstSend, isReason);
    assert.equal((await secondSend).success, true);
  });

  test("while the chain makes no blocks, aborts and timeouts say how to go on, and the call can be resumed", {
    timeout: 600_000,
  }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const hash = messageHash(boc);
    await devnet.clock.stop();
    try {
      const controller = new AbortController();
      const sending = client.send(boc, { ...POLL, signal: controller.signal });
      setTimeout(() => controller.abort(reason), 300);
      await assert.rejects(sending, isReason);
      // The service refuses a message that is pending.
      for (const sender of [client, makeClientWith()])
        assert.deepEqual(await sender.send(boc, { ...POLL, wait: "accepted" }), {
          status: "accepted",
          hash,
          account: faucet.wallet.address,
          success: null,
          reason: null,
          transaction: null,
          trace: null,
        });
      for (const sender of [client, makeClientWith()]) {
        const error = await catchRejection(() => sender.send(boc, { ...POLL, timeoutMs: 300 }));
        assert.deepEqual([error.code, error.messageHash], ["timeout", hash]);
      }
      for (const generation of /** @type {const} */ (["v3", "v2"])) {
        const startedAt = Date.now();
        const error = await catchRejection(() =>
          client.waitForMessage(hash, { ...POLL, timeoutMs: 300, generation, account: faucet.wallet.address }),
        );
        assert.ok(Date.now() - startedAt < 2000);
        assert.deepEqual([error.code, error.messageHash], ["timeout", hash]);
        assert.match(error.message, /client\.waitForMessage\("/);
      }
      const notFoundError = await catchRejection(() =>
        client.waitForMessage(messageHash(comment("never")), { ...POLL, timeoutMs: 200 }),
      );
      assert.match(notFoundError.message, /was not found/);
    } finally {
      devnet.clock.start(INTERVAL);
    }
    for (const form of [
      hash,
      hash.replaceAll("+", "-").replaceAll("/", "_").replace("=", ""),
      Buffer.from(hash, "base64").toString("hex"),
      Buffer.from(hash, "base64").toString("hex").toUpperCase(),
    ]) {
      const result = await client.waitForMessage(form, POLL);
      assert.deepEqual([result.status, result.hash, result.success], ["executed", hash, true]);
    }
    const controller = new AbortController();
    const waitingMessage = client.waitForMessage(messageHash(comment("never")), { ...POLL, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await assert.rejects(waitingMessage, isReason);
  });

  test("the queue does not delay a send beyond its timeout", { timeout: 600_000 }, async () => {
    const slowClient = createClient({ baseUrl: gateway.url, rateLimit: 0.05 });
    await slowClient.v2.getMasterchainInfo({});
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: 1n }]);
    const startedAt = Date.now();
    const error = await catchRejection(() => slowClient.send(boc, { ...POLL, timeoutMs: 500 }));
    assert.equal(error.code, "timeout");
    assert.ok(Date.now() - startedAt < 5000, `${Date.now() - startedAt} ms`);
  });

  test("a very long timeout is accepted", async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    assert.equal((await client.send(boc, { pollIntervalMs: 50, timeoutMs: Infinity })).success, true);
    assert.equal((await client.waitForMessage(messageHash(boc), { timeoutMs: 2 ** 40 })).success, true);
  });
});

describe("following a sent message", () => {
  test("a message is followed over v2 if the server has no v3, or loses it on the way", {
    timeout: 600_000,
  }, async () => {
    const respondNotFound = () => Response.json({ detail: "Not Found" }, { status: 404 });
    const blindClient = makeClientWith(async (request) =>
      request.url.includes("/api/v3/") ? respondNotFound() : fetch(request),
    );
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const result = await blindClient.send(boc, { ...POLL, wait: "trace" });
    assert.deepEqual([result.status, result.success, result.trace.transactions.length], ["complete", true, 2]);
    assert.equal(result.transaction.row, null);
    const error = await catchRejection(() => blindClient.waitForMessage(result.hash, POLL));
    assert.deepEqual([error.code, error.messageHash], ["not_found", result.hash]);
    const thirdError = await catchRejection(() =>
      blindClient.waitForMessage(result.hash, { ...POLL, generation: "v3" }),
    );
    assert.equal(thirdError.code, "not_found");

    const losingClient = makeClientWith(async (request) =>
      request.url.includes("/api/v3/traces") ? respondNotFound() : fetch(request),
    );
    const lostSend = await losingClient.send(boc, { ...POLL, wait: "trace" });
    assert.deepEqual([lostSend.status, lostSend.success, lostSend.trace.transactions.length], ["complete", true, 2]);
    const oldServer = makeClientWith(async (request) =>
      request.url.includes("/api/v3/pendingTraces") ? respondNotFound() : fetch(request),
    );
    const next = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    assert.notEqual((await oldServer.send(next, POLL)).transaction.row, null);
  });

  test("requests that fail while a trace is followed lose none of its transactions", { timeout: 600_000 }, async () => {
    const fault = [
      () => Response.json({ ok: false, error: "busy" }, { status: 429 }),
      () => new Response("<html>", { status: 502 }),
      () => Promise.reject(new TypeError("fetch failed")),
    ];
    for (const generation of /** @type {const} */ (["v2", "v3"])) {
      let count = 0;
      const flakyClient = makeClientWith(async (request) => {
        if (request.url.endsWith("/sendBoc")) return fetch(request);
        count += 1;
        return count % 2 ? fault[count % 3]() : fetch(request);
      });
      const payments = [1, 2, 3].map((index) => ({
        to: alice.wallet.address,
        value: toNano("0.01"),
        bounce: false,
        body: `${generation} ${index}`,
      }));
      const result = await flakyClient.send(await signTransfer(faucet, payments), {
        ...POLL,
        wait: "trace",
        generation,
      });
      assert.deepEqual([result.success, result.trace.incomplete, result.trace.transactions.length], [true, false, 4]);
    }
  });

  test("`wait` until final waits for a final transaction", { timeout: 600_000 }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const result = await client.send(boc, { ...POLL, finality: "finalized" });
    assert.equal(result.transaction.finality, "finalized");
    // A row that is only confirmed is not enough.
    const confirmedClient = makeClientWith(async (request) => {
      const response = await fetch(request);
      if (!/transactionsByMessage|pendingTraces/.test(request.url)) return response;
      return new Response(
        (await response.text()).replace(/"finality": ?"finalized"/g, '"finality":"confirmed"'),
        response,
      );
    });
    assert.equal((await confirmedClient.waitForMessage(result.hash, POLL)).transaction.finality, "confirmed");
    const error = await catchRejection(() =>
      confirmedClient.waitForMessage(result.hash, { ...POLL, timeoutMs: 300, finality: "finalized" }),
    );
    assert.equal(error.code, "timeout");
    assert.match(error.message, /pending/);
  });

  test("after `lt not in db`, the client asks once more with `archival`", async () => {
    const urls = [];
    const oldServer = makeClientWith(async (request) => {
      urls.push(request.url);
      if (!new URL(request.url).searchParams.has("archival"))
        return Response.json(
          {
            ok: false,
            code: 500,
            error: "LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time: lt not in db",
          },
          { status: 500 },
        );
      return fetch(request);
    });
    const rows = await oldServer.v2.getTransactions({ address: alice.wallet.address, limit: 3 });
    assert.equal(rows.length, 3);
    assert.equal(urls.length, 2);
    urls.length = 0;
    const error = await catchRejection(() =>
      oldServer.v2.getTransactions({ address: alice.wallet.address, limit: 3, archival: undefined }),
    );
    assert.match(error.message, /lt not in db/);
    const neverClient = makeClientWith(async (request) => {
      urls.push(request.url);
      return Response.json({ ok: false, code: 500, error: "lt not in db" }, { status: 500 });
    });
    urls.length = 0;
    await catchRejection(() => neverClient.v2.getTransactions({ address: alice.wallet.address }));
    assert.equal(urls.length, 2);
  });

  test("hostile responses end in a TonEdgeError with the hash, and never in a success", {
    timeout: 600_000,
  }, async () => {
    const boc = await signTransfer(faucet, [{ to: alice.wallet.address, value: toNano("0.01"), bounce: false }]);
    const { hash } = await client.send(boc, { ...POLL, wait: "trace" });
    const account = faucet.wallet.address;
    const bodies = {
      transactionsByMessage: [
        null,
        5,
        [],
        {},
        { transactions: 5 },
        { transactions: [5] },
        { transactions: [{}] },
        { transactions: [{ description: {}, account, hash, lt: "x" }] },
      ],
      traces: [
        null,
        {},
        { traces: 5 },
        { traces: [{ trace: 5 }] },
        { traces: [{ trace: { tx_hash: 5 }, trace_info: {} }] },
        { traces: [{ trace: { tx_hash: "x", children: 5 }, trace_info: {}, transactions: { x: {} } }] },
      ],
      getTransactions: [
        5,
        {},
        [5],
        [{}],
        [{ transaction_id: { lt: "5" }, utime: 2 ** 40, data: "te6cc" }],
        [{ transaction_id: { lt: "9".repeat(100) }, utime: 1 }],
      ],
      tryLocateResultTx: [5, {}, { data: 5 }],
    };
    for (const [path, bodyList] of Object.entries(bodies)) {
      for (const [index, body] of bodyList.entries()) {
        const generation = path.startsWith("get") || path.startsWith("try") ? /** @type {const} */ ("v2") : "v3";
        const wrongClient = makeClientWith(async (request) =>
          request.url.includes(`/${path}`)
            ? Response.json(generation === "v2" ? { ok: true, result: body } : body)
            : fetch(request),
        );
        const outcome = await wrongClient
          .waitForMessage(hash, { ...POLL, wait: "trace", generation, account, timeoutMs: 200 })
          .then(
            () => assert.fail(`${path} ${index}: the send succeeded`),
            (error) => error,
          );
        assert.equal(outcome.name, "TonEdgeError", `${path} ${index}: ${outcome.stack}`);
        assert.equal(outcome.messageHash, hash, `${path} ${index}: ${outcome.stack}`);
        assert.notEqual(outcome.code, "internal");
      }
    }
  });
});
