// `getMany`: the number of requests, the order of the outcomes, and which failures affect which calls.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { beginCell, stackToCell } from "ton-edge/message";

import { catchRejection, revokeProxy } from "../message/checks.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { json, makeRecordedClient } from "./recorded-client.mjs";

const UNUSED_ADDRESS = `0:${"5E".repeat(32)}`;
const importTvm = () => import("ton-edge/tvm");
const LOCAL_ONLY = /** @type {const} */ ({ local: "only" });

/** @type {any} */
let devnet;
/** Accounts of wallets, and all accounts. */
let carol, collector;
before(
  async () => {
    devnet = await startDevnet({ world: "small" });
    await devnet.ready;
    [carol, collector] = ["carol", "collector"].map((name) => devnet.cast.wallet(name).account);
  },
  { timeout: 120_000 },
);
after(() => devnet?.close());

/** A client of the devnet, and the requests that it sends. @param {any} [options] @param {any} [respond] */
const makeClient = (options, respond) => makeRecordedClient(devnet.url, options, respond);

/** An outcome in a comparable form, whether it was computed locally or by the server. */
const toComparable = ({ ok, value, error }) =>
  ok
    ? [value.exitCode, value.gasUsed, stackToCell(value.stack).toBase64()]
    : [error.code, error.exitCode, error.message];
const listLocals = (outcomes) => outcomes.map(({ value, error }) => value?.local ?? error.code);

/** Addresses without a contract. */
const makeUnusedAddresses = (count) =>
  Array.from({ length: count }, (_, index) => `0:${(BigInt(index) + (1n << 255n)).toString(16).toUpperCase()}`);

describe("requests of getMany", () => {
  test("getMany reads all accounts by one request, and outcomes have the order of the calls", async () => {
    const { client, sentRequests } = makeClient();
    const { bounceable } = await client.v2.detectAddress({ address: collector });
    sentRequests.length = 0;
    const calls = [
      { address: carol, method: "get_public_key" },
      { address: collector, method: "seqno" },
      { address: carol, method: 85143 },
      { address: carol, method: "no_such_method" },
      { address: bounceable.b64url, method: "get_public_key", args: [] },
      { address: UNUSED_ADDRESS, method: "seqno" },
      { address: carol, method: "get_public_key" },
    ];
    const outcomes = await client.getMany(calls);
    assert.deepEqual(sentRequests, ["masterchainInfo", "getConfigAll", "accountStates", "runGetMethod"]);
    assert.deepEqual(listLocals(outcomes), [true, true, true, "get_method_failed", true, "get_method_failed", true]);
    assert.deepEqual(outcomes.map(toComparable), (await client.getMany(calls, { local: "never" })).map(toComparable));
    const singleOutcome = await client.get(carol, "get_public_key", [], { local: "never" });
    const { local, ...value } = /** @type {any} */ (outcomes[0].value);
    assert.deepEqual({ ...value, local: false }, singleOutcome);
    // The configuration is not requested again: it changes in key blocks only, and there was none since.
    sentRequests.length = 0;
    await client.getMany(calls.slice(0, 3));
    assert.deepEqual(sentRequests, ["masterchainInfo", "accountStates"]);
    assert.deepEqual(listLocals(await client.getMany(calls, LOCAL_ONLY)), [
      true,
      true,
      true,
      "needs_upstream",
      true,
      "get_method_failed",
      true,
    ]);
  });

  test("getMany reads a hundred accounts by one request, and by several if the response is too large", async () => {
    const calls = [...makeUnusedAddresses(249), carol].map((address) => ({ address, method: "seqno" }));
    const { client, count } = makeClient();
    const outcomes = await client.getMany(calls, LOCAL_ONLY);
    assert.equal(count("accountStates"), 3);
    assert.deepEqual(listLocals(outcomes), [...Array(249).fill("get_method_failed"), true]);

    const storedAddresses = devnet.db
      .all("SELECT account FROM accounts")
      .map(({ account }) => ({ address: account, method: "seqno" }));
    const smallClient = makeClient({ maxResponseBytes: 160_000 });
    const results = await smallClient.client.getMany(storedAddresses, LOCAL_ONLY);
    assert.ok(smallClient.count("accountStates") > 2, String(smallClient.count("accountStates")));
    assert.deepEqual(results.map(toComparable), (await client.getMany(storedAddresses, LOCAL_ONLY)).map(toComparable));
  });

  test("getMany reads the libraries of many accounts by one request", async () => {
    const { client, count } = makeClient();
    const { jetton_masters } = await client.v3.jetton.masters({ limit: 100 });
    const master = jetton_masters.find(({ jetton_content }) => jetton_content.decimals === "6");
    const { jetton_wallets } = await client.v3.jetton.wallets({ jetton_address: [master.address] });
    const calls = jetton_wallets.map(({ address }) => ({ address, method: "get_wallet_data" }));
    assert.ok(calls.length > 2);
    const outcomes = await client.getMany(calls, LOCAL_ONLY);
    assert.ok(outcomes.every(({ ok }) => ok));
    assert.equal(count("getLibraries"), 1);
    assert.deepEqual(outcomes.map(toComparable), (await client.getMany(calls, { local: "never" })).map(toComparable));
  });

  test("getMany with a block reads each account at that block", async () => {
    const { client, count } = makeClient();
    const seqno = devnet.chain.head.mc.seqno - 20;
    const calls = [carol, collector, carol, UNUSED_ADDRESS].map((address) => ({ address, method: "seqno" }));
    const outcomes = await client.getMany(calls, { seqno });
    assert.deepEqual([count("getAddressInformation"), count("runGetMethod"), count("accountStates")], [3, 0, 0]);
    assert.deepEqual(
      outcomes.map(toComparable),
      (await client.getMany(calls, { seqno, local: "never" })).map(toComparable),
    );
    assert.deepEqual(outcomes[0].value?.block?.seqno, seqno);
  });

  test("without the option `tvm`, all calls of getMany go to the server", async () => {
    const { client, sentRequests } = makeClient({ tvm: undefined });
    const calls = Array.from({ length: 200 }, (_, index) => ({
      address: index % 2 ? carol : collector,
      method: "seqno",
    }));
    let runningCount = 0;
    let maximum = 0;
    const busyClient = makeClient({ tvm: undefined, coalesce: false }, async () => {
      maximum = Math.max(maximum, (runningCount += 1));
      await new Promise((resolve) => setTimeout(resolve, 1));
      runningCount -= 1;
    });
    assert.equal((await busyClient.client.getMany(calls)).length, 200);
    assert.ok(maximum <= 64, String(maximum));
    const outcomes = await client.getMany(calls.slice(0, 4));
    assert.deepEqual(listLocals(outcomes), [false, false, false, false]);
    assert.ok(sentRequests.every((name) => name === "runGetMethod"));
    assert.deepEqual(await client.getMany([]), []);
    assert.equal((await catchRejection(() => client.getMany([], LOCAL_ONLY))).code, "invalid_option");
  });
});

describe("invalid calls of getMany", () => {
  test("getMany refuses an invalid call before its first request", async () => {
    const { client, sentRequests } = makeClient();
    const goodCall = { address: carol, method: "seqno" };
    const cases = [
      [5, "invalid_parameter"],
      ["calls", "invalid_parameter"],
      [revokeProxy(), "invalid_parameter"],
      [[goodCall, 5], "invalid_option"],
      [[goodCall, { ...goodCall, arguments: [] }], "invalid_option"],
      [[goodCall, { address: carol }], "invalid_parameter", "calls[1]"],
      [[goodCall, { address: carol, method: "" }], "invalid_parameter", "calls[1]"],
      [[goodCall, { address: carol, method: 0.5 }], "invalid_parameter", "calls[1]"],
      [[goodCall, { method: "seqno" }], "missing_parameter", "calls[1]"],
      [[{ address: `${carol.slice(0, -1)}x`, method: "seqno" }], "invalid_parameter", "calls[0]"],
      [[goodCall, { ...goodCall, args: [{}] }], "stack_invalid", "calls[1]"],
      [[goodCall, { ...goodCall, args: 5 }], "stack_invalid", "calls[1]"],
      [Array(10_001).fill(goodCall), "too_long", "calls"],
      [Array(30).fill({ ...goodCall, args: Array(10_000).fill(1n) }), "too_long"],
      [Array(30).fill({ ...goodCall, args: [{ list: Array(10_000).fill(1n) }] }), "too_long"],
    ];
    for (const [calls, code, parameter] of /** @type {any[]} */ (cases)) {
      const error = await catchRejection(() => client.getMany(calls));
      assert.equal(error.code, code, error.message);
      if (parameter) assert.equal(error.parameter, parameter);
    }
    for (const options of [5, { local: "x" }, { signal: {} }, { timeoutMs: -1 }, { limit: 5 }])
      assert.equal(
        (await catchRejection(() => client.getMany([goodCall], /** @type {any} */ (options)))).code,
        "invalid_option",
      );
    assert.deepEqual(sentRequests, []);
  });

  test("changing the calls after getMany was called has no effect", async () => {
    const { client } = makeClient();
    const master = (await client.v3.jetton.masters({ limit: 1 })).jetton_masters[0].address;
    const slice = beginCell().storeAddress(carol).endCell().beginParse();
    const calls = [
      { address: carol, method: "seqno" },
      { address: master, method: "get_wallet_address", args: [slice] },
    ];
    const outcomesBefore = await client.getMany(
      structuredClone(calls.slice(0, 1)).concat({ ...calls[1], args: [slice.clone()] }),
    );
    const laterCalls = client.getMany(calls);
    calls[0].address = "nonsense";
    calls[1].method = "nonsense";
    calls[1].args?.push(/** @type {any} */ (5n));
    slice.skip(20);
    calls.pop();
    const outcomes = await laterCalls;
    assert.deepEqual(outcomes.map(toComparable), outcomesBefore.map(toComparable));
    assert.ok(outcomes.every(({ ok }) => ok));
  });
});

describe("failures of getMany", () => {
  const makeCalls = () => [carol, collector, UNUSED_ADDRESS].map((address) => ({ address, method: "seqno" }));
  const makeFailingClient = (name, /** @type {any} */ reply) =>
    makeClient({}, (operation, request, count) => (operation === name ? reply(request, count) : undefined));

  test("if v3 fails, getMany reads each account by v2; if both fail, each call goes to the server", async () => {
    const replies = /** @type {(() => any)[]} */ ([
      () => json({ error: "no" }, 500),
      () => json({ error: "not found" }, 404),
      () => json({ ok: false, result: "Ratelimit exceed", code: 429 }, 429),
      () => json({ last: null, first: null }),
      () => new Response('{"last":{"seqno":5', { status: 200 }),
      () => {
        throw new TypeError("fetch failed");
      },
    ]);
    const rightResults = (await makeClient().client.getMany(makeCalls(), { local: "never" })).map(toComparable);
    for (const reply of replies)
      for (const name of ["masterchainInfo", "accountStates"]) {
        const { client, count } = makeFailingClient(name, reply);
        assert.deepEqual(listLocals(await client.getMany(makeCalls(), LOCAL_ONLY)), [true, true, "get_method_failed"]);
        assert.equal(count("getAddressInformation"), 3);
        assert.deepEqual((await client.getMany(makeCalls())).map(toComparable), rightResults);
        assert.equal(count("runGetMethod"), 0);
      }
    for (const reply of replies.filter((reply) => !String(reply).includes("last"))) {
      const { client, count } = makeClient({}, (name) => (name === "runGetMethod" ? undefined : reply()));
      const outcomes = await client.getMany(makeCalls());
      assert.deepEqual(outcomes.map(toComparable), rightResults);
      assert.deepEqual(listLocals(outcomes), [false, false, "get_method_failed"]);
      assert.ok(count("runGetMethod") === 3);
      for (const { error } of await client.getMany(makeCalls(), LOCAL_ONLY))
        assert.ok(error && error.code !== "get_method_failed");
    }
  });

  test("if the configuration cannot be read, all calls go to the server, and it is not requested again for a minute", async () => {
    const { client, sentRequests } = makeFailingClient("getConfigAll", () =>
      json({ ok: false, error: "unknown" }, 404),
    );
    const rightResults = (await makeClient().client.getMany(makeCalls(), { local: "never" })).map(toComparable);
    assert.deepEqual((await client.getMany(makeCalls())).map(toComparable), rightResults);
    assert.deepEqual(sentRequests, ["masterchainInfo", "getConfigAll", ...Array(3).fill("runGetMethod")]);
    sentRequests.length = 0;
    assert.deepEqual((await client.getMany(makeCalls())).map(toComparable), rightResults);
    assert.deepEqual(sentRequests, Array(3).fill("runGetMethod"));
  });

  test("a malformed row sends the calls of its account to the server", async () => {
    const rows = /** @type {Record<string, (row: any) => any>} */ ({
      "forged code": (row) => ({ ...row, code_boc: "te6cckEBAQEAAgAAAEysuc0A" }),
      "no code": ({ code_boc, ...row }) => row,
      "no data": ({ data_boc, ...row }) => row,
      "code that is not a text": (row) => ({ ...row, code_boc: 5 }),
      "no balance": (row) => ({ ...row, balance: "many" }),
      "another status": (row) => ({ ...row, status: "frozen" }),
      null: () => null,
    });
    for (const [name, change] of Object.entries(rows)) {
      const { client } = makeFailingClient("accountStates", async (request) => {
        const body = await (await fetch(request)).json();
        return json({ ...body, accounts: body.accounts.map((row) => (row.address === carol ? change(row) : row)) });
      });
      const outcomes = await client.getMany(makeCalls());
      assert.deepEqual(listLocals(outcomes).slice(2), ["get_method_failed"], name);
      assert.ok(outcomes[0].ok && outcomes[1].ok, name);
    }
  });

  test("the failure of one contract or request does not fail the other calls", async () => {
    let count = 0;
    const { client } = makeFailingClient("runGetMethod", () =>
      (count += 1) % 2 ? json({ ok: false, error: "broken" }, 500) : undefined,
    );
    const manyCalls = Array.from({ length: 40 }, (_, index) => ({
      address: carol,
      method: index % 4 ? "seqno" : `no_${index}`,
    }));
    const outcomes = await client.getMany(manyCalls);
    const codes = outcomes.filter(({ ok }) => !ok).map(({ error }) => error?.code);
    assert.equal(codes.length, 10);
    assert.deepEqual(new Set(codes), new Set(["get_method_failed", "server_error"]));
  });

  test("a `tvm` loader that returns another module is an error of getMany", async () => {
    const { client } = makeClient({ tvm: () => ({}) });
    assert.equal((await catchRejection(() => client.getMany(makeCalls()))).parameter, "tvm");
    const brokenClient = makeClient({ tvm: () => Promise.reject(new Error("no chunk")) });
    assert.deepEqual(listLocals(await brokenClient.client.getMany(makeCalls())), [false, false, "get_method_failed"]);
  });
});

describe("aborts of getMany", () => {
  test("an abort ends getMany with the caller's reason", async () => {
    for (const name of ["masterchainInfo", "accountStates", "runGetMethod", "getConfigAll"]) {
      const controller = new AbortController();
      const { client, sentRequests } = makeClient({}, async (operation) => {
        if (operation === name) controller.abort(new Error("enough"));
      });
      const manyCalls = Array.from({ length: 300 }, (_, index) => ({ address: carol, method: `no_${index}` }));
      await assert.rejects(client.getMany(manyCalls, { signal: controller.signal }), /enough/);
      const requestsAfter = sentRequests.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.ok(sentRequests.length === requestsAfter && requestsAfter < 100, `${name}: ${requestsAfter}`);
    }
    const { client, sentRequests } = makeClient();
    await assert.rejects(
      client.getMany([{ address: carol, method: "seqno" }], { signal: AbortSignal.abort(new Error("before")) }),
      /before/,
    );
    assert.deepEqual(sentRequests, []);
  });

  test("an abort takes effect while thousands of calls are computed", async () => {
    const { client } = makeClient();
    await client.getMany([{ address: carol, method: "seqno" }]);
    const controller = new AbortController();
    const manyCalls = Array.from({ length: 10_000 }, () => ({ address: carol, method: "get_public_key" }));
    setTimeout(() => controller.abort(new Error("enough")), 60);
    const startedAt = performance.now();
    let turnCount = 0;
    const timer = setInterval(() => (turnCount += 1), 5);
    await assert.rejects(client.getMany(manyCalls, { signal: controller.signal, ...LOCAL_ONLY }), /enough/);
    clearInterval(timer);
    assert.ok(performance.now() - startedAt < 2000);
    const outcomes = await client.getMany(manyCalls, LOCAL_ONLY);
    assert.ok(outcomes.every(({ ok }) => ok));
  });
});
