// Contract calls of the client, in any runtime, on the local chain: a wallet is deployed and pays, and its messages and state are read.

import { assert } from "chai";
import { createClient } from "ton-edge";
import { isTonEdgeError, messageHash, toNano, walletV4R2, walletV5R1 } from "ton-edge/message";

const POLL = { pollIntervalMs: 100, timeoutMs: 60_000 };
const UNUSED_ADDRESS = `0:${"5E".repeat(32)}`;

/** The secret of the local chain's faucet: it is worthless anywhere else. */
const FAUCET = "ton-edge devnet key\nton-edge\nfaucet";
const FAUCET_PUBLIC_KEY = "fe0eea12d0331bd12e10f2e733bf4d0a8d091fe7b28adb41a1e70f406554fd25";
/** The bytes before the 32 secret bytes of an Ed25519 key in PKCS #8. */
const PKCS8 = "302e020100300506032b657004220420";

const toBytes = (hex) => Uint8Array.from(hex.match(/../g), (byte) => parseInt(byte, 16));

/** The faucet. Firefox cannot derive the public half of a key from the secret half, so the public half is written here. */
async function openFaucetWallet() {
  const secret = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(FAUCET));
  const pkcs8Bytes = new Uint8Array([...toBytes(PKCS8), ...new Uint8Array(secret)]);
  const key = await crypto.subtle.importKey("pkcs8", pkcs8Bytes, "Ed25519", false, ["sign"]);
  return { wallet: walletV5R1({ publicKey: toBytes(FAUCET_PUBLIC_KEY) }), key };
}

/** A wallet of a new key. */
async function createWallet(make) {
  const pair = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey("Ed25519", false, ["sign", "verify"]));
  const publicKey = new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey));
  return { wallet: make({ publicKey }), key: pair.privateKey };
}

const makeClient = ({ url }) => createClient({ baseUrl: url, rateLimit: false });

async function expectRefusal(work) {
  try {
    await work();
  } catch (error) {
    assert.isTrue(isTonEdgeError(error), String(error?.stack ?? error));
    return error;
  }
  return assert.fail("the call did not throw an error");
}

/** A wallet that has some money and is not deployed. */
async function createFundedWallet(client, make) {
  const faucet = await openFaucetWallet();
  const ownWallet = await createWallet(make);
  const seqno = (await client.account(faucet.wallet.address)).seqno ?? 0;
  const actions = [{ to: ownWallet.wallet.address, value: toNano(5), bounce: false }];
  const paidSend = await client.send(await faucet.wallet.transfer(actions, { seqno }, faucet.key), {
    ...POLL,
    wait: "trace",
  });
  assert.isTrue(paidSend.success, String(paidSend.reason));
  return { ...ownWallet, faucet };
}

export const contracts = {
  async "a wallet is deployed, pays, and is followed over v3 and over v2"(context) {
    const client = makeClient(context);
    const { wallet, key, faucet } = await createFundedWallet(client, walletV4R2);
    const accountBefore = await client.account(wallet.address);
    assert.deepEqual([accountBefore.balance, accountBefore.state, accountBefore.seqno], [toNano(5), "uninit", null]);

    const actions = [{ to: faucet.wallet.address, value: toNano(1), body: "hello" }];
    const boc = await wallet.transfer(actions, { seqno: 0 }, key);
    const [sentMessage, sameSend] = await Promise.all([client.send(boc, POLL), client.send(boc.toBase64(), POLL)]);
    assert.deepEqual([sentMessage.status, sentMessage.success, sentMessage.hash], ["executed", true, messageHash(boc)]);
    assert.equal(sameSend.transaction.hash, sentMessage.transaction.hash);
    for (const generation of /** @type {const} */ (["v3", "v2"])) {
      const account = wallet.address;
      const completedWait = await client.waitForMessage(sentMessage.hash, {
        ...POLL,
        wait: "trace",
        generation,
        account,
      });
      assert.deepEqual([completedWait.status, completedWait.success, completedWait.reason], ["complete", true, null]);
      assert.deepEqual(
        completedWait.trace.transactions.map((transaction) => transaction.account),
        [wallet.address, faucet.wallet.address],
      );
    }
    const { balance, state, seqno, walletType } = await client.account(wallet.address);
    assert.deepEqual([state, seqno, walletType], ["active", 1, "wallet v4 r2"]);
    assert.isTrue(balance < toNano(4) && balance > toNano("3.9"));
  },

  async "a failure has its reason, and a request is refused with its exit code"(context) {
    const client = makeClient(context);
    const { wallet, key } = await createFundedWallet(client, walletV5R1);
    const actions = [{ to: UNUSED_ADDRESS, value: toNano(1) }];
    const boc = await wallet.transfer(actions, { seqno: 0 }, key);
    const bouncedSend = await client.send(boc, { ...POLL, wait: "trace" });
    assert.isFalse(bouncedSend.success);
    assert.match(bouncedSend.reason, /no contract; its value went back/);
    assert.equal((await client.send(boc, POLL)).hash, bouncedSend.hash);
    const wrongSeqnoError = await expectRefusal(async () =>
      client.send(await wallet.transfer(actions, { seqno: 7 }, key), POLL),
    );
    assert.equal(wrongSeqnoError.code, "message_rejected");
    assert.isTrue(wrongSeqnoError.exitCode > 0);
  },

  async "get-methods return values, or fail with an exit code"(context) {
    const client = makeClient(context);
    const { wallet } = await openFaucetWallet();
    const { stack, block } = await client.get(wallet.address, "get_public_key");
    assert.deepEqual(stack.bytes32(0), toBytes(FAUCET_PUBLIC_KEY));
    assert.equal(block.workchain, -1);
    assert.deepEqual(await client.read(wallet.address, "get_public_key"), toBytes(FAUCET_PUBLIC_KEY));
    assert.equal((await expectRefusal(() => client.get(wallet.address, "no_such_method"))).exitCode, 11);
    assert.match((await expectRefusal(() => client.get(UNUSED_ADDRESS, "seqno"))).message, /no contract/);
    assert.equal((await expectRefusal(() => client.get(wallet.address, "seqno", [{}]))).code, "stack_invalid");
    assert.isNull(await client.resolve("nobody-has-this.ton"));
    assert.deepEqual(await client.jettons(UNUSED_ADDRESS), []);
  },

  async "get-methods run locally, and calls of one account share one request"(context) {
    const requests = [];
    const client = createClient({
      baseUrl: context.url,
      rateLimit: false,
      tvm: () => import("ton-edge/tvm"),
      onRequest: ({ url }) => requests.push(new URL(url).pathname.split("/").at(-1)),
    });
    const { wallet } = await openFaucetWallet();
    const LOCAL_ONLY = /** @type {const} */ ({ local: "only" });
    const calls = Array.from({ length: 20 }, () => client.get(wallet.address, "get_public_key", [], LOCAL_ONLY));
    for (const { stack, local: isLocal } of await Promise.all(calls))
      assert.deepEqual([stack.bytes32(0), isLocal], [toBytes(FAUCET_PUBLIC_KEY), true]);
    assert.deepEqual(requests.sort(), ["getAddressInformation", "getConfigAll"]);
    const outcomes = await client.getMany(
      [wallet.address, UNUSED_ADDRESS].flatMap((address) =>
        ["get_public_key", "no_such_method"].map((method) => ({ address, method })),
      ),
    );
    assert.deepEqual(
      outcomes.map(({ value, error }) => value?.local ?? error.exitCode),
      [true, 11, -13, -13],
    );
    assert.equal(
      (await expectRefusal(() => client.get(wallet.address, "no_such_method", [], LOCAL_ONLY))).code,
      "needs_upstream",
    );
  },

  async "an abort and a timeout end a call, and another call continues"(context) {
    const client = makeClient(context);
    const hash = messageHash(
      await (await createWallet(walletV4R2)).wallet.transfer([], { seqno: 0 }, () => new Uint8Array(64)),
    );
    const timeout = await expectRefusal(() => client.waitForMessage(hash, { ...POLL, timeoutMs: 300 }));
    assert.deepEqual([timeout.code, timeout.messageHash], ["timeout", hash]);
    const controller = new AbortController();
    const messageWait = client.waitForMessage(hash, { ...POLL, signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    try {
      await messageWait;
      assert.fail("the call did not throw an error");
    } catch (error) {
      assert.equal(error.name, "AbortError");
    }
  },
};
