// `ton-edge/testing`: the fake service that programs use in their unit tests.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";

import { createClient } from "ton-edge";
import { normalizeAddress } from "ton-edge/address";
import { endpoints } from "ton-edge/endpoints";
import {
  beginCell,
  decodeMessage,
  externalMessage,
  toNano,
  walletHighloadV3,
  walletV3R2,
  walletV4R2,
  walletV5R1,
} from "ton-edge/message";
import { createFakeService } from "ton-edge/testing";

const ALICE = `0:${"A1".repeat(32)}`;
const MASTER = `0:${"B2".repeat(32)}`;
/** The time after which a test counts as waiting: the shortest wait of a client with these failures would be longer. */
const QUICK_MS = 14_000;

const { privateKey, publicKey } = /** @type {any} */ (await crypto.subtle.generateKey("Ed25519", true, ["sign"]));
const key = new Uint8Array(await crypto.subtle.exportKey("raw", publicKey));
const computeTimeIn = (minutes) => Math.floor(Date.now() / 1000) + 60 * minutes;
/** Makes each message different, because an equal one would count as executed. */
let count = 0n;
function makeTransfer(wallet, seqno, overrides = {}) {
  count += 1n;
  return wallet.transfer(
    [{ to: ALICE, value: count }],
    { seqno, validUntil: computeTimeIn(10), ...overrides },
    privateKey,
  );
}

/** Runs work that would wait in a real client. */
async function measureQuick(work) {
  const start = performance.now();
  const result = await work();
  assert.ok(performance.now() - start < QUICK_MS, "nothing waits");
  return result;
}

/** A service with a wallet that has a seqno of 3. */
function withWallet(makeWallet = walletV5R1) {
  const service = createFakeService();
  const wallet = makeWallet({ publicKey: key });
  service.setAccount(wallet.address, { balance: toNano("5"), wallet, seqno: 3 });
  return { service, wallet, client: service.createClient() };
}

test("every operation responds with its recorded example to its own parameters", async (t) => {
  const rows = endpoints().filter(({ name }) => name !== "jsonRPC");
  const names = new Set(rows.map(({ generation, path }) => `${generation}${path.replaceAll("/", ".")}`));
  assert.equal(names.size, 86);
  for (const name of names)
    await t.test(name, async () => {
      const service = createFakeService();
      const client = service.createClient();
      const [generation, ...steps] = name.split(".");
      const method = steps.reduce((home, step) => home[step], /** @type {any} */ (client)[generation]);
      if (name === "v2.getShardBlockProof") {
        assert.throws(() => service.example(name), { code: "not_found" });
        const proof = client.v2.getShardBlockProof({ workchain: 0, shard: "-9223372036854775808", seqno: 1 });
        return assert.rejects(proof, { status: 501, message: /pass one to `service.respond`/ });
      }
      const { params, result } = service.example(/** @type {any} */ (name));
      const receivedRows = await method(params);
      const lists = /** @type {any} */ (structuredClone(result) ?? []);
      // The client returns `null` for a list as an empty list.
      for (const field of Object.keys(lists))
        if (lists[field] === null && Array.isArray(receivedRows[field])) lists[field] = [];
      // The service responds to a send with the hash of that message.
      if (/message$|ReturnHash/.test(name))
        assert.equal(
          receivedRows.hash ?? receivedRows.message_hash,
          decodeMessage(/** @type {any} */ (params).boc).hash,
        );
      else assert.deepEqual(receivedRows, lists);
      assert.deepEqual(
        service.requests.map(({ operation }) => operation),
        [name],
      );
      // What the program passes is in the request: numbers as numbers, lists as lists.
      for (const [param, value] of Object.entries(service.requests[0].params))
        if (typeof params[param] === typeof value && typeof value !== "object") assert.equal(value, params[param]);
    });
});

test("requests are checked by the endpoint table", async () => {
  const service = createFakeService();
  const send = (path, init) => service.fetch(`https://toncenter.com/api/${path}`, init);
  const unknownReply = await send("v3/transactions?address=x");
  assert.equal(unknownReply.status, 422);
  assert.match((await unknownReply.json()).error, /has no parameter `address`; did you mean `account`/);
  assert.equal((await send("v2/getAddressBalance")).status, 422);
  assert.equal((await send("v2/getAddresBalance?address=x")).status, 404);
  assert.equal((await send("v2/sendBoc?boc=te6cckEBAQEAAgAAAEysuc0%3D")).status, 405);
  assert.equal((await send("v3/message", { method: "POST", body: "no JSON" })).status, 422);
  const body = JSON.stringify({ method: "getAddressBalance", id: "7", params: { address: ALICE, adress: "" } });
  const rpc = await send("v2/jsonRPC", { method: "POST", body, headers: { "content-type": "application/json" } });
  const { ok, code, id } = await rpc.json();
  assert.deepEqual({ ok, code, id }, { ok: false, code: 422, id: "7" });
  assert.deepEqual(
    service.requests.map(({ operation }) => operation),
    ["v3.transactions", "v2.getAddressBalance", undefined, "v2.sendBoc", "v3.message", "v2.getAddressBalance"],
  );
  const { code: ownCode, suggestion } = /** @type {any} */ (
    catchError(() => service.requestsOf(/** @type {any} */ ("v3.jettonWallets")))
  );
  assert.deepEqual({ ownCode, suggestion }, { ownCode: "unknown_endpoint", suggestion: "v3.jetton.wallets" });
});

function catchError(run) {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
}

test("JSON-RPC and batches are requests of the methods that they call", async () => {
  const service = createFakeService();
  const client = service.createClient();
  service.respond("v2.getAddressBalance", ({ params }) => (params.address === ALICE ? "7" : undefined));
  service.fail("v2.getConfigParam", { status: 404, message: "no parameter has this name" });
  assert.equal(await client.v2.jsonRpc("getAddressBalance", { address: ALICE }), "7");
  const outcomes = await client.v2.batch([
    { method: "getAddressBalance", params: { address: ALICE } },
    { method: "getAddressBalance", params: { address: MASTER } },
    { method: "getConfigParam", params: { param: 34 } },
  ]);
  assert.deepEqual(
    outcomes.map(({ ok, ...rest }) => (ok ? /** @type {any} */ (rest).value : /** @type {any} */ (rest).error.code)),
    ["7", "0", "not_found"],
  );
  assert.equal(service.requestsOf("v2.getAddressBalance").length, 3);
  assert.deepEqual(service.requestsOf("v2.getConfigParam")[0].params, { param: 34 });
});

test("responses of a test: the newest applies, as often as it says", async () => {
  const service = createFakeService();
  const client = service.createClient();
  const readBalance = () => client.v2.getAddressBalance({ address: ALICE });
  service.respond("v2.getAddressBalance", "1").respond("v2.getAddressBalance", "2", { times: 2 });
  assert.deepEqual([await readBalance(), await readBalance(), await readBalance()], ["2", "2", "1"]);
  service.respond("v2.getAddressBalance", async ({ headers }) => headers.get("x-test") ?? "3");
  assert.equal(await readBalance(), "3");
  const otherClient = service.createClient({ headers: { "X-Test": "4" } });
  assert.equal(await otherClient.v2.getAddressBalance({ address: ALICE }), "4");
  service.reset();
  assert.equal(await readBalance(), "0");
  assert.equal(service.requests.length, 1);
});

test("a response without its list is an invalid response, as from a real service", async () => {
  const service = createFakeService();
  const client = service.createClient({ retry: 2 });
  service.respond("v3.jetton.wallets", /** @type {any} */ ({}));
  await assert.rejects(client.v3.jetton.wallets(), { code: "invalid_response" });
  assert.equal(service.requests.length, 2);
  const { result } = service.example("v3.jetton.wallets");
  result.jetton_wallets.pop();
  service.respond("v3.jetton.wallets", result);
  assert.deepEqual((await client.v3.jetton.wallets()).jetton_wallets, []);
  assert.equal(service.example("v3.jetton.wallets").result.jetton_wallets.length, 1);
});

test("failures: the client retries as always, and nothing waits", async () => {
  const service = createFakeService();
  const client = createClient(service.clientOptions);
  const read = () => client.v2.getMasterchainInfo();
  const countAttempts = async (work) => {
    const requestsBefore = service.requests.length;
    const code = await measureQuick(work).then(
      () => "success",
      (error) => error.code,
    );
    return [code, service.requests.length - requestsBefore];
  };
  service.fail("v2.getMasterchainInfo", { status: 429, retryAfterSeconds: 30 }, { times: 2 });
  assert.deepEqual(await countAttempts(read), ["success", 3]);
  service.fail("*", "network", { times: 3 });
  assert.deepEqual(await countAttempts(read), ["success", 4]);
  service.fail("v2.getMasterchainInfo", "timeout", { times: 1 });
  assert.deepEqual(await countAttempts(read), ["timeout", 1]);
  service.fail("v2.getMasterchainInfo", { status: 503 });
  assert.deepEqual(await countAttempts(read), ["server_error", 4]);
  service.fail("v2.getMasterchainInfo", { status: 401 });
  await assert.rejects(read(), { code: "api_key_unknown", message: /API key does not exist/ });
  service.fail("v3.masterchainInfo", { status: 429, retryAfterSeconds: 3 });
  await assert.rejects(client.v3.masterchainInfo(), { code: "rate_limited", retryAfterMs: 3000 });
  for (const failure of [{ status: 200 }, "refused", { state: 500 }])
    assert.throws(() => service.fail("*", /** @type {any} */ (failure)), { code: "invalid_option" });
});

test("accounts: what the client reads of one is consistent", async () => {
  const { service, wallet, client } = withWallet();
  service.setAccount(wallet.address, {
    domains: ["alice.ton"],
    jettons: [
      { master: MASTER, balance: 1_500_000n, symbol: "USDT", decimals: 6 },
      { master: ALICE, balance: 0n },
    ],
  });
  const { balance, state, seqno, walletType, walletId, domains } = await client.account(wallet.address);
  assert.deepEqual(
    { balance, state, seqno, walletType, walletId, domains },
    {
      balance: 5_000_000_000n,
      state: "active",
      seqno: 3,
      walletType: "wallet v5 r1",
      walletId: wallet.walletId,
      domains: ["alice.ton"],
    },
  );
  const [jetton, ...otherBalances] = await client.jettons(wallet.address);
  assert.deepEqual(otherBalances, []);
  const { address, ...jettonFields } = jetton;
  assert.deepEqual(jettonFields, {
    balance: 1_500_000n,
    master: MASTER,
    name: "Test Jetton",
    symbol: "USDT",
    decimals: 6,
    image: null,
    isScam: false,
  });
  assert.equal((await client.jettons(wallet.address, { includeZero: true })).length, 2);
  assert.equal((await client.get(MASTER, "get_wallet_address", [wallet.address])).stack.address(0), address);
  assert.equal((await client.get(wallet.address, "seqno")).stack.number(0), 3);
  assert.equal(await client.v2.getAddressBalance({ address: wallet.address }), "5000000000");
  assert.equal(await client.v2.getAddressState({ address: wallet.address }), "active");
  const information = await client.v2.getWalletInformation({ address: wallet.address });
  assert.deepEqual([information.wallet, /** @type {any} */ (information).seqno], [true, 3]);
  const { accounts } = await client.v3.accountStates({ address: [wallet.address, ALICE], include_boc: true });
  assert.equal(accounts.length, 1);
  assert.ok(accounts[0].code_boc && accounts[0].data_boc);
  // Accounts that no test has set do not exist.
  assert.deepEqual(await client.account(ALICE).then(({ state, balance, seqno }) => ({ state, balance, seqno })), {
    state: "nonexist",
    balance: 0n,
    seqno: null,
  });
  assert.deepEqual(await client.jettons(ALICE), []);
  for (const options of [{ balance: -1n }, { balances: 1n }, { state: "open" }, { wallet: {} }, { seqno: "1" }])
    assert.throws(() => service.setAccount(ALICE, /** @type {any} */ (options)), { code: "invalid_option" });
});

for (const makeWallet of [walletV3R2, walletV4R2, walletV5R1])
  for (const generation of /** @type {const} */ (["v3", "v2"]))
    test(`messages of ${makeWallet.name} over ${generation}: each outcome, without a wait`, async () => {
      const { service, wallet, client } = withWallet(makeWallet);
      const send = async (seqno, outcome, overrides = {}) => {
        if (outcome) service.setMessageOutcome(outcome, { times: 1 });
        const message = await makeTransfer(wallet, seqno, overrides);
        return measureQuick(() => client.send(message, { generation }));
      };
      const { status, success, account } = await send(3, undefined);
      assert.deepEqual([status, success, account], ["executed", true, wallet.address]);
      assert.equal((await client.account(wallet.address)).seqno, 4);
      await assert.rejects(send(3, undefined), {
        code: "message_rejected",
        message: /its seqno is not the wallet's next one/,
      });
      await assert.rejects(send(4, undefined, { validUntil: computeTimeIn(-1) }), {
        code: "message_rejected",
        message: /expired/,
      });
      await assert.rejects(send(4, { status: "rejected", exitCode: 34 }), { code: "message_rejected", exitCode: 34 });
      const failedSend = await send(4, { status: "failed", exitCode: 100 });
      assert.deepEqual([failedSend.success, failedSend.transaction.exitCode], [false, 100]);
      await assert.rejects(send(4, { status: "lost" }), {
        code: "timeout",
        message: /the service accepted the message/,
      });
      await assert.rejects(send(4, { status: "lost" }, { validUntil: Math.floor(Date.now() / 1000) + 20 }), {
        code: "message_expired",
      });
      const lastTransfer = await makeTransfer(wallet, 4);
      await client.send(lastTransfer, { wait: "accepted" });
      const completeOutcome = await measureQuick(() =>
        client.waitForMessage(lastTransfer, { wait: "trace", generation }),
      );
      assert.deepEqual([completeOutcome.status, completeOutcome.success], ["complete", true]);
      assert.equal(service.requestsOf("v2.sendBoc").length, 8);
    });

test("messages without accounts: a test sets none, and sends", async () => {
  const service = createFakeService();
  const client = service.createClient();
  const wallet = walletV5R1({ publicKey: key });
  const message = await makeTransfer(wallet, 3);
  assert.equal((await client.send(message)).success, true);
  service.reset();
  service.fail("v2.sendBoc", "network");
  const error = await measureQuick(() =>
    service
      .createClient()
      .send(message)
      .catch((cause) => cause),
  );
  assert.equal(error.code, "connection_failed");
  assert.equal(service.requestsOf("v2.sendBoc").length, 1);
  service.reset();
  service.setAccount(wallet.address, { balance: 1n, wallet, state: "uninit" });
  assert.equal((await client.send(await makeTransfer(wallet, 0))).success, true);
  const { state, seqno } = await client.account(wallet.address);
  assert.deepEqual({ state, seqno }, { state: "active", seqno: 1 });
  const highload = walletHighloadV3({ publicKey: key });
  service.setAccount(highload.address, { wallet: highload });
  const batch = await highload.transfer([{ to: ALICE, value: 1n }], { queryId: 1 }, privateKey);
  assert.equal((await client.send(batch)).success, true);
});

test("several waits at once end by their own times", async () => {
  const { service, wallet, client } = withWallet();
  service.setMessageOutcome({ status: "lost" });
  const sendLostMessage = async (timeoutMs) => {
    const message = await makeTransfer(wallet, 3, { validUntil: computeTimeIn(10) + timeoutMs });
    return client.send(message, { timeoutMs }).catch(({ code }) => `${code} ${timeoutMs}`);
  };
  const order = [];
  const waits = [60_000, 20_000, 40_000].map((timeoutMs) =>
    sendLostMessage(timeoutMs).then((code) => order.push(code)),
  );
  await measureQuick(() => Promise.all(waits));
  assert.deepEqual(order, ["timeout 20000", "timeout 40000", "timeout 60000"]);
  const controller = new AbortController();
  const abortedSend = client.send(await makeTransfer(wallet, 3), { signal: controller.signal, timeoutMs: 10 ** 9 });
  setTimeout(() => controller.abort(), 20);
  await assert.rejects(abortedSend, { name: "AbortError" });
});

for (const generation of /** @type {const} */ (["v3", "v2"]))
  test(`deposits over ${generation}: those before and those while a program listens`, async () => {
    const { service, wallet, client } = withWallet();
    service.receive(wallet.address, { amount: toNano("2"), from: ALICE, comment: "order 1" });
    service.receive(wallet.address, { amount: 5n, from: ALICE, comment: "order 2", jetton: MASTER });
    const controller = new AbortController();
    const receivedUpdates = [];
    const payments = client.payments(wallet.address, { jettons: [MASTER], generation, signal: controller.signal });
    await assert.rejects(async () => {
      for await (const { asset, amount, from, comment } of payments) {
        receivedUpdates.push([asset, amount, from, comment]);
        if (receivedUpdates.length === 2) setTimeout(() => service.receive(wallet.address, { amount: 7n }), 20);
        if (receivedUpdates.length === 3) controller.abort();
      }
    }, /AbortError/);
    assert.deepEqual(receivedUpdates, [
      ["TON", 2_000_000_000n, ALICE, "order 1"],
      [MASTER, 5n, ALICE, "order 2"],
      ["TON", 7n, `0:${"0".repeat(64)}`, null],
    ]);
    assert.equal((await client.account(wallet.address)).balance, toNano("7") + 7n);
    assert.equal((await client.jettons(wallet.address))[0].balance, 5n);
    assert.throws(() => service.receive(ALICE, { amount: 1n }), { code: "invalid_parameter" });
  });

/** The amounts of an account's deposits, without listening for new ones. */
async function readAmounts(client, address, options) {
  const amounts = [];
  for await (const { amount } of client.payments(address, { follow: false, pollIntervalMs: 1, ...options }))
    amounts.push(amount);
  return amounts;
}

test("over v2, deposits are read with one request, and another one for those that came meanwhile", async () => {
  const { service, wallet, client } = withWallet();
  for (const amount of [5n, 6n, 7n]) service.receive(wallet.address, { amount });
  assert.deepEqual(await readAmounts(client, wallet.address, { generation: "v2" }), [5n, 6n, 7n]);
  assert.equal(service.requestsOf("v2.getTransactions").length, 2);
});

test("over v2, deposits continue after a cursor also if the server returns the transactions before it", async () => {
  const { service, wallet } = withWallet();
  for (const amount of [5n, 6n, 7n]) service.receive(wallet.address, { amount });
  const client = createClient({
    ...service.clientOptions,
    fetch: (request) => {
      const url = new URL(request.url);
      url.searchParams.delete("to_lt");
      return service.fetch(new Request(url, request));
    },
  });
  const payments = client.payments(wallet.address, { follow: false, generation: "v2", pollIntervalMs: 1 });
  for await (const { amount } of payments) if (amount === 6n) break;
  assert.ok(payments.cursor);
  // The deposit of 6 was not handled: its loop ended before the next one was requested.
  assert.deepEqual(await readAmounts(client, wallet.address, { generation: "v2", since: payments.cursor }), [6n, 7n]);
});

test("a server that has shown deposits over v3 is not asked over v2 when v3 fails", async () => {
  const { service, wallet, client } = withWallet();
  service.receive(wallet.address, { amount: 5n });
  const amounts = [];
  await assert.rejects(
    async () => {
      for await (const { amount } of client.payments(wallet.address, { follow: false, pollIntervalMs: 1 })) {
        amounts.push(amount);
        service.fail("v3.transactions", { status: 404, message: "gone" });
      }
    },
    { code: "not_found" },
  );
  assert.deepEqual(amounts, [5n]);
  assert.equal(service.requestsOf("v2.getTransactions").length, 0);
});

test("a response over v2 without its fields is an error that names the operation", async () => {
  const { service, wallet, client } = withWallet();
  service.respond("v2.getTransactions", /** @type {any} */ ([{ utime: 2 ** 32 }]));
  const error = await client
    .send(await makeTransfer(wallet, 3), { generation: "v2", timeoutMs: 10_000 })
    .catch((/** @type {any} */ error) => error);
  assert.match([error.message, error.cause?.message].join(), /the response of getTransactions cannot be read/);
});

test("a program that watches an account sees what it receives", async () => {
  const { service, wallet, client } = withWallet();
  const events = [];
  const states = [];
  const onState = (state) => {
    states.push(state);
    if (state === "live") for (const amount of [5n, 6n]) service.receive(wallet.address, { amount });
  };
  for await (const event of client.watch({ accounts: [wallet.address] }, { onState })) {
    events.push(/** @type {any} */ (event).transaction?.in_msg.value);
    if (events.length === 2) break;
  }
  assert.deepEqual(
    [events, states],
    [
      ["5", "6"],
      ["catching_up", "live"],
    ],
  );
  assert.ok(service.requestsOf("v3.accountStates").length > 0);
});

test("the transactions of the chain are in order, in pages, and have cells with the right hashes", async () => {
  const { service, wallet, client } = withWallet();
  for (let amount = 1n; amount <= 4n; amount += 1n) service.receive(wallet.address, { amount });
  const rows = await client.v3.transactions
    .paginate({ account: wallet.address }, { pageSize: 2 })
    .toArray({ maxItems: 9 });
  assert.deepEqual(
    rows.map(({ in_msg }) => in_msg.value),
    ["4", "3", "2", "1", "0"],
  );
  const bags = await client.v2.getTransactions({ address: wallet.address, limit: 10 });
  for (const [index, bag] of bags.entries()) {
    const [summary, row] = [await client.summarize(bag), await client.summarize(rows[index])];
    assert.deepEqual([summary.hash, summary.lt, summary.success], [row.hash, row.lt, row.success]);
  }
});

for (const generation of /** @type {const} */ (["v3", "v2"]))
  test(`over ${generation}, a client that checks hashes accepts the responses about accounts and messages`, async () => {
    const { service, wallet } = withWallet();
    const client = service.createClient({ integrity: true });
    assert.equal((await client.send(await makeTransfer(wallet, 3), { generation, wait: "trace" })).success, true);
    service.receive(wallet.address, { amount: 5n, comment: "order 1", from: ALICE });
    service.receive(wallet.address, { amount: 6n, jetton: MASTER });
    const amounts = [];
    for await (const { amount } of client.payments(wallet.address, { follow: false, generation })) amounts.push(amount);
    // Without `jettons`, the 1 nanocoin of the notification is a deposit in TON.
    assert.deepEqual(amounts, [5n, 1n]);
    assert.equal((await client.v3.accountStates({ address: [wallet.address] })).accounts.length, 1);
    const newWallet = walletV4R2({ publicKey: key });
    service.setAccount(newWallet.address, { wallet: newWallet, state: "uninit" });
    assert.equal((await client.send(await makeTransfer(newWallet, 0), { generation })).success, true);
  });

test("the messages of every wallet version show whom the program pays", async () => {
  const createdAt = Math.floor(Date.now() / 1000) - 10;
  for (const [wallet, request] of /** @type {const} */ ([
    [walletV3R2({ publicKey: key }), { seqno: 0 }],
    [walletV4R2({ publicKey: key }), { seqno: 0 }],
    [walletV5R1({ publicKey: key }), { seqno: 0 }],
    [walletHighloadV3({ publicKey: key, timeout: 3600 }), { queryId: 1, createdAt }],
  ]))
    for (const count of [1, 3]) {
      const service = createFakeService();
      service.setAccount(wallet.address, { wallet });
      const messages = Array.from({ length: count }, (_, index) => ({
        to: ALICE,
        value: BigInt(index + 1),
        bounce: false,
        body: `order ${index}`,
      }));
      const message = await wallet.transfer(messages, request, () => new Uint8Array(64));
      await service.createClient().send(message, { wait: "accepted" });
      const expectedMessages = messages.map(({ value, body }) => [
        wallet.address,
        normalizeAddress(ALICE),
        value,
        false,
        3,
        body,
        "comment",
      ]);
      assert.deepEqual(
        service
          .sentMessages()
          .map(({ from, to, value, bounce, mode, comment, body }) => [
            from,
            to,
            value,
            bounce,
            mode,
            comment,
            body.type,
          ]),
        expectedMessages,
        `${wallet.version}, ${count}`,
      );
      service.reset();
      assert.deepEqual(service.sentMessages(), []);
    }
});

test("an account with an unknown contract refuses a message", async () => {
  const service = createFakeService();
  const wallet = walletV5R1({ publicKey: key });
  service.setAccount(wallet.address, { state: "active" }).setMessageOutcome({ status: "rejected" });
  await assert.rejects(service.createClient().send(await makeTransfer(wallet, 0)), {
    code: "message_rejected",
    exitCode: 135,
  });
});

test("requests that pay nobody have no messages, and refused ones have", async () => {
  const { service, wallet, client } = withWallet();
  await assert.rejects(client.send(beginCell().storeUint(7, 32).endCell()), { code: "message_invalid" });
  const unknown = externalMessage({ to: ALICE, body: beginCell().storeUint(7, 32).endCell() });
  await client.send(unknown, { wait: "accepted" });
  assert.deepEqual(service.sentMessages(), []);
  service.setMessageOutcome({ status: "rejected" });
  await assert.rejects(client.send(await makeTransfer(wallet, 3)), { code: "message_rejected" });
  assert.equal(service.sentMessages().length, 1);
});

test("the CommonJS form is the same service", async () => {
  const { createFakeService: create } = createRequire(import.meta.url)("ton-edge/testing");
  const service = create();
  service.respond("v2.getAddressBalance", "9");
  assert.equal(await createClient(service.clientOptions).v2.getAddressBalance({ address: ALICE }), "9");
});
