// The parts of limiters: how a gateway reaches a remote limiter, which requests a limiter accepts, and what its Durable Object stores.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";
import { durableObjectLimiter, LimiterObject, limiterService, remoteLimiter } from "ton-edge/gateway/limiter";
import { redisLimiter } from "ton-edge/gateway/redis";

import { createGenerationalMap } from "../../pkg/lib/util/bounded-maps.js";
import { nameError } from "../../pkg/lib/gateway/ops/error-name.js";
import { createLimits } from "../../pkg/lib/gateway/limits/create-limits.js";
import { createIsolateLimiter } from "../../pkg/lib/gateway/limits/isolate-limiter.js";
import { createQuotaCounts } from "../../pkg/lib/gateway/limits/quota-counts.js";
import { createFallback } from "../../pkg/lib/gateway/limits/fallback.js";
import { parseLimiterRequest, addCounts } from "../../pkg/lib/gateway/limits/protocol.js";
import { countCaller } from "../../pkg/lib/gateway/steps/count-caller.js";

const DAY = 86_400_000;
const waitTask = () => new Promise(setImmediate);

describe("a limiter that may be unreachable", () => {
  const setUp = (t) => {
    const state = { time: 1_000_000, calls: 0, reports: [], respond: async () => "answer" };
    t.mock.timers.enable({ apis: ["setTimeout"] });
    t.mock.method(performance, "now", () => state.time);
    const callLimiter = createFallback({
      onLost: (error) => state.reports.push(/** @type {any} */ (error).message),
      onRestored: () => state.reports.push("found"),
    });
    return {
      state,
      send: () => callLimiter(() => ((state.calls += 1), state.respond())),
      pass: async (ms) => {
        state.time += ms;
        t.mock.timers.tick(ms);
        await waitTask();
      },
    };
  };

  test("the gateway waits a second for the limiter, then sends it nothing for a second", async (t) => {
    const { state, send, pass } = setUp(t);
    state.respond = () => new Promise(() => {});
    let arrivalState = "waits";
    send().then((outcome) => (arrivalState = outcome));
    await pass(999);
    assert.equal(arrivalState, "waits");
    await pass(1);
    assert.equal(arrivalState, undefined);
    assert.deepEqual(state.reports, ["no response within 1000 ms"]);
    await pass(999);
    assert.deepEqual([await send(), state.calls], [undefined, 1], "no request goes to the limiter meanwhile");
    await pass(1);
    state.respond = async () => "answer";
    assert.deepEqual([await send(), state.calls], ["answer", 2]);
  });

  test("one request probes an unreachable limiter, and one alert reports the outage", async (t) => {
    const { state, send, pass } = setUp(t);
    state.respond = async () => {
      throw new Error("away");
    };
    await send();
    await pass(1000);
    state.respond = () => new Promise(() => {});
    send();
    assert.equal(await send(), undefined, "other requests do not wait for the probe");
    assert.equal(state.calls, 2);
    await pass(1000);
    await pass(1000);
    assert.deepEqual(state.reports, ["away"]);
    state.respond = async () => "answer";
    assert.deepEqual(await Promise.all([send(), waitTask().then(send)]), ["answer", "answer"]);
    assert.deepEqual(state.reports, ["away", "found"], "said once");
    state.respond = async () => {
      throw new Error("away again");
    };
    await send();
    assert.deepEqual(state.reports, ["away", "found", "away again"]);
  });

  test("a limiter that responds leaves no timer behind", async (t) => {
    const { send } = setUp(t);
    const clearMock = t.mock.method(globalThis, "clearTimeout");
    await send();
    assert.equal(clearMock.mock.callCount(), 1);
  });
});

test("alerts about a limiter's error have its class and code, never its message", () => {
  const secret = "redis://:s3cret@example";
  class SocketClosedUnexpectedlyError extends Error {}
  const makeClientError = (fields) => Object.assign(new Error(secret), fields);
  const hostileObject = new Proxy(
    {},
    {
      get() {
        throw new Error(secret);
      },
    },
  );
  for (const [error, name] of [
    [makeClientError({}), "Error"],
    [makeClientError({ code: "ECONNREFUSED" }), "Error ECONNREFUSED"],
    [makeClientError({ code: secret }), "Error"],
    [makeClientError({ name: secret }), "Error"],
    [new TypeError(secret, { cause: { code: "ENOTFOUND" } }), "TypeError ENOTFOUND"],
    [new AggregateError([makeClientError({ code: "ETIMEDOUT" })], secret), "AggregateError ETIMEDOUT"],
    [new SocketClosedUnexpectedlyError(secret), "SocketClosedUnexpectedlyError"],
    [makeClientError({ name: "ReplyError", message: `WRONGPASS ${secret}` }), "ReplyError WRONGPASS"],
    [hostileObject, "Error"],
    [secret, "string"],
    [undefined, "undefined"],
  ])
    assert.equal(nameError(error), name);
});

describe("requests that a limiter accepts", () => {
  const isTaken = (request) => parseLimiterRequest(JSON.stringify(request)) !== undefined;

  test("a limiter refuses requests with too many rules, long names or large numbers", () => {
    const rule = { key: "ip:a", intervalMs: 1000, burst: 1 };
    const makeRules = (count, overrides) => ({ rules: Array(count).fill({ ...rule, ...overrides }), cost: 1 });
    for (const goodRequest of [
      makeRules(1),
      makeRules(8),
      makeRules(1, { key: "k".repeat(256) }),
      { intervalMs: 1, want: 1, horizonMs: 0 },
      { counts: {} },
      { counts: { ["n".repeat(200)]: 0 } },
    ])
      assert.ok(isTaken(goodRequest), JSON.stringify(goodRequest));
    for (const badRequest of [
      makeRules(0),
      makeRules(9),
      makeRules(1, { key: "k".repeat(257) }),
      makeRules(1, { key: 1 }),
      makeRules(1, { intervalMs: 0 }),
      makeRules(1, { burst: 0 }),
      { ...makeRules(1), cost: 0 },
      { ...makeRules(1), cost: -1 },
      { intervalMs: 1, want: 0, horizonMs: 0 },
      { intervalMs: 1, want: 1.5, horizonMs: 0 },
      { intervalMs: 1, want: 1, horizonMs: -1 },
      { intervalMs: 1, want: 1 },
      { intervalMs: 0, want: 1, horizonMs: 0 },
      { counts: { ["n".repeat(201)]: 0 } },
      { counts: { a: -1 } },
      { counts: { a: 0.5 } },
      { counts: Object.fromEntries(Array.from({ length: 2001 }, (_, index) => [`a${index}`, 1])) },
    ])
      assert.ok(!isTaken(badRequest), JSON.stringify(badRequest).slice(0, 200));
    assert.equal(parseLimiterRequest("{"), undefined);
  });

  test("the counters that a limiter sums up are bounded in number", () => {
    const sums = new Map([["known", 1]]);
    addCounts(sums, Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`a${index}`, 1])));
    addCounts(sums, { known: 2 });
    assert.deepEqual([sums.size, sums.get("known")], [2000, 3]);
  });
});

describe("the Durable Object", () => {
  /** Storage with slow reads, and the results of an object that uses it. */
  const makeStorage = (storedValues = new Map()) => ({
    stored: storedValues,
    get: (key) => new Promise((resolve) => setTimeout(resolve, 20, structuredClone(storedValues.get(key)))),
    put: (key, value) => void storedValues.set(key, structuredClone(value)),
  });
  const callObject = (state) => {
    const object = new LimiterObject({ storage: state });
    return async (request) =>
      (await object.fetch(new Request("https://limiter/", { method: "POST", body: JSON.stringify(request) }))).json();
  };
  const rule = { key: "quota:a:daily", intervalMs: 0, burst: 10, until: Date.now() + DAY };

  test("the Durable Object counts a quota exactly, even if requests come while it reads, and writes only those that passed", async () => {
    const state = makeStorage();
    const send = callObject(state);
    const states = (await Promise.all(Array.from({ length: 30 }, () => send({ rules: [rule], cost: 1 })))).flat();
    assert.equal(states.filter(({ allowed }) => allowed).length, 10);
    assert.equal(state.stored.get(rule.key).count, 10);
    const [[repeatState], [otherState]] = [
      await callObject(state)({ rules: [rule], cost: 1 }),
      await callObject(state)({ rules: [{ ...rule, key: "quota:b:daily" }], cost: 1 }),
    ];
    assert.deepEqual([repeatState.allowed, otherState.allowed], [false, true], "after a restart");
    const objectA = callObject(state);
    assert.deepEqual(
      (await objectA({ rules: [{ ...rule, key: "quota:c:daily" }, rule], cost: 1 }))
        .map(({ allowed }) => allowed)
        .includes(false),
      true,
    );
    assert.equal(state.stored.get("quota:c:daily"), undefined, "a refused request does not count");
  });

  test("the Durable Object sums up counters and leases also for requests that come while it reads", async () => {
    const counts = makeStorage(new Map([["sums", { a: 5 }]]));
    const tally = callObject(counts);
    await Promise.all(Array.from({ length: 4 }, () => tally({ counts: { a: 1 } })));
    assert.deepEqual(counts.stored.get("sums"), { a: 9 });
    counts.put = () => assert.fail("reading the sums wrote them");
    assert.deepEqual(await tally({ counts: {} }), { a: 9 });
    const takeLease = callObject(makeStorage());
    const leases = await Promise.all(
      Array.from({ length: 4 }, () => takeLease({ intervalMs: 1000, want: 1, horizonMs: 10_000 })),
    );
    const waits = leases.map(({ waitMs }) => Math.round(waitMs / 1000)).sort();
    assert.deepEqual(waits, [0, 1, 2, 3]);
  });

  test("what is not a limiter request, and a Worker without the binding, fail with their own error", async () => {
    const object = new LimiterObject({ storage: makeStorage() });
    const reply = await object.fetch(new Request("https://limiter/", { method: "POST", body: "[]" }));
    assert.deepEqual([reply.status, await reply.text()], [400, "not a limiter request"]);
    const limiter = durableObjectLimiter();
    await assert.rejects(async () => limiter.take([rule], 1, {}), { code: "limiter_unavailable", message: /LIMITER/ });
  });

  test("the Durable Object's Worker serves callers with the secret; without a secret it serves none", async () => {
    const env = { LIMITER: { idFromName: (name) => name, get: () => ({ fetch: async () => new Response("{}") }) } };
    const send = async (secret, limit) =>
      (
        await limiterService().fetch(
          new Request("https://limiter.example/callers", {
            method: "POST",
            body: "{}",
            headers: { authorization: `Bearer ${limit}` },
          }),
          { ...env, LIMITER_SECRET: secret },
        )
      ).status;
    assert.deepEqual(
      [
        await send("a-secret", "a-secret"),
        await send("a-secret", "a-secreT"),
        await send("", "x"),
        await send(undefined, "undefined"),
      ],
      [200, 401, 500, 500],
    );
  });
});

test("a remote limiter gets its secret in a header, follows no redirect, and only 200 permits a request", async () => {
  const frames = [];
  let status = 200;
  const fetch = async (url, init) => (frames.push({ url, ...init }), new Response('[{"allowed":true}]', { status }));
  const rules = [{ key: "ip:a", intervalMs: 1, burst: 1 }];
  const limiter = remoteLimiter({ url: "https://limiter.example/base//", secret: (env) => env.SECRET, fetch });
  await limiter.take(rules, 1, { SECRET: "a-secret" });
  const [{ url, headers, redirect, signal }] = frames;
  assert.deepEqual(
    [url, headers.authorization, redirect, signal instanceof AbortSignal],
    ["https://limiter.example/base/callers", "Bearer a-secret", "manual", true],
  );
  await assert.rejects(/** @type {any} */ (limiter.take(rules, 1, {})), { code: "limiter_unavailable" });
  assert.equal(frames.length, 1);
  for (status of [302, 401, 500])
    await assert.rejects(/** @type {any} */ (limiter.take(rules, 1, { SECRET: "a" })), { code: "limiter_unavailable" });
});

test("the Redis limiter sends its script by the hash, and the script itself to a server that lacks it", async () => {
  for (const isNodeRedis of [true, false]) {
    const frames = [];
    const run =
      (name, result) =>
      async (script, ...rest) => {
        frames.push([name, script, ...rest]);
        if (result) return result;
        throw new Error("NOSCRIPT No matching script");
      };
    const result = ["5", "3", "7"];
    const client = isNodeRedis
      ? { evalSha: run("evalSha"), eval: run("eval", result) }
      : { evalsha: run("evalsha"), eval: run("eval", result) };
    const limiter = redisLimiter({ client: /** @type {any} */ (client) });
    const lease = { key: "mainnet", intervalMs: 100, want: 5, horizonMs: 1000 };
    assert.deepEqual(await limiter.lease(lease, {}), { count: 3, waitMs: 7 });
    const [[, hash, ...first], [, script, ...second]] = frames;
    assert.equal(hash, createHash("sha1").update(script).digest("hex"));
    assert.deepEqual(second, first);
    const [keys, values] = isNodeRedis
      ? [first[0].keys, first[0].arguments]
      : [first.slice(1, 1 + first[0]), first.slice(1 + first[0])];
    assert.deepEqual(keys, ["{ton-edge}:budget:mainnet"]);
    assert.deepEqual(values.slice(0, 4), ["lease", "100", "5", "1000"]);
  }
});

describe("a limiter whose results have another form fails, and the error says what they must have", () => {
  const STATE = { allowed: true, remaining: 1, nextMs: 0, resetMs: 0, waitMs: 0 };
  const LEASE = { count: 2, waitMs: 0 };
  const create = (call, result) =>
    createLimits(
      {
        scope: { take: () => result, lease: () => result, [call]: () => result },
        budgets: { entries: 10, together: true },
        urls: { mainnet: [], testnet: [] },
        localLimiter: createIsolateLimiter(10),
      },
      { alert() {} },
    ).shared;
  const takeOnce = async (result) => create("take", result).take([{ key: "a", intervalMs: 1000, burst: 1 }], 1, {});
  const takeLease = async (result) =>
    create("lease", result).lease({ key: "a", intervalMs: 1000, want: 2, horizonMs: 0 }, {});

  test("results of the documented form pass unchanged", async () => {
    assert.deepEqual(await takeOnce([STATE]), [STATE]);
    for (const result of [LEASE, { count: 0, waitMs: 5 }]) assert.deepEqual(await takeLease(result), result);
  });

  for (const [name, result, expectedFault] of /** @type {[string, any, RegExp][]} */ ([
    ["no list", {}, /one state for each limit/],
    ["nothing", undefined, /one state for each limit/],
    ["too few states", [], /one state for each limit/],
    ["too many states", [STATE, STATE], /one state for each limit/],
    ["an empty state", [{}], /`waitMs`, a number from 0/],
    ["no state", [null], /`waitMs`, a number from 0/],
    ["the old name", [{ ...STATE, waitMs: undefined, wait: 0 }], /`waitMs` instead of `wait`/],
    ["a text", [{ ...STATE, remaining: "1" }], /`remaining`, a number from 0/],
    ["a negative time", [{ ...STATE, nextMs: -1 }], /`nextMs`, a number from 0/],
    ["no permission", [{ ...STATE, allowed: undefined }], /`allowed`, a boolean/],
    ["a number as permission", [{ ...STATE, allowed: 1 }], /`allowed`, a boolean/],
  ]))
    test(`take: ${name}`, () =>
      assert.rejects(takeOnce(result), { code: "limiter_unavailable", message: expectedFault }));

  for (const [name, result, expectedFault] of /** @type {[string, any, RegExp][]} */ ([
    ["nothing", undefined, /`waitMs`, a number from 0/],
    ["an empty lease", {}, /`waitMs`, a number from 0/],
    ["the old name", { count: 1, wait: 0 }, /`waitMs` instead of `wait`/],
    ["no count", { waitMs: 0 }, /`count`, a number from 0/],
    ["a fraction", { ...LEASE, count: 0.5 }, /`count`, a whole number up to the 2/],
    ["more than was wanted", { ...LEASE, count: 1e9 }, /`count`, a whole number up to the 2/],
  ]))
    test(`lease: ${name}`, () =>
      assert.rejects(takeLease(result), { code: "limiter_unavailable", message: expectedFault }));
});

describe("counting a request against its limits", () => {
  const makeRule = (key, overrides) => ({
    key,
    name: key,
    policy: ";q=1;w=1",
    intervalMs: 1000,
    burst: 1,
    ...overrides,
  });
  const makeState = (allowed, waitMs) => ({ allowed, remaining: 0, nextMs: 1000, resetMs: 1000, waitMs });
  const makeVerdict = (limits) => ({ limits, cost: 2, generation: "v3" });
  const readCode = ({ headers }) => Object.fromEntries(headers)["x-ton-edge-error"];
  const getRetryAfter = ({ headers }) => Object.fromEntries(headers)["retry-after"];

  /** Counts a request; the step itself returns no response. */
  const count = (callers, context) =>
    countCaller(
      Object.assign(context, { gateway: { limits: { callers } }, env: {}, isRefresh: false }),
      () => undefined,
    );

  test("a request passes if every limit permits it; otherwise Retry-After is the longest delay of those that refuse", () => {
    /** @type {any} */
    const context = { record: { cost: 1 }, verdict: makeVerdict([makeRule("a"), makeRule("b", { quota: "daily" })]) };
    const countWith = (states) =>
      count({ limiter: { take: () => states }, localLimiter: { take: () => states } }, context);
    assert.equal(countWith([makeState(true, 0), makeState(true, 0)]), undefined);
    assert.equal(context.record.cost, 3);
    assert.deepEqual(
      context.rateLimitHeaders.map(([name]) => name),
      ["ratelimit-policy", "ratelimit"],
    );
    const [first, second] = [
      countWith([makeState(false, 5000), makeState(true, 0)]),
      countWith([makeState(false, 5000), makeState(false, 90_000)]),
    ];
    assert.deepEqual([readCode(first), getRetryAfter(first)], ["rate_limited", "5"]);
    assert.deepEqual([readCode(second), getRetryAfter(second)], ["quota_exceeded", "90"]);
  });

  test("a request is counted in this process while the limiter is unreachable", async () => {
    const unlimitedContext = {
      limiter: { take: () => assert.fail() },
      localLimiter: { take: () => [makeState(false, 1000)] },
      callLimiter: async () => undefined,
    };
    assert.equal(
      readCode(await count(unlimitedContext, { record: { cost: 0 }, verdict: makeVerdict([makeRule("a")]) })),
      "rate_limited",
    );
  });
});

test("counting against a quota again takes no space and evicts nothing", () => {
  let now = 0;
  const counts = createQuotaCounts(() => now);
  for (let index = 0; index < 10_000; index += 1) counts.set(`a${index}`, { count: 1, ends: 1000 });
  now = 2000;
  counts.set("a0", { count: 2, ends: 1000 });
  assert.equal(counts.size, 10_000);
  counts.set("new", { count: 1, ends: 3000 });
  assert.equal(counts.size, 1);
  // If all entries are in use, they are not checked again for every new one.
  let clockReadCount = 0;
  const manyCounts = createQuotaCounts(() => (clockReadCount += 1));
  for (let index = 0; index < 40_000; index += 1) manyCounts.set(`a${index}`, { count: 1, ends: Infinity });
  assert.ok(manyCounts.size === 40_000 && clockReadCount < 80_000, `${clockReadCount}`);
});

test("a caller is forgotten only after half as many other callers as the bound", () => {
  const callers = createGenerationalMap(4, { renewsOnGet: false });
  callers.set("a", 1);
  for (let index = 0; index < 5; index += 1) callers.set("b", index);
  assert.equal(callers.get("a"), 1, "a frequent caller counts once");
  callers.set("c", 3);
  assert.deepEqual([callers.get("a"), callers.get("b"), callers.size], [1, 4, 3]);
  callers.set("d", 4);
  callers.set("e", 5);
  assert.deepEqual([callers.get("a"), callers.get("c"), callers.get("e")], [undefined, 3, 5]);
  assert.ok(callers.size <= 4);
});
