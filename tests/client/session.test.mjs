// What a client has seen does not vanish: its later reads show no less, whichever generation, batch or tab they come from.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { createClient } from "ton-edge";
import { packAddress } from "ton-edge/address";

import { onSimulatedClock } from "../helpers/simulated-clock.mjs";

const ACCOUNT = `0:${"A1".repeat(32)}`;
const OTHER_ACCOUNT = `0:${"C3".repeat(32)}`;
const HASH = Buffer.alloc(32, 7).toString("base64");

/**
 * A client of a server that responds by `replies`: for each operation a function of the number of its request, which may return a `Response`.
 *
 * @param {Record<string, (count: number, request: Request, body: any) => any>} replies @param {any} [options]
 */
function makeClient(replies, options = {}) {
  /** @type {string[]} */
  const requestPaths = [];
  const headers = [];
  const client = createClient({
    baseUrl: "https://server.example",
    rateLimit: false,
    retry: false,
    timeoutMs: 2000,
    sessionChannel: false,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.split("/").slice(3).join("/");
      const body = request.body ? JSON.parse(await request.text()) : undefined;
      requestPaths.push(path);
      headers.push(request.headers.get("x-ton-edge-min-seqno"));
      const reply = replies[path](requestPaths.filter((name) => name === path).length, request, body);
      return reply instanceof Response ? reply : Response.json(reply);
    },
    ...options,
  });
  return { client, sentRequests: requestPaths, headers };
}

const makeResponseV2 = (result) => ({ ok: true, result });
const makeStateV2 = (lt, seqno) =>
  makeResponseV2({
    balance: "1",
    last_transaction_id: { lt: String(lt), hash: HASH },
    ...(seqno && { block_id: { workchain: -1, seqno } }),
  });
const makeStateV3 = (lt, address = ACCOUNT) => ({ accounts: [{ address, last_transaction_lt: String(lt) }] });
const missingAccount = { accounts: [] };
const makeHead = (seqno) => ({ last: { workchain: -1, seqno } });

describe("a read after a read", () => {
  test("a read of the same account is repeated until it shows no older transaction, over either generation", async () => {
    const { client, sentRequests } = makeClient({
      getAddressInformation: (count) => makeStateV2(count === 1 ? 1000 : 999 + count),
      accountStates: (count) => makeStateV3(count < 3 ? 900 : 1000),
      walletStates: (count) => ({ wallets: [{ address: ACCOUNT, last_transaction_lt: count < 2 ? "900" : "1000" }] }),
    });
    await client.v2.getAddressInformation({ address: packAddress(ACCOUNT) });
    const { accounts } = await client.v3.accountStates({ address: [ACCOUNT] });
    assert.equal(accounts[0]?.last_transaction_lt, "1000");
    assert.equal((await client.v3.walletStates({ address: [ACCOUNT] })).wallets[0]?.last_transaction_lt, "1000");
    assert.deepEqual(sentRequests, [
      "getAddressInformation",
      ...Array(3).fill("accountStates"),
      ...Array(2).fill("walletStates"),
    ]);
  });

  test("a read fails with `behind` after `timeoutMs`, and is sent once with `sessionConsistency: false`", async () => {
    const replies = { accountStates: (count) => makeStateV3(count === 1 ? 1000 : 999) };
    const { client } = makeClient(replies, { timeoutMs: 400 });
    await client.v3.accountStates({ address: [ACCOUNT] });
    await assert.rejects(client.v3.accountStates({ address: [ACCOUNT] }), {
      code: "behind",
      message: /at logical time 999, but this client has seen a transaction of it at 1000; repeated for 400 ms/,
    });
    const clientWithout = makeClient(replies, { sessionConsistency: false });
    for (let count = 0; count < 2; count += 1) await clientWithout.client.v3.accountStates({ address: [ACCOUNT] });
    assert.equal(clientWithout.sentRequests.length, 2);
  });

  test("a read does not go behind the newest block that its generation has shown", async () => {
    const { client, sentRequests } = makeClient({
      getMasterchainInfo: (count) => makeResponseV2(makeHead(count === 2 ? 99 : 100 + count)),
      masterchainInfo: (count) => makeHead(90 + count),
      getAddressInformation: () => makeStateV2(1000, 105),
    });
    const seqnos = [];
    for (let count = 0; count < 2; count += 1) seqnos.push((await client.v2.getMasterchainInfo()).last.seqno);
    assert.deepEqual(seqnos, [101, 103]);
    await client.v3.masterchainInfo();
    await client.v2.getAddressInformation({ address: ACCOUNT });
    assert.ok((await client.v2.getMasterchainInfo()).last.seqno >= 105);
    assert.equal(sentRequests.filter((name) => name === "masterchainInfo").length, 1);
  });

  test("a read is compared with a block for five minutes after that block was last shown", async () => {
    const seqnos = [100, 100, 99, 100, 99];
    const { client, sentRequests } = makeClient({
      getMasterchainInfo: (count) => makeResponseV2(makeHead(seqnos[count - 1])),
    });
    const readSeqno = async () => (await client.v2.getMasterchainInfo()).last.seqno;
    // Reading a file would not wait for the simulated clock, so the module of sessions is loaded before.
    await makeClient({ getMasterchainInfo: () => makeResponseV2(makeHead(1)) }).client.v2.getMasterchainInfo();
    const pause = (minutes) => new Promise((resolve) => setTimeout(resolve, minutes * 60_000));
    await onSimulatedClock(async () => {
      assert.equal(await readSeqno(), 100);
      await pause(4);
      assert.equal(await readSeqno(), 100);
      await pause(4);
      assert.equal(await readSeqno(), 100, "the state at 99 is older, so the read was repeated");
      assert.equal(sentRequests.length, 4);
      await pause(6);
      assert.equal(await readSeqno(), 99, "the client has forgotten the block");
    });
  });

  test("a read of a history from its beginning is not compared with the last transaction", async () => {
    const { client, sentRequests } = makeClient({
      accountStates: () => makeStateV3(1000),
      transactions: () => ({ transactions: [{ account: ACCOUNT, lt: "10", finality: "finalized" }] }),
    });
    await client.v3.accountStates({ address: [ACCOUNT] });
    const { transactions } = await client.v3.transactions({ account: [ACCOUNT], sort: "asc" });
    assert.equal(transactions.length, 1);
    assert.deepEqual(sentRequests, ["accountStates", "transactions"]);
  });

  test("a read of a history shows later states of every account in it", async () => {
    const { client, sentRequests } = makeClient({
      transactions: () => ({
        transactions: [
          { account: OTHER_ACCOUNT, lt: "1000", finality: "finalized" },
          { account: ACCOUNT, lt: "2000", finality: "pending", emulated: true },
        ],
      }),
      accountStates: (count, request) =>
        request.url.includes("A1A1") ? makeStateV3(5) : makeStateV3(count < 3 ? 999 : 1000, OTHER_ACCOUNT),
    });
    await client.v3.transactions({ hash: [HASH] });
    await client.v3.accountStates({ address: [OTHER_ACCOUNT] });
    await client.v3.accountStates({ address: [ACCOUNT] });
    assert.deepEqual(sentRequests, ["transactions", ...Array(4).fill("accountStates")]);
  });

  test("a read of a history of v2 is compared by its first row, in both forms of the list", async () => {
    const makeRow = (lt) => ({ transaction_id: { lt: String(lt), hash: HASH } });
    const { client, sentRequests } = makeClient({
      getAddressInformation: () => makeStateV2(1000, 100),
      getTransactions: (count) => makeResponseV2([makeRow(count === 1 ? 900 : 1000)]),
      getTransactionsStd: (count) =>
        makeResponseV2({ transactions: [makeRow(count === 1 ? 900 : 1000)], previous_transaction_id: {} }),
    });
    await client.v2.getAddressInformation({ address: ACCOUNT });
    await client.v2.getTransactions({ address: ACCOUNT });
    const { transactions } = await client.v2.getTransactionsStd({ address: ACCOUNT });
    assert.equal(transactions[0]?.transaction_id.lt, "1000");
    for (let count = 0; count < 2; count += 1) await client.v2.getTransactionsStd({ address: ACCOUNT });
    const lists = [...Array(2).fill("getTransactions"), ...Array(4).fill("getTransactionsStd")];
    assert.deepEqual(sentRequests, ["getAddressInformation", ...lists]);
  });

  test("a read of jettons and NFTs does not show an older row", async () => {
    const makeRow = (lt) => ({ address: OTHER_ACCOUNT, last_transaction_lt: String(lt) });
    const { client, sentRequests } = makeClient({
      "jetton/wallets": (count) => ({ jetton_wallets: [makeRow(count === 2 ? 999 : 1000)] }),
      "nft/items": (count) => ({ nft_items: [makeRow(count === 2 ? 900 : 950)] }),
    });
    for (let count = 0; count < 2; count += 1) {
      await client.v3.jetton.wallets({ owner_address: [ACCOUNT] });
      await client.v3.nft.items({ owner_address: [ACCOUNT] });
    }
    assert.equal(sentRequests.length, 6);
  });

  test("a read of a missing account is repeated once the server has reached the block, and then the account counts as deleted", async () => {
    const { client, sentRequests } = makeClient({
      getAddressInformation: () => makeStateV2(1000, 100),
      masterchainInfo: (count) => makeHead(98 + count),
      accountStates: () => missingAccount,
    });
    await client.v2.getAddressInformation({ address: ACCOUNT });
    assert.deepEqual((await client.v3.accountStates({ address: [ACCOUNT] })).accounts, []);
    assert.deepEqual(sentRequests, [
      "getAddressInformation",
      "accountStates",
      "masterchainInfo",
      "masterchainInfo",
      "accountStates",
    ]);
  });

  test("consistency costs a caller that only reads no further request and no header", async () => {
    const { client, sentRequests, headers } = makeClient({
      accountStates: (count) =>
        Response.json(makeStateV3(1000 + count), { headers: { "x-ton-edge-seqno": `${count}` } }),
      "jetton/wallets": () => ({ jetton_wallets: [] }),
      getAddressBalance: () => makeResponseV2("1"),
    });
    for (let count = 0; count < 3; count += 1) {
      await client.v3.accountStates({ address: [ACCOUNT] });
      await client.v3.jetton.wallets({ owner_address: [ACCOUNT] });
      await client.v2.getAddressBalance({ address: ACCOUNT });
    }
    assert.equal(sentRequests.length, 9);
    assert.deepEqual(new Set(headers), new Set([null]));
  });

  test("a read names the block to a gateway only when it is repeated", async () => {
    const { client, headers } = makeClient({
      accountStates: (count) =>
        Response.json(makeStateV3(count === 2 ? 999 : 1000), {
          headers: { "x-ton-edge-seqno": count === 2 ? "40" : "50" },
        }),
    });
    for (let count = 0; count < 3; count += 1) await client.v3.accountStates({ address: [ACCOUNT] });
    assert.deepEqual(headers, [null, null, "50", null]);
  });
});

describe("a read of v3 that cannot show a logical time", () => {
  test("a read of v3 waits once until the index has the account that v2 has shown", async () => {
    const { client, sentRequests } = makeClient({
      getAddressInformation: () => makeStateV2(1000, 100),
      accountStates: (count) => makeStateV3(count < 3 ? 999 : 1000),
      "jetton/wallets": () => ({ jetton_wallets: [] }),
      actions: () => ({ actions: [] }),
    });
    await client.v3.jetton.wallets({ owner_address: [ACCOUNT] });
    await client.v2.getAddressInformation({ address: ACCOUNT });
    await client.v3.jetton.wallets({ owner_address: [ACCOUNT] });
    await client.v3.actions({ account: ACCOUNT });
    await client.v3.actions({ account: OTHER_ACCOUNT });
    assert.deepEqual(sentRequests, [
      "jetton/wallets",
      "getAddressInformation",
      ...Array(3).fill("accountStates"),
      "jetton/wallets",
      "actions",
      "actions",
    ]);
  });
});

const makeTransaction = (lt, fields = {}) => ({
  account: ACCOUNT,
  hash: HASH,
  lt: String(lt),
  now: 1_700_000_000,
  total_fees: "1",
  mc_block_seqno: 500,
  in_msg: { hash: HASH, hash_norm: HASH, source: null, destination: ACCOUNT },
  out_msgs: [],
  description: {
    aborted: false,
    compute_ph: { skipped: false, success: true, exit_code: 0 },
    action: { success: true },
  },
  ...fields,
});
const respondByMessage = (fields) => ({
  transactionsByMessage: () => ({ transactions: [makeTransaction(1000, fields)], address_book: {} }),
});
const follow = (client) => client.waitForMessage(HASH, { account: ACCOUNT, generation: "v3" });

/** The properties of a call that a session reads. */
const makeCall = (generation, path, params) => ({
  endpoint: { generation, path },
  plan: {},
  target: `https://server.example/api/${generation}/${path}?${new URLSearchParams(params)}`,
  timeoutMs: 2000,
  signal: new AbortController().signal,
});

describe("a read after a message that cannot show a logical time", () => {
  test("a read is sent at once over v3 if the index has shown the message", async () => {
    const { client, sentRequests } = makeClient({ ...respondByMessage(), traces: () => ({ traces: [] }) });
    await follow(client);
    await client.v3.traces({ msg_hash: [HASH] });
    assert.deepEqual(sentRequests, ["transactionsByMessage", "traces"]);
  });

  test("a read waits until the index has reached the block, once, if the message is known only from signatures", async () => {
    const { client, sentRequests } = makeClient({
      ...respondByMessage({ finality: "confirmed" }),
      masterchainInfo: (count) => makeHead(498 + count),
      "jetton/wallets": () => ({ jetton_wallets: [] }),
    });
    await follow(client);
    for (let count = 0; count < 2; count += 1) await client.v3.jetton.wallets({ owner_address: [ACCOUNT] });
    assert.deepEqual(sentRequests, [
      "transactionsByMessage",
      "masterchainInfo",
      "masterchainInfo",
      "jetton/wallets",
      "jetton/wallets",
    ]);
  });

  test("a read requests the block of a message that was followed over v2, and then waits for the index", async () => {
    const { openSession } = await import("../../pkg/lib/client/session.js");
    const { client, sentRequests } = makeClient({
      getAddressInformation: (count) => makeStateV2(count < 2 ? 999 : 1000, 500),
      masterchainInfo: (count) => makeHead(498 + count),
    });
    /** @type {any} */
    const settings = { sessionChannel: false };
    // The session's own small requests pass through `fetch`, too, as a client's do.
    const session = openSession(settings, async (_, { generation, path, params }) => {
      const call = { ...makeCall(generation, path, params), timeoutMs: 2000 };
      return session.read(/** @type {any} */ (call), () => client.call(generation, path, params));
    });
    session.note([{ account: ACCOUNT, lt: 1000n, finality: "finalized", row: undefined, decoded: {} }]);
    for (let count = 0; count < 2; count += 1)
      await session.read(
        /** @type {any} */ (makeCall("v3", "traces", { account: ACCOUNT })),
        async () => void sentRequests.push("traces"),
      );
    assert.deepEqual(sentRequests, [
      "getAddressInformation",
      "getAddressInformation",
      "masterchainInfo",
      "masterchainInfo",
      "traces",
      "traces",
    ]);
  });

  test("a read waits until v2 has reached the block, once, and only for an account of the message", async () => {
    const { client, sentRequests } = makeClient({
      ...respondByMessage(),
      getMasterchainInfo: (count) => makeResponseV2(makeHead(497 + count)),
      getAddressBalance: () => makeResponseV2("1"),
    });
    await follow(client);
    await client.v2.getAddressBalance({ address: OTHER_ACCOUNT });
    for (let count = 0; count < 2; count += 1) await client.v2.getAddressBalance({ address: ACCOUNT });
    assert.deepEqual(sentRequests.slice(1), [
      "getAddressBalance",
      ...Array(3).fill("getMasterchainInfo"),
      "getAddressBalance",
      "getAddressBalance",
    ]);
  });

  test("a read fails with `behind` if the server does not reach the block within `timeoutMs`", async () => {
    const { client } = makeClient(
      { ...respondByMessage({ finality: "confirmed" }), masterchainInfo: () => makeHead(490) },
      { timeoutMs: 400 },
    );
    await follow(client);
    await assert.rejects(client.v3.traces({ msg_hash: [HASH] }), {
      code: "behind",
      message: /its newest block is 490, but this client has seen block 500/,
    });
  });
});

describe("a batch", () => {
  test("a batch is compared call by call: only a call with an older result is sent again", async () => {
    const reply = (id, lt) => ({ ...makeStateV2(lt), id, jsonrpc: "2.0" });
    const { client, sentRequests } = makeClient({
      ...respondByMessage(),
      jsonRPC: (count, _, body) =>
        Array.isArray(body)
          ? body.map(({ id, params }) => reply(id, params.address === ACCOUNT ? 999 : 5))
          : reply(body.id, count < 3 ? 999 : 1000),
    });
    await follow(client);
    const call = (address) => /** @type {const} */ ({ method: "getAddressInformation", params: { address } });
    const [ownOutcome, otherOutcome] = await client.v2.batch([call(ACCOUNT), call(OTHER_ACCOUNT)]);
    assert.equal(/** @type {any} */ (ownOutcome).value.last_transaction_id.lt, "1000");
    assert.equal(/** @type {any} */ (otherOutcome).value.last_transaction_id.lt, "5");
    assert.deepEqual(sentRequests, ["transactionsByMessage", "jsonRPC", "jsonRPC", "jsonRPC"]);
  });

  test("a batch is preceded by one request for the head if a call cannot show its account", async () => {
    const { client, sentRequests } = makeClient({
      ...respondByMessage(),
      getMasterchainInfo: () => makeResponseV2(makeHead(500)),
      jsonRPC: (_, __, body) => [body].flat().map(({ id }) => ({ ...makeResponseV2("1"), id, jsonrpc: "2.0" })),
    });
    await follow(client);
    const call = /** @type {const} */ ({ method: "getAddressBalance", params: { address: ACCOUNT } });
    const outcomes = await client.v2.batch([call, call]);
    assert.ok(outcomes.every(({ ok }) => ok));
    assert.deepEqual(sentRequests, ["transactionsByMessage", "getMasterchainInfo", "jsonRPC"]);
  });

  test("a batch is preceded by a request for the head also if only the second of two calls cannot show its account", async () => {
    const { client, sentRequests } = makeClient({
      ...respondByMessage(),
      getMasterchainInfo: () => makeResponseV2(makeHead(500)),
      jsonRPC: (_, __, [first, second]) => [
        { ...makeStateV2(5), id: first.id, jsonrpc: "2.0" },
        { ...makeResponseV2("1"), id: second.id, jsonrpc: "2.0" },
      ],
    });
    await follow(client);
    const [state, balance] = await client.v2.batch([
      { method: "getAddressInformation", params: { address: OTHER_ACCOUNT } },
      { method: "getAddressBalance", params: { address: ACCOUNT } },
    ]);
    assert.deepEqual([state.ok, balance.ok], [true, true]);
    assert.deepEqual(sentRequests, ["transactionsByMessage", "getMasterchainInfo", "jsonRPC"]);
  });
});

/** A channel in this process. */
function makeChannel() {
  /** @type {((text: string) => void)[]} */
  const listeners = [];
  const texts = [];
  return {
    texts,
    publish(_name, text) {
      texts.push(text);
      for (const listener of listeners) listener(text);
    },
    subscribe: (_name, listener) => void listeners.push(listener),
  };
}

describe("a channel", () => {
  test("a channel tells other clients what one client has sent and seen, also clients that begin later", async () => {
    const sessionChannel = makeChannel();
    const options = { sessionChannel };
    const replies = {
      ...respondByMessage(),
      accountStates: (count) => makeStateV3(count < 3 ? 999 : 1000),
      walletStates: () => ({ wallets: [] }),
    };
    const earlyClient = makeClient(replies, options);
    await earlyClient.client.v3.walletStates({ address: [OTHER_ACCOUNT] });
    const writer = makeClient(replies, options);
    await follow(writer.client);
    await earlyClient.client.v3.accountStates({ address: [ACCOUNT] });
    const lateClient = makeClient(replies, options);
    await lateClient.client.v3.walletStates({ address: [OTHER_ACCOUNT] });
    await lateClient.client.v3.accountStates({ address: [ACCOUNT] });
    for (const { sentRequests } of [earlyClient, lateClient])
      assert.equal(sentRequests.filter((name) => name === "accountStates").length, 3);
    for (const text of sessionChannel.texts) assert.ok(text.length < 500 && !text.includes("server.example"), text);
  });

  test("a channel tells other clients what a client has read, even if it has sent nothing", async () => {
    const options = { sessionChannel: makeChannel() };
    const replies = {
      accountStates: (count) => makeStateV3(count === 1 ? 999 : 1000),
      walletStates: () => ({ wallets: [{ address: ACCOUNT, last_transaction_lt: "1000" }] }),
      masterchainInfo: () => makeHead(1),
    };
    const { client, sentRequests } = makeClient(replies, options);
    await client.v3.masterchainInfo();
    await makeClient(replies, options).client.v3.walletStates({ address: [ACCOUNT] });
    const { accounts } = await client.v3.accountStates({ address: [ACCOUNT] });
    assert.equal(accounts[0]?.last_transaction_lt, "1000");
    assert.deepEqual(sentRequests, ["masterchainInfo", "accountStates", "accountStates"]);
  });

  test("a channel that fails, or carries other texts, changes nothing", async () => {
    const makeEntry = (...values) => JSON.stringify({ isOwn: true, heights: { v2: 0, v3: 0 }, entries: [values] });
    for (const text of [
      "",
      "null",
      "[]",
      "{}",
      "x".repeat(40_000),
      makeEntry(ACCOUNT, "-1", 1, "v3"),
      makeEntry(ACCOUNT, "9", 1.5, "v3"),
      makeEntry(ACCOUNT, 9, 1, "v4"),
      makeEntry("__proto__", "9", 1, "v3"),
      JSON.stringify({ isOwn: true, heights: { v2: "9", v3: 0 }, entries: [] }),
    ]) {
      const sessionChannel = {
        publish: () => Promise.reject(new Error("down")),
        subscribe: (_name, listener) => setTimeout(listener, 0, text),
      };
      const { client, sentRequests } = makeClient({ accountStates: () => makeStateV3(5) }, { sessionChannel });
      await client.v3.accountStates({ address: [ACCOUNT] });
      await new Promise((resolve) => setTimeout(resolve, 5));
      await client.v3.accountStates({ address: [ACCOUNT] });
      assert.equal(sentRequests.length, 2, text);
    }
  });
});
