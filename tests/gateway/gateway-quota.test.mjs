// Quotas of callers' API keys are exact: in one process, among four gateways with the Durable Object or Redis, and over restarts.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, test } from "node:test";

import { createClient } from "redis";
import { createGateway, listKeys } from "ton-edge/gateway";
import { remoteLimiter } from "ton-edge/gateway/limiter";
import { redisLimiter } from "ton-edge/gateway/redis";

import { createIsolateLimiter } from "../../pkg/lib/gateway/limits/isolate-limiter.js";
import { createQuotaCounts } from "../../pkg/lib/gateway/limits/quota-counts.js";
import { retryWhenDisturbed } from "../helpers/calm.mjs";
import { startLimiterHost } from "../fleet/limiter-host.mjs";
import { startRedis } from "../fleet/redis.mjs";

const SECRET = "a-secret-of-the-fleet";
const DAY = 86_400_000;
const KEY = `tonedge_${"q".repeat(43)}`;
const record = (overrides) => ({
  hash: createHash("sha256").update(KEY).digest("hex"),
  id: `q${Math.floor(Math.random() * 1e12)}`,
  network: "mainnet",
  created: "2026-01-01T00:00:00Z",
  ...overrides,
});
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {any[]} records @param {object} [limits] @param {object} [overrides] further options */
const makeGateway = (records, limits = {}, overrides = {}) =>
  createGateway({
    apiKeys: listKeys(records),
    limits: { keyless: "off", budget: "off", ...limits },
    cache: { adapter: "none" },
    logLevel: "off",
    fetch: async () => Response.json({ ok: true, result: {} }),
    ...overrides,
  });

/** Calls `sendOne` with each number below `count`, at most `parallel` calls at a time. */
async function sendInWaves(count, parallel, sendOne) {
  const results = [];
  while (results.length < count) {
    const wave = Array.from({ length: Math.min(parallel, count - results.length) }, (_, index) =>
      sendOne(results.length + index),
    );
    results.push(...(await Promise.all(wave)));
  }
  return results;
}

/** @param {any} gateway @param {HeadersInit} [headers] @param {string} [address] @param {string} [path] */
async function send(
  gateway,
  headers = { "x-api-key": KEY },
  address = "192.0.2.1",
  path = "/api/v2/getMasterchainInfo",
) {
  const response = await gateway.fetch(new Request(`https://gw.example${path}`, { headers }), {}, { address });
  await response.text();
  return {
    status: response.status,
    code: response.headers.get("x-ton-edge-error"),
    retryAfter: Number(response.headers.get("retry-after")),
  };
}

/** Waits for the next day if the current one is about to end. */
const waitPastMidnight = async () => {
  const msToMidnight = DAY - (Date.now() % DAY);
  if (msToMidnight < 60_000) await sleep(msToMidnight + 1000);
};

const LIMITERS = {
  "a Durable Object": {
    start: () => startLimiterHost(SECRET),
    limiter: async ({ url }) => remoteLimiter({ url, secret: SECRET }),
  },
  Redis: {
    start: startRedis,
    async limiter({ url }, clients) {
      const client = await createClient({ url })
        .on("error", () => {})
        .connect();
      clients.push(client);
      return redisLimiter({ client });
    },
  },
};

for (const [name, { start, limiter }] of Object.entries(LIMITERS)) {
  describe(`quotas with ${name}`, () => {
    let host;
    const clients = [];
    before(async () => {
      await waitPastMidnight();
      host = await start();
    });
    after(async () => {
      for (const client of clients) client.destroy();
      await host?.close();
    });

    test("of 400 requests at once to four gateways exactly 100 pass with a quota of 100, and none after a restart", {
      timeout: 120_000,
    }, (t) => {
      // As documented, a gateway does not wait for a limiter that responds late, and counts by itself; the test then repeats with fewer requests at once.
      const alerts = [];
      const log = (line) => alerts.push(JSON.parse(line).alert);
      const runWork = async (round) => {
        alerts.length = 0;
        const sharedRecord = record({ quota: { daily: 100, monthly: 5000 }, plan: 100_000 });
        const createFleetGateway = async () =>
          makeGateway([sharedRecord], { scope: await limiter(host, clients) }, { logLevel: "error", log });
        const fleet = await Promise.all([
          createFleetGateway(),
          createFleetGateway(),
          createFleetGateway(),
          createFleetGateway(),
        ]);
        // The first request loads the limiter's module, which on a busy machine takes longer than a gateway waits.
        const warmLimiter = await limiter(host, clients);
        for (let index = 0; index < 3; index += 1)
          await /** @type {any} */ (warmLimiter)
            .take([{ key: "quota:warm:daily", intervalMs: 0, burst: 5, until: Date.now() + DAY }], 1)
            .catch(() => {});
        const start = performance.now();
        const replies = await sendInWaves(400, [400, 100, 25][round], (index) => send(fleet[index % 4]));
        const passedCount = replies.filter(({ status }) => status === 200).length;
        t.diagnostic(`${Math.round(performance.now() - start)} ms`);
        assert.equal(passedCount, 100);
        const secondsLeft = (DAY - (Date.now() % DAY)) / 1000;
        for (const { status, code, retryAfter } of replies.filter((reply) => reply.status !== 200)) {
          assert.deepEqual([status, code], [429, "quota_exceeded"]);
          assert.ok(retryAfter >= secondsLeft - 1 && retryAfter <= secondsLeft + 60, `${retryAfter} of ${secondsLeft}`);
        }
        await host.end();
        await host.start();
        const restartedFleet = [await createFleetGateway(), await createFleetGateway()];
        assert.deepEqual(
          (await Promise.all(restartedFleet.map((gateway) => send(gateway)))).map(({ code }) => code),
          ["quota_exceeded", "quota_exceeded"],
        );
      };
      return retryWhenDisturbed(t, runWork, () => alerts[0]);
    });

    test("a request refused by an API key's quota or plan counts against neither of them", {
      timeout: 60_000,
    }, async () => {
      const sharedRecord = record({ quota: { daily: 1000 }, plan: 1 });
      const firstGateway = makeGateway([sharedRecord], { scope: await limiter(host, clients) });
      const replies = await Promise.all(Array.from({ length: 20 }, () => send(firstGateway)));
      const passedCount = replies.filter(({ status }) => status === 200).length;
      assert.ok(passedCount >= 1 && passedCount <= 5);
      assert.ok(replies.filter(({ status }) => status !== 200).every(({ code }) => code === "rate_limited"));
      /** @type {any} */
      const limiterA = await limiter(host, clients);
      const [{ remaining }] = await limiterA.take(
        [
          {
            key: `quota:${sharedRecord.id}:daily`,
            intervalMs: 0,
            burst: 1000,
            until: (Math.floor(Date.now() / DAY) + 1) * DAY,
          },
        ],
        1,
      );
      assert.equal(remaining, 1000 - passedCount - 1);
    });

    test("the next window of a quota starts at zero, and a gateway whose clock is behind counts in it", {
      timeout: 60_000,
    }, async () => {
      /** @type {any} */
      const limiterA = await limiter(host, clients);
      const key = `quota:w${Date.now()}:daily`;
      const end = Date.now() + 1500;
      const takeTokens = async (until, cost = 1) =>
        (await limiterA.take([{ key, intervalMs: 0, burst: 3, until }], cost))[0];
      const states = [];
      for (let index = 0; index < 4; index += 1) states.push(await takeTokens(end));
      assert.deepEqual(
        states.map(({ allowed, remaining }) => [allowed, remaining]),
        [
          [true, 2],
          [true, 1],
          [true, 0],
          [false, 0],
        ],
      );
      assert.ok(states[3].waitMs > 0 && states[3].waitMs <= 1500);
      await sleep(Math.max(0, end - Date.now()) + 50);
      assert.deepEqual([(await takeTokens(end + DAY, 2)).remaining, (await takeTokens(end)).remaining], [1, 0]);
      assert.equal((await takeTokens(end)).allowed, false);
      assert.equal((await takeTokens(end + DAY)).allowed, false);
    });

    test("while the limiter is unreachable, the process counts quotas by itself", { timeout: 60_000 }, async () => {
      const gateway = makeGateway([record({ quota: { daily: 2 } })], { scope: await limiter(host, clients) });
      await host.end();
      const codes = [];
      for (let index = 0; index < 4; index += 1) codes.push((await send(gateway)).code);
      await host.start();
      assert.deepEqual(codes, [null, null, "quota_exceeded", "quota_exceeded"]);
    });
  });
}

describe("quotas in one process", () => {
  before(waitPastMidnight);

  test("of 300 concurrent requests exactly 100 pass, and a flood of other callers evicts no count", async () => {
    const gateway = makeGateway([record({ quota: { daily: 100 } })], { maxCallers: 2, keyless: 1000 });
    const replies = await Promise.all(
      Array.from({ length: 300 }, (_, index) => send(gateway, undefined, `192.0.2.${index % 250}`)),
    );
    assert.equal(replies.filter(({ status }) => status === 200).length, 100);
    for (let index = 0; index < 500; index += 1)
      assert.equal((await send(gateway, {}, `198.51.${index >> 8}.${index & 255}`)).status, 200);
    assert.equal((await send(gateway)).code, "quota_exceeded");
  });

  test("the windows of quotas end with the day and the month in UTC, and setting the clock back opens no earlier window", async (t) => {
    const END = Date.UTC(2026, 0, 31, 23, 59, 59, 999);
    const state = { time: END };
    t.mock.method(Date, "now", () => state.time);
    const gateway = makeGateway([record({ quota: { daily: 2, monthly: 3 } })]);
    const next = async (ms = 0) => {
      state.time += ms;
      return (await send(gateway)).status;
    };
    assert.deepEqual([await next(), await next(), await next()], [200, 200, 429], "two per day");
    assert.deepEqual([await next(1), await next(), await next()], [200, 200, 429], "February, by one millisecond");
    assert.equal(await next(-1000), 429, "a second before the end of the window");
    assert.deepEqual(
      [await next(1000), await next(DAY), await next()],
      [429, 200, 429],
      "the third request of the month is the last one",
    );
    assert.equal(await next(28 * DAY), 200);
  });

  test("operations count with their cost, and a quota is never exceeded", async () => {
    const gateway = makeGateway([record({ quota: { monthly: 5 } })], { costs: { "/api/v3/masterchainInfo": 3 } });
    const paths = [
      "/api/v3/masterchainInfo",
      "/api/v3/masterchainInfo",
      "/api/v2/getMasterchainInfo",
      "/api/v2/getMasterchainInfo",
      "/api/v2/getMasterchainInfo",
    ];
    const codes = [];
    for (const path of paths) codes.push((await send(gateway, undefined, undefined, path)).code);
    assert.deepEqual(codes, [null, "quota_exceeded", null, null, "quota_exceeded"]);
  });

  test("X-Ton-Edge-Limit names the quota that refused a request, with and without a plan", async () => {
    await waitPastMidnight();
    for (const plan of [100, undefined]) {
      const gateway = makeGateway([record({ quota: { daily: 9, monthly: 1 }, plan })]);
      const request = () =>
        new Request("https://gw.example/api/v2/getMasterchainInfo", { headers: { "x-api-key": KEY } });
      assert.equal((await gateway.fetch(request(), {})).status, 200);
      const refusal = await gateway.fetch(request(), {});
      assert.deepEqual([refusal.status, refusal.headers.get("x-ton-edge-limit")], [429, "monthly"]);
    }
  });

  test("counts of quotas are forgotten after the end of their window, and never before", () => {
    let now = 0;
    const counts = createQuotaCounts(() => now);
    for (let index = 0; index < 30_000; index += 1) counts.set(`old-${index}`, { count: 1, ends: 1000 });
    counts.set("current", { count: 7, ends: 10_000 });
    now = 2000;
    for (let index = 0; index < 40_000; index += 1) counts.set(`new-${index}`, { count: 1, ends: 3000 });
    assert.ok(counts.size <= 60_001, `${counts.size}`);
    assert.deepEqual(counts.get("current"), { count: 7, ends: 10_000 });
    assert.equal(counts.get("old-1"), undefined);
  });

  test("a limiter refuses a window that is not a calendar period; a rule is either a rate or a quota", async () => {
    const limiter = createIsolateLimiter(2);
    const takeQuota = (until) => limiter.take([{ key: "quota:a:daily", intervalMs: 0, burst: 5, until }], 1)[0];
    assert.equal(takeQuota(Date.now() + 40 * DAY).allowed, false);
    assert.equal(takeQuota(Date.now() + DAY).remaining, 4);
    const { parseLimiterRequest } = await import("../../pkg/lib/gateway/limits/protocol.js");
    const isRuleAccepted = (overrides) =>
      parseLimiterRequest(
        JSON.stringify({ rules: [{ key: "quota:a:daily", intervalMs: 0, burst: 5, until: 9, ...overrides }], cost: 1 }),
      ) !== undefined;
    assert.equal(isRuleAccepted({}), true);
    for (const extraLimits of [
      { until: undefined },
      { until: 0 },
      { until: -1 },
      { until: "9" },
      { intervalMs: 1 },
      { key: "key:a" },
      { burst: 0 },
      { key: `quota:${"a".repeat(300)}` },
    ])
      assert.equal(isRuleAccepted(extraLimits), false, JSON.stringify(extraLimits));
  });
});
