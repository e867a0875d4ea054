// Limits and budgets: which callers get 429 and Retry-After, and which requests go upstream.

import assert from "node:assert/strict";

import { respondWith } from "../../upstream/service-of.mjs";
import { READ_PATH, READING, RPC, V2 } from "./requests.mjs";
import { RECORDS, CALLER_KEYS } from "./secrets.mjs";

const ADDRESS = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const PROXIES = { header: "X-Forwarded-For", trustedProxies: ["127.0.0.0/8", "::1"] };
/** The headers of a caller with that IP, behind the operator's proxy; in Workers a header names the proxy's own IP. */
const requestFrom = (address) => ({ headers: { "x-forwarded-for": address, "cf-connecting-ip": "127.0.0.1" } });
const listLimits = ({ status, headers }) => [
  status,
  headers["x-ton-edge-error"],
  headers["retry-after"],
  headers.ratelimit,
];
const listStatuses = (replies) => replies.map(({ status }) => status);
/** Gaps between requests at the upstream, in milliseconds. */
const listGaps = (times) => times.slice(1).map((time, index) => time - times[index]);

/** Sets the upstream's response, and records the time of each request. */
function recordTimes(world, handler = respondWith(200)) {
  const times = [];
  world.service.act = (request, response) => {
    times.push(performance.now());
    handler(request, response);
  };
  return times;
}

export default [
  {
    name: "a caller without an API key has 1 request per second, refusals in every shape, and gains nothing by a forged IP",
    config: () => ({ limits: { keyless: 1 } }),
    async steps(world) {
      // In Workers, Cloudflare sets this header; elsewhere it has no meaning.
      const makeForgedHeaders = (number) => ({
        "cf-connecting-ip": world.runtime === "workerd" ? "192.0.2.1" : `192.0.2.${number}`,
        "x-forwarded-for": `198.51.100.${number}`,
        forwarded: `for=198.51.100.${number}`,
        "x-real-ip": `198.51.100.${number}`,
      });
      const firstReply = await world.request(READ_PATH, { headers: makeForgedHeaders(1) });
      assert.equal(firstReply.status, 200);
      assert.deepEqual(
        [firstReply.headers["ratelimit-policy"], firstReply.headers.ratelimit],
        ['"keyless";q=1;w=1', '"keyless";r=0;t=1'],
      );
      const expectedRefusal = [429, "rate_limited", "1", '"keyless";r=0;t=1'];
      const [v3, v2, rpc, problem] = [
        await world.request(READ_PATH, { headers: makeForgedHeaders(2) }),
        await world.request(V2, { headers: makeForgedHeaders(3) }),
        await world.post(RPC, READING, makeForgedHeaders(4)),
        await world.request(V2, { headers: { ...makeForgedHeaders(5), accept: "application/problem+json" } }),
      ];
      for (const reply of [v3, v2, rpc, problem]) {
        assert.deepEqual(listLimits(reply), expectedRefusal);
        assert.equal(reply.headers["x-ton-edge-limit"], "keyless");
      }
      assert.deepEqual(v3.json, { error: "Ratelimit exceeded" });
      assert.deepEqual(v2.json, { ok: false, error: "Ratelimit exceeded", code: 429, "@extra": "_" });
      assert.deepEqual(
        [rpc.json.id, rpc.json.code, problem.json.code, problem.json.detail],
        [1, 429, "rate_limited", "Ratelimit exceeded"],
      );
      // After the time in Retry-After the caller gets a response, and responses by the gateway itself do not count.
      for (let index = 0; index < 5; index += 1)
        assert.equal(
          (await world.request(`/api/v2/detectAddress?address=${ADDRESS}`, { headers: makeForgedHeaders(6) })).status,
          200,
        );
      assert.equal((await world.request("/api/v3/blocks?limit=x", { headers: makeForgedHeaders(7) })).status, 422);
      await sleep(1000);
      assert.equal((await world.request(READ_PATH, { headers: makeForgedHeaders(8) })).status, 200);
      assert.equal(world.service.seen.length, 2);
    },
  },
  {
    name: "behind the operator's proxies every client IP has its own limit, and IPv6 every network",
    config: () => ({ clientIp: PROXIES, limits: { keyless: { rate: 0.1, burst: 2 } } }),
    async steps(world) {
      const send = async (address) => (await world.request(READ_PATH, requestFrom(address))).status;
      for (const [addresses, expected] of [
        [
          ["192.0.2.1", "192.0.2.1", "192.0.2.1"],
          [200, 200, 429],
        ],
        [
          ["192.0.2.2", "1.1.1.1, 192.0.2.2", "2.2.2.2,192.0.2.2, 127.0.0.9", "::ffff:192.0.2.2"],
          [200, 200, 429, 429],
        ],
        [
          ["2001:db8:0:1::1", "2001:db8:0:1:ffff::2", "2001:db8:0:1::3", "2001:db8:0:2::1"],
          [200, 200, 429, 200],
        ],
      ]) {
        const receivedTimes = [];
        for (const address of addresses) receivedTimes.push(await send(address));
        assert.deepEqual(receivedTimes, expected, addresses.join(" "));
      }
      const lastReply = await world.request(READ_PATH, requestFrom("192.0.2.1"));
      assert.equal(lastReply.headers["ratelimit-policy"], '"keyless";q=2;w=20');
      assert.ok(Number(lastReply.headers["retry-after"]) >= 9 && Number(lastReply.headers["retry-after"]) <= 10);
    },
  },
  {
    name: "API keys have the limits of their plans, whatever IP they come from",
    config: () => ({
      clientIp: PROXIES,
      apiKeys: RECORDS.map((record) =>
        record.id === "shop" ? { ...record, plan: "shop" } : record.id === "moon" ? { ...record, plan: 2 } : record,
      ),
      limits: { plans: { shop: { rate: 0.2, burst: 3 }, default: 1 } },
    }),
    async steps(world) {
      const send = (key, address, path = READ_PATH) =>
        world.request(path, { headers: { ...requestFrom(address).headers, "x-api-key": key } });
      const replies = [];
      for (const address of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"])
        replies.push(await send(CALLER_KEYS.good, address));
      assert.deepEqual(listStatuses(replies), [200, 200, 200, 429]);
      assert.equal(replies[3].headers["x-ton-edge-limit"], "shop");
      assert.deepEqual(
        [replies[0].headers["ratelimit-policy"], replies[0].headers.ratelimit],
        ['"shop";q=3;w=15', '"shop";r=2;t=5'],
      );
      const otherReplies = [1, 2, 3].map(() => send(CALLER_KEYS.other, "192.0.2.1", `/testnet${READ_PATH}`));
      assert.deepEqual(listStatuses(await Promise.all(otherReplies)).sort(), [200, 200, 429]);
      // Unknown keys do not use up any caller's limit.
      assert.equal((await send(CALLER_KEYS.unknown, "192.0.2.9")).status, 401);
      assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.9"))).status, 200);
      assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.9"))).status, 429);
    },
  },
  {
    name: "every call of a batch counts, operations count with their cost, and all callers share a total",
    config: () => ({
      clientIp: PROXIES,
      limits: {
        keyless: { rate: 0.1, burst: 4 },
        global: { rate: 0.1, burst: 9 },
        costs: { "/api/v2/getConsensusBlock": 3 },
      },
    }),
    async steps(world) {
      const call = (id, method) => ({ id, method, params: method === "detectAddress" ? { address: ADDRESS } : {} });
      const batch = [
        call(1, "getConsensusBlock"),
        call(2, "detectAddress"),
        call(3, "getMasterchainInfo"),
        call("x", "getMasterchainInfo"),
      ];
      const reply = await world.post(RPC, batch, requestFrom("192.0.2.1").headers);
      assert.equal(reply.status, 200);
      assert.deepEqual(
        reply.json.map(({ id, code }) => [id, code ?? 200]),
        [
          [1, 200],
          [2, 200],
          [3, 200],
          ["x", 429],
        ],
      );
      assert.equal(reply.json[3].error, "Ratelimit exceeded");
      assert.equal(reply.headers.ratelimit, '"keyless";r=0;t=10');
      assert.equal(world.service.seen.length, 2);
      // This caller uses four of nine requests, another one four more, so only one is left for all callers.
      for (let index = 0; index < 4; index += 1)
        assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.2"))).status, 200);
      assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.3"))).status, 200);
      const refusal = await world.request(READ_PATH, requestFrom("192.0.2.3"));
      assert.equal(refusal.status, 429);
      // The caller's own limit is unchanged: the total refused the request.
      assert.equal(refusal.headers.ratelimit, '"keyless";r=3;t=10');
      assert.equal(refusal.headers["x-ton-edge-limit"], "global");
      assert.ok(Number(refusal.headers["retry-after"]) >= 9);
    },
  },
  {
    name: "without an upstream key there is 1 request per second; up to two seconds of requests wait, further ones get 429",
    config: ([{ baseUrl }]) => ({ mainnet: baseUrl, limits: { keyless: "off" } }),
    async steps(world) {
      world.spare = [undefined];
      const times = recordTimes(
        world,
        respondWith(200, {}, { ratelimit: '"key";r=7;t=1', "ratelimit-policy": '"key";q=10;w=1' }),
      );
      const requests = [];
      for (let index = 0; index < 6; index += 1) {
        requests.push(world.request(READ_PATH));
        await sleep(20);
      }
      const replies = await Promise.all(requests);
      assert.deepEqual(listStatuses(replies), [200, 200, 200, 429, 429, 429]);
      assert.deepEqual([replies[3].headers["retry-after"], replies[3].json], ["1", { error: "Ratelimit exceeded" }]);
      assert.equal(
        replies[3].headers["x-ton-edge-limit"],
        "upstream",
        "the limit is the upstream's, not this caller's",
      );
      for (const gap of listGaps(times)) assert.ok(gap > 750 && gap < 1500, `${gap} ms`);
    },
  },
  {
    name: "the upstream's rate limit headers reach only callers for whom the gateway has no limit",
    config: () => ({ clientIp: PROXIES, apiKeys: RECORDS, limits: { keyless: "off", budget: "off" } }),
    async steps(world) {
      world.service.act = respondWith(
        200,
        {},
        { ratelimit: '"keyless";r=0;t=1', "ratelimit-policy": '"keyless";q=1;w=1' },
      );
      const keyedReply = await world.request(READ_PATH, { headers: { "x-api-key": CALLER_KEYS.good } });
      assert.deepEqual(
        [keyedReply.status, keyedReply.headers.ratelimit, keyedReply.headers["ratelimit-policy"]],
        [200, undefined, undefined],
      );
      const open = await world.request(READ_PATH);
      assert.deepEqual([open.status, open.headers["ratelimit-policy"]], [200, '"keyless";q=1;w=1']);
    },
  },
  {
    name: "a caller who disconnects frees their slot in the queue",
    config: () => ({ limits: { keyless: "off", budget: 1 } }),
    async steps(world) {
      const times = recordTimes(world);
      await world.request(READ_PATH);
      const leavingSocket = world.open(`GET ${READ_PATH} HTTP/1.1\r\nHost: gateway\r\n\r\n`);
      await sleep(50);
      const lastReply = world.request(READ_PATH);
      await sleep(50);
      leavingSocket.resetAndDestroy();
      const start = performance.now();
      assert.equal((await lastReply).status, 200);
      const gap = times.at(-1) - times[0];
      // The next request gets the freed slot, not the one a second later; workerd notices that the caller has left a little later.
      assert.ok(gap > 750 && gap < 1800, `${gap} ms after the first, ${performance.now() - start} ms of waiting`);
      assert.equal(times.length, 2);
    },
  },
  {
    name: "every attempt counts against the budget, and requests beyond it go to the next upstream",
    services: [undefined, undefined],
    config: ([firstServer, secondServer]) => ({
      mainnet: [
        { ...firstServer, budget: 2 },
        { ...secondServer, budget: "off" },
      ],
      testnet: { ...firstServer, budget: 2 },
      retries: 2,
      limits: { keyless: "off", queueTimeoutMs: 1500 },
    }),
    async steps(world) {
      const times = recordTimes(world, respondWith(500));
      assert.equal((await world.request(`/testnet${READ_PATH}`)).status, 500);
      assert.equal(times.length, 3);
      for (const gap of listGaps(times)) assert.ok(gap > 350, `${gap} ms`);
      recordTimes(world);
      await sleep(600);
      const replies = await Promise.all(Array.from({ length: 8 }, () => world.request(READ_PATH)));
      assert.deepEqual(listStatuses(replies), Array(8).fill(200));
      assert.equal(world.services[1].seen.length, 4);
    },
  },
  {
    name: "while the limiter is unreachable, callers are counted in this process, and no request goes upstream",
    config: () => ({ clientIp: PROXIES, limits: { scope: "failing", budget: 10 } }),
    async steps(world) {
      const firstReply = await world.request(READ_PATH, requestFrom("192.0.2.1"));
      assert.deepEqual(
        [firstReply.status, firstReply.headers["x-ton-edge-error"], firstReply.headers["retry-after"]],
        [503, "limiter_unavailable", "1"],
      );
      assert.equal((await world.request(READ_PATH, requestFrom("192.0.2.1"))).status, 429);
      assert.equal(world.service.seen.length, 0);
      const alert = await world.logged(({ alert: words }) => words?.startsWith("the limiter cannot be reached"));
      assert.deepEqual([alert.level, alert.code], ["error", "limiter_unavailable"]);
      assert.equal(alert.alert, "the limiter cannot be reached: Error", "the message of a foreign error is not logged");
    },
  },
  {
    name: "while the limiter is unreachable, a gateway with a reserve uses its part of the budget and no more",
    config: () => ({ limits: { scope: "failing", keyless: "off", budget: 20, reservePercent: 20, maxGateways: 2 } }),
    async steps(world) {
      // The budget is 20 per second; a fifth is reserved for two gateways, so each has 2 per second.
      const times = recordTimes(world);
      const replies = await Promise.all(Array.from({ length: 10 }, () => world.request(READ_PATH)));
      assert.deepEqual(listStatuses(replies).sort(), [200, 200, 200, 200, 200, 429, 429, 429, 429, 429]);
      for (const gap of listGaps(times)) assert.ok(gap > 350, `${gap} ms`);
    },
  },
];
