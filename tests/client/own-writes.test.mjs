// After a client has seen its message executed, all its reads show the message's effect: on the local chain, with and without a caching gateway.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { createClient } from "ton-edge";
import { encodeBody, keyPairFromSeed, toNano, walletV3R2, walletV4R2, walletV5R1 } from "ton-edge/message";

import { startStack } from "../helpers/stack.mjs";
import { launchGateway } from "../runtimes/gateways.mjs";
import { MAIN_RUNTIMES } from "../runtimes/runtimes.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";

/** Milliseconds between blocks. */
const INTERVAL = 60;
const POLL = { pollIntervalMs: 50, timeoutMs: 300_000 };
const TIMEOUT = { timeout: 900_000 };
const ROUNDS = process.env.TESTS_FULL ? 100 : 6;

const JETTON_ROUNDS = Math.min(ROUNDS, 20);

const WALLETS = { v3r2: walletV3R2, v4r2: walletV4R2, v5r1: walletV5R1 };

/** @type {any} */
let devnet;
const servers = [];
/** Wallets of the seeded world: the first one pays, the second one receives. */
let from, to;
before(
  async () => {
    devnet = await startDevnet({ world: "small", clock: INTERVAL, traffic: false });
    await devnet.ready;
    [from, to] = await Promise.all(["faucet", "alice"].map(openCastWallet));
  },
  { timeout: 120_000 },
);
after(async () => {
  for (const server of servers) await server.close();
  await devnet?.close();
});

async function openCastWallet(name) {
  const { version, keys, account } = devnet.cast.wallet(name);
  const { publicKey, privateKey } = await keyPairFromSeed(new Uint8Array(keys.secretKey.subarray(0, 32)));
  const wallet = WALLETS[version]({ publicKey });
  assert.equal(wallet.address, account);
  return { wallet, privateKey };
}

/** A gateway of that runtime, with the default cache, in front of the local chain. */
async function startGateway(runtime) {
  const server =
    runtime === "workerd"
      ? await startStack({ upstream: devnet.url, page: false, bindings: { TON_EDGE_LOG_LEVEL: "off" } })
      : await launchGateway(runtime, devnet.url, { config: { cache: {} } });
  servers.push(server);
  return server.url;
}

/** Pays like the README's example; returns the seqno that it read before. */
async function pay(client, readSeqno, options) {
  const seqno = await readSeqno();
  const message = await from.wallet.transfer(
    [{ to: to.wallet.address, value: toNano("0.01"), bounce: false }],
    { seqno, validUntil: Math.floor(Date.now() / 1000) + 3600 },
    from.privateKey,
  );
  const { success, reason } = await client.send(message, { ...POLL, ...options });
  assert.equal(success, true, reason);
  return seqno;
}

/** @typedef {{ wait: "trace" | "executed", generation?: "v2" | "v3" }} Way */
/** The ways in which README's payment is followed: the last one over v2 alone. @type {Record<string, Way>} */
const WAYS = {
  "waiting until the trace is complete": { wait: "trace" },
  "over v3": { wait: "executed", generation: "v3" },
  "using v2 alone": { wait: "executed", generation: "v2" },
};

/** Reads the seqno over the generations that the payment uses. @param {any} client @param {Way} way */
const readSeqnoOver = async (client, { generation }) =>
  generation === "v2"
    ? Number(await client.read(from.wallet.address, "seqno"))
    : (await client.account(from.wallet.address)).seqno;

/** Reads the balance by operations that show no logical time, and by one that does: none of them may be older than the payment. */
/** @param {any} client @param {string} address @param {Way} way */
async function readBalances(client, address, { generation }) {
  const reads = [
    client.v2.getAddressBalance({ address }),
    client.v2.getAddressInformation({ address }).then(({ balance }) => balance),
  ];
  // The index of v3 must show the payment even if the client followed it over v2.
  if (generation !== "v2") reads.push(client.account(address).then(({ balance }) => String(balance)));
  return Promise.all(reads);
}

/** @type {[string, () => any][]} */
const SERVERS = [
  ["without a gateway", () => devnet.url],
  ...MAIN_RUNTIMES.map(
    (runtime) => /** @type {[string, () => any]} */ ([`with a gateway in ${runtime}`, () => startGateway(runtime)]),
  ),
];

describe("payments one after another", () => {
  for (const [name, start] of SERVERS)
    for (const [wayName, way] of Object.entries(WAYS))
      test(`${name}, ${wayName}: no payment is refused, and no read after it is stale`, TIMEOUT, async () => {
        const client = createClient({ baseUrl: await start(), rateLimit: false });
        const { address } = from.wallet;
        const seqnos = [];
        const balances = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          seqnos.push(await pay(client, () => readSeqnoOver(client, way), way));
          // With "executed", the client has seen only the payer's transaction.
          const [first, ...otherBalances] = await readBalances(
            client,
            way.wait === "trace" ? to.wallet.address : address,
            way,
          );
          for (const balance of otherBalances) assert.equal(balance, first, "two reads after a payment differ");
          balances.push(first);
        }
        assert.deepEqual(
          seqnos,
          seqnos.map((_, index) => seqnos[0] + index),
        );
        assert.equal(new Set(balances).size, ROUNDS, "a balance does not show its payment");
      });
});

describe("jettons and the history after a payment", () => {
  for (const [name, start] of SERVERS)
    for (const generation of /** @type {const} */ (["v3", "v2"]))
      test(`${name}, followed over ${generation}: they show the payment`, TIMEOUT, async () => {
        const client = createClient({ baseUrl: await start(), rateLimit: false });
        const { address } = to.wallet;
        let balance;
        for (let round = 0; round < JETTON_ROUNDS; round += 1) {
          const [jetton] = await client.jettons(address);
          assert.ok(jetton);
          assert.equal(jetton.balance, balance ?? jetton.balance, "the balance does not show the payment before");
          const body = encodeBody({
            type: "jetton_transfer",
            amount: 1n,
            destination: from.wallet.address,
            responseDestination: address,
            forwardTonAmount: 0n,
          });
          const seqno = (await client.account(address)).seqno ?? 0;
          const message = await to.wallet.transfer(
            [{ to: jetton.address, value: toNano("0.05"), body, bounce: true }],
            { seqno, validUntil: Math.floor(Date.now() / 1000) + 3600 },
            to.privateKey,
          );
          const { success, reason, transaction } = await client.send(message, { ...POLL, wait: "trace", generation });
          assert.equal(success, true, reason ?? undefined);
          assert.ok(transaction);
          balance = jetton.balance - 1n;
          const [history, [newestRow]] = await Promise.all([
            client.v3.jetton.transfers({ owner_address: [address], direction: "out", limit: 1, sort: "desc" }),
            client.v2.getTransactions({ address, limit: 1 }),
          ]);
          assert.ok(
            BigInt(history.jetton_transfers[0]?.transaction_lt ?? 0) > transaction.lt,
            "the transfer is missing",
          );
          assert.ok(BigInt(newestRow?.transaction_id.lt ?? 0) >= transaction.lt, "the transaction is missing");
        }
      });
});

const SENDER = `0:${"A1".repeat(32)}`;
const RECEIVER = `0:${"B2".repeat(32)}`;
const OTHER_ACCOUNT = `0:${"C3".repeat(32)}`;
const HASH = Buffer.alloc(32, 7).toString("base64");

const makeTransaction = (account, lt) => ({
  account,
  hash: HASH,
  lt: String(lt),
  now: 1_700_000_000,
  total_fees: "1",
  mc_block_seqno: 500,
  in_msg: { hash: HASH, hash_norm: HASH, source: null, destination: account },
  out_msgs: [],
  description: {
    aborted: false,
    compute_ph: { skipped: false, success: true, exit_code: 0 },
    action: { success: true, result_code: 0 },
  },
});

/**
 * A client that has seen a transaction of `SENDER` at the logical time 1000, and then reads from `respond`, which gets the operation, the
 * number of its request, and the request.
 */
async function readAfterWrite(respond, options = {}, fields = {}) {
  const counts = new Map();
  const client = createClient({
    baseUrl: "https://server.example",
    rateLimit: false,
    retry: false,
    timeoutMs: 2000,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const path = pathname.split("/").slice(3).join("/");
      if (path === "transactionsByMessage")
        return Response.json({ transactions: [{ ...makeTransaction(SENDER, 1000), ...fields }], address_book: {} });
      counts.set(path, (counts.get(path) ?? 0) + 1);
      const reply = respond(path, counts.get(path), request);
      return reply instanceof Response ? reply : Response.json(reply);
    },
    ...options,
  });
  const { status } = await client.waitForMessage(HASH, { account: SENDER, generation: "v3" });
  assert.equal(status, "executed");
  return { client, counts };
}

const makeResponseV2 = (result) => ({ ok: true, result });
const makeId = (lt) => ({ lt: String(lt), hash: HASH });
/** Reads by name: how a call reads the account, and the server's response with the given logical time. */
const READS = {
  getAddressInformation: [
    (client, address) => client.v2.getAddressInformation({ address }),
    (lt) => makeResponseV2({ last_transaction_id: makeId(lt) }),
  ],
  getWalletInformation: [
    (client, address) => client.v2.getWalletInformation({ address }),
    (lt) => makeResponseV2({ last_transaction_id: makeId(lt) }),
  ],
  runGetMethod: [
    (client, address) => client.v2.runGetMethod({ address, method: "seqno", stack: [] }),
    (lt) => makeResponseV2({ last_transaction_id: makeId(lt) }),
  ],
  getTransactions: [
    (client, address) => client.v2.getTransactions({ address }),
    (lt) => makeResponseV2([{ transaction_id: makeId(lt) }]),
  ],
  jsonRPC: [
    (client, address) => client.v2.jsonRpc("getAddressInformation", { address }),
    (lt) => ({ ...makeResponseV2({ last_transaction_id: makeId(lt) }), id: "1", jsonrpc: "2.0" }),
  ],
  accountStates: [
    (client, address) => client.v3.accountStates({ address: [address] }),
    (lt, address) => ({ accounts: [{ address, last_transaction_lt: String(lt) }] }),
  ],
  walletStates: [
    (client, address) => client.v3.walletStates({ address: [address] }),
    (lt, address) => ({ wallets: [{ address, last_transaction_lt: String(lt) }] }),
  ],
  addressInformation: [
    (client, address) => client.v3.addressInformation({ address }),
    (lt) => ({ balance: "1", last_transaction_lt: String(lt) }),
  ],
  transactions: [
    (client, address) => client.v3.transactions({ account: [address] }),
    (lt) => ({ transactions: [{ lt: String(lt) }] }),
  ],
};

describe("a read after a message was executed", () => {
  for (const [path, [read, respond]] of Object.entries(READS)) {
    test(`${path} is requested again until it shows the transaction`, async () => {
      const getLt = (count) => (count < 3 ? 999 : 1000);
      const { client, counts } = await readAfterWrite((_, count) => respond(getLt(count), SENDER));
      const result = await read(client, SENDER);
      assert.match(JSON.stringify(result), /"1000"/);
      assert.equal(counts.get(path), 3);
    });

    test(`${path} of another account is requested once`, async () => {
      const { client, counts } = await readAfterWrite(() => respond(5, OTHER_ACCOUNT));
      await read(client, OTHER_ACCOUNT);
      assert.equal(counts.get(path), 1);
    });
  }

  test("a read fails with `behind` if the server does not show the transaction within `timeoutMs`", async () => {
    const { client } = await readAfterWrite(() => makeResponseV2({ last_transaction_id: makeId(999) }), {
      timeoutMs: 500,
    });
    await assert.rejects(client.v2.getAddressInformation({ address: SENDER }), (/** @type {any} */ error) => {
      assert.equal(error.code, "behind");
      assert.match(
        error.message,
        /at logical time 999, but this client has seen a transaction of it at 1000; repeated for 500 ms/,
      );
      return true;
    });
  });

  test("a read is repeated if the account is missing, but not if the caller chose an old block or page", async () => {
    const missingAccount = await readAfterWrite((_, count) => ({
      accounts: count < 2 ? [] : [{ address: SENDER, last_transaction_lt: "1000" }],
    }));
    await missingAccount.client.v3.accountStates({ address: [SENDER] });
    assert.equal(missingAccount.counts.get("accountStates"), 2);
    const oldTransaction = await readAfterWrite(() => makeResponseV2({ last_transaction_id: makeId(999) }));
    await oldTransaction.client.v2.getAddressInformation({ address: SENDER, seqno: 7 });
    assert.equal(oldTransaction.counts.get("getAddressInformation"), 1);
    for (const params of [{ lt: 5, hash: HASH }, { to_lt: 5 }]) {
      const page = await readAfterWrite(() => makeResponseV2([{ transaction_id: makeId(5) }]));
      await page.client.v2.getTransactions({ address: SENDER, ...params });
      assert.equal(page.counts.get("getTransactions"), 1);
    }
    for (const params of /** @type {any[]} */ ([{ sort: "asc" }, { offset: 10 }, { end_lt: 7 }, { hash: HASH }])) {
      const page = await readAfterWrite(() => ({ transactions: [{ lt: "5" }] }));
      await page.client.v3.transactions({ account: [SENDER], ...params });
      assert.equal(page.counts.get("transactions"), 1, JSON.stringify(params));
    }
  });

  test("a list of accounts is compared with one look at each row, also if the server writes null as a row", async () => {
    const { Session } = await import("../../pkg/lib/client/session.js");
    const session = new Session({ sessionChannel: false }, async () => {});
    session.note([{ account: SENDER, lt: 1000n, finality: "finalized", row: {}, decoded: null }]);
    const addresses = Array.from({ length: 200 }, (_, index) => `0:${index.toString(16).padStart(64, "0")}`);
    const target = `https://server.example/api/v3/accountStates?${addresses.map((address) => `address=${address}`).join("&")}`;
    let lookCount = 0;
    const accounts = addresses.map((address) => ({
      get address() {
        lookCount += 1;
        return address.replace("0:0", "0:F");
      },
    }));
    const call = /** @type {any} */ ({
      reads: true,
      timeoutMs: 1000,
      endpoint: { generation: "v3", path: "accountStates" },
      plan: {},
      target,
    });
    await session.read(call, async () => ({ accounts: [null, ...accounts] }));
    assert.equal(lookCount, accounts.length);
  });

  test("a batch after it returns the outcome of each call", async () => {
    const reply = (id) => ({ ...makeResponseV2({ last_transaction_id: makeId(1000) }), id, jsonrpc: "2.0" });
    const { client } = await readAfterWrite(() => [reply("1"), reply("2")]);
    const call = /** @type {const} */ ({ method: "getAddressInformation", params: { address: SENDER } });
    const outcomes = await client.v2.batch([call, call]);
    assert.deepEqual(
      outcomes.map(({ ok }) => ok),
      [true, true],
    );
  });

  test("a read of an account that the message deleted is sent once", async () => {
    const { client, counts } = await readAfterWrite(
      () => makeResponseV2({ last_transaction_id: makeId(0) }),
      {},
      { end_status: "nonexist" },
    );
    await client.v2.getAddressInformation({ address: SENDER });
    assert.equal(counts.get("getAddressInformation"), 1);
  });

  test("a repeated read ends with the caller's signal, and each attempt counts for the rate limit", async () => {
    const { client, counts } = await readAfterWrite(() => makeResponseV2({ last_transaction_id: makeId(999) }), {
      timeoutMs: 60_000,
    });
    const stop = AbortSignal.timeout(400);
    await assert.rejects(client.v2.getAddressInformation({ address: SENDER }, { signal: stop }), {
      name: "TimeoutError",
    });
    const readCount = counts.get("getAddressInformation");
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(counts.get("getAddressInformation"), readCount, "a request was sent after the abort");
  });

  test("a read is sent once with `sessionConsistency: false`", async () => {
    const { client, counts } = await readAfterWrite(() => makeResponseV2({ last_transaction_id: makeId(999) }), {
      sessionConsistency: false,
    });
    await client.v2.getAddressInformation({ address: SENDER });
    assert.equal(counts.get("getAddressInformation"), 1);
  });

  test("a read names the required block to a gateway of this package, and to no other server", async () => {
    const requests = [];
    const respondWith = (headers) => (_, count, request) => {
      requests.push(request.headers.get("x-ton-edge-min-seqno"));
      return Response.json(makeResponseV2({ last_transaction_id: makeId(1000) }), { headers });
    };
    for (const headers of [
      {},
      { "cache-status": "ton-edge; fwd=miss" },
      { "x-ton-edge-seqno": "1" },
      { "cache-status": "other; hit" },
    ]) {
      requests.length = 0;
      const { client } = await readAfterWrite(respondWith(headers));
      for (let count = 0; count < 2; count += 1) await client.v2.getAddressInformation({ address: OTHER_ACCOUNT });
      const isGateway = /ton-edge/.test(JSON.stringify(headers));
      assert.deepEqual(requests, [null, isGateway ? "500" : null], JSON.stringify(headers));
    }
  });
});
