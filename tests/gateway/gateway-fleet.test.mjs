// Four gateways, one process each, share one budget: the upstream never gets more requests than the budget, and hardly fewer. The limiter
// is a Durable Object in its own workerd, or Redis. Full runs take longer and end more processes, and so does
// simulation/simulated-fleet.test.mjs on its simulated clock.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { Miniflare } from "miniflare";
import { createGateway } from "ton-edge/gateway";
import { remoteLimiter } from "ton-edge/gateway/limiter";

import { bundleProgram } from "../helpers/bundle.mjs";
import { retryWhenDisturbed } from "../helpers/calm.mjs";
import { readDocumented, runDocumented } from "../fleet/documented.mjs";
import { computeBurst, load, countWithin, findWorstWindow } from "../fleet/load.mjs";
import { startLimiterHost } from "../fleet/limiter-host.mjs";
import { findFreePort } from "../helpers/free-port.mjs";
import { testOverRegistry } from "../fleet/registry.mjs";
import { startRedis } from "../fleet/redis.mjs";
import { startService } from "../fleet/service.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { respondWith, makeService } from "../upstream/service-of.mjs";

const isFull = process.env.TESTS_FULL === "1";
const SECRET = "a-secret-of-the-fleet";
const GATEWAYS = 4;
const SECOND_MS = 1000;
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * `brief`: the budgets and seconds of an ordinary run, and `outages`: the budgets with which it tests outages. Full runs test both with each
 * limiter; simulation/simulated-fleet.test.mjs does so on a simulated clock.
 */
const LIMITERS = {
  "a Durable Object, gateways in workerd": {
    start: () => startLimiterHost(SECRET),
    runtimes: Array(GATEWAYS).fill("workerd"),
    scope: ({ url }) => ({ remote: { url, secret: SECRET } }),
    brief: [[10, 6]],
    outages: [],
  },
  "Redis, gateways in Node": {
    start: startRedis,
    runtimes: Array(GATEWAYS).fill("Node"),
    scope: ({ url }, index) => ({ redis: { url, client: index % 2 ? "iovalkey" : "redis" } }),
    brief: [],
    outages: [10],
  },
};

/**
 * Runs a fleet at three times its budget. `steps` may end processes of it. Returns the arrival time of each request, and the time from
 * which they count.
 */
async function run({ start, runtimes, scope }, budget, steps) {
  const limiter = await start();
  const service = await startService();
  const fleet = [];
  const loadTimes = [];
  try {
    const makeConfig = (index) => ({
      mainnet: { baseUrl: service.url, budget },
      limits: { keyless: "off", scope: scope(limiter, index) },
      cache: { adapter: "none" },
      logLevel: "error",
    });
    fleet.push(...(await Promise.all(runtimes.map((runtime, index) => startFleet(runtime, [makeConfig(index)])))));
    // The first request of a gateway creates its module and its connections.
    await Promise.all(
      fleet.map(({ urls }) => fetch(`${urls[0]}/api/v3/masterchainInfo`).then((response) => response.text())),
    );
    loadTimes.push(...fleet.map(({ urls }) => load(urls[0], (3 * budget) / fleet.length)));
    // After this time a queue has formed.
    await sleep(SECOND_MS);
    const startedAt = Date.now();
    const marks = await steps({ fleet, limiter, loads: loadTimes });
    return {
      since: startedAt,
      until: Date.now(),
      marks,
      ...(await service.times()),
      statuses: loadTimes.map(({ statuses }) => Object.fromEntries(statuses)),
    };
  } finally {
    await Promise.all(loadTimes.map((load) => load.stop()));
    await Promise.all(fleet.map((item) => item.close()));
    await service.close();
    await limiter.close();
  }
}

function check(t, budget, { times, since: startTime, until: endTime, stall, statuses }, underway = 0) {
  const worstWindow = findWorstWindow(times, budget);
  const usedShare = countWithin(times, startTime, endTime) / ((budget * (endTime - startTime)) / SECOND_MS);
  t.diagnostic(
    `budget ${budget}: ${(usedShare * 100).toFixed(1)} % used; worst window ${worstWindow.count} in ${Math.round(worstWindow.ms)} ms, ${worstWindow.over.toFixed(2)} above the budget of ${computeBurst(budget)}; the service stalled for ${Math.round(stall)} ms`,
  );
  // Requests that arrive while a gateway process is stopped are handled right after it continues.
  assert.ok(
    worstWindow.over <= computeBurst(budget) + underway + (budget * stall) / SECOND_MS,
    `${worstWindow.count} requests in ${worstWindow.ms} ms: ${JSON.stringify(statuses)}`,
  );
  return usedShare;
}

for (const [name, limiter] of Object.entries(LIMITERS)) {
  describe(name, () => {
    const { brief, outages } = limiter;
    for (const [budget, seconds] of isFull
      ? [
          [1, 30],
          [10, 30],
          [50, 30],
        ]
      : brief) {
      test(
        `a fleet with a budget of ${budget} requests per second for ${seconds} s uses it and never exceeds it`,
        { timeout: 180_000 },
        (t) =>
          retryWhenDisturbed(t, async () => {
            const result = await run(limiter, budget, () => sleep(seconds * SECOND_MS));
            const usedShare = check(t, budget, result);
            // 28 of 30 at one request per second: one may fall on either side of the span.
            assert.ok(
              usedShare >= (budget === 1 ? 28 / 30 - 0.001 : 0.95),
              `${(usedShare * 100).toFixed(1)} % used: ${JSON.stringify(result.statuses)}`,
            );
            // The other callers got 429 with Retry-After; none got another error.
            for (const statuses of result.statuses)
              assert.deepEqual(
                Object.keys(statuses).filter((status) => !["200", "429"].includes(status)),
                [],
              );
          }),
      );
    }

    test("gateways whose process is stopped and continued send no request twice", {
      skip: !isFull && "only in full runs; simulation/simulated-fleet.test.mjs has it on a simulated clock",
      timeout: 120_000,
    }, async (t) => {
      const budget = 20;
      check(
        t,
        budget,
        await run(limiter, budget, async ({ fleet }) => {
          for (let index = 0; index < 3; index += 1) {
            for (const { pid } of fleet) process.kill(pid, "SIGSTOP");
            await sleep(700 + 200 * index);
            for (const { pid } of fleet) process.kill(pid, "SIGCONT");
            await sleep(600);
          }
          // Each gateway may have had one request in flight when the process was stopped.
        }),
        GATEWAYS,
      );
    });

    for (const budget of isFull ? [1, 10, 50] : outages) {
      test(
        `a fleet keeps its budget of ${budget} requests per second while a gateway and the limiter end and the limiter restarts`,
        { timeout: 180_000 },
        (t) =>
          retryWhenDisturbed(t, async () => {
            const [calmTime, goneMs] = isFull ? [6 * SECOND_MS, 3 * SECOND_MS] : [1500, 1000];
            const result = await run(limiter, budget, async ({ fleet, limiter: host, loads }) => {
              await sleep(calmTime / 2);
              process.kill(fleet[0].pid, "SIGKILL");
              await loads[0].stop();
              await sleep(calmTime);
              const outageAt = [Date.now()];
              await host.end();
              await sleep(goneMs);
              outageAt.push(Date.now());
              await host.start();
              // The gateways reach the limiter within a second or two; by then earlier leases have expired and a queue has formed.
              await sleep(4 * SECOND_MS);
              const restoredAt = Date.now();
              await sleep(Math.max(calmTime, (10 / budget) * SECOND_MS));
              return { without: outageAt, back: restoredAt };
            });
            check(t, budget, result);
            const {
              times,
              until: endTime,
              marks: {
                without: [from, to],
                back: restoredAt,
              },
            } = result;
            // Leases from before the limiter's end may still be used; the queue is two seconds long.
            assert.ok(
              countWithin(times, from, to) <= budget * 2.5 + computeBurst(budget),
              "more requests than the budget allows while the limiter is down",
            );
            const usedShare = countWithin(times, restoredAt, endTime) / ((budget * (endTime - restoredAt)) / SECOND_MS);
            t.diagnostic(`after the limiter came back: ${(usedShare * 100).toFixed(1)} % used`);
            assert.ok(
              usedShare >= 0.85,
              `${(usedShare * 100).toFixed(1)} % used after it came back: ${JSON.stringify(result.statuses)}`,
            );
            assert.ok(
              result.statuses.slice(1).every((statuses) => statuses[503] > 0 || goneMs < 2500),
              "callers get 503 while the limiter is unreachable",
            );
          }),
      );
    }
  });
}

describe("the limiter's Worker", () => {
  let host;
  before(async () => {
    host = await startLimiterHost(SECRET);
  });
  after(() => host?.close());
  /**
   * @param {string} path
   * @param {{ secret?: string, body?: any, method?: string }} [options]
   * @returns {Promise<[number, string]>} the status and the body
   */
  const send = async (
    path,
    { secret = SECRET, body = { intervalMs: 1000, want: 1, horizonMs: 0 }, method = "POST" } = {},
  ) => {
    const response = await fetch(`${host.url}/${path}`, {
      method,
      body: method === "POST" ? JSON.stringify(body) : undefined,
      headers: secret === undefined ? {} : { authorization: `Bearer ${secret}` },
    });
    return [response.status, await response.text()];
  };

  test("the limiter's Worker serves callers with the secret, and refuses malformed requests", async () => {
    assert.deepEqual(await send("budget:a"), [200, '{"count":1,"waitMs":0}']);
    assert.equal((await send("budget:a", { secret: "another" }))[0], 401);
    assert.equal((await send("budget:a", { secret: "" }))[0], 401);
    assert.equal((await send("budget:a", { method: "GET" }))[0], 404);
    for (const path of ["", "others", "budget:", "%ff", `budget:${"x".repeat(600)}`])
      assert.equal((await send(path))[0], 404, path);
    for (const body of /** @type {any[]} */ ([
      {},
      [],
      null,
      7,
      { intervalMs: 0, want: 1, horizonMs: 0 },
      { intervalMs: 1, want: 1.5, horizonMs: 0 },
      { counts: [] },
      { counts: { a: -1 } },
      { counts: { a: "1" } },
      { rules: [], cost: 1 },
      { rules: [{ key: "a", intervalMs: 1, burst: 0 }], cost: 1 },
    ])) {
      assert.equal((await send("budget:a", { body }))[0], 400, JSON.stringify(body));
    }
    const rules = [{ key: "ip:198.51.100.9", intervalMs: 1000, burst: 1 }];
    assert.equal(JSON.parse((await send("callers", { body: { rules, cost: 1 } }))[1])[0].allowed, true);
    assert.equal(JSON.parse((await send("callers", { body: { rules, cost: 1 } }))[1])[0].allowed, false);
  });

  test("the Worker of docs/operate/limits.md serves as a limiter for a gateway elsewhere", async (t) => {
    const service = await makeService(respondWith(200));
    t.after(() => service.close());
    await runDocumented(
      "remote",
      { "https://limiter.example": host.url, "https://gateway.example": service.url },
      { API_KEY: "key", LIMITER_SECRET: SECRET },
    );
  });

  test("a gateway with another secret, or without the binding, sends nothing upstream and reveals no secret", async (t) => {
    const service = await makeService(respondWith(200));
    t.after(() => service.close());
    for (const [scope, reason] of /** @type {any[][]} */ ([
      [remoteLimiter({ url: host.url, secret: "quite-another-secret" }), "it responded with 401"],
      [remoteLimiter({ url: host.url, secret: () => undefined }), "the setting `secret` returned no secret"],
      [
        remoteLimiter({ url: `http://127.0.0.1:${await findFreePort()}`, secret: "quite-another-secret" }),
        "TypeError ECONNREFUSED",
      ],
      ["durable-object", "the Worker has no binding LIMITER"],
      [
        {
          take: () => new Promise(() => {}),
          lease: () => Promise.reject(new Error("redis://user:quite-another-secret@host")),
        },
        "Error",
      ],
    ])) {
      const lines = [];
      const gateway = createGateway({
        mainnet: { baseUrl: service.url, budget: 5 },
        limits: { scope, keyless: "off" },
        log: (line) => lines.push(line),
      });
      const response = await gateway.fetch(new Request("https://gw.example/api/v3/blocks"), {});
      assert.deepEqual(
        [response.status, response.headers.get("x-ton-edge-error"), response.headers.get("retry-after")],
        [503, "limiter_unavailable", "1"],
      );
      assert.ok(
        lines.some((line) => JSON.parse(line).alert === `the limiter cannot be reached: ${reason}`),
        lines.join("\n"),
      );
      assert.ok(![...lines, await response.text()].join("\n").includes("quite-another-secret"));
    }
    assert.equal(service.seen.length, 0);
  });

  test("a budget survives the end of the limiter's process, and loses at most a second", async () => {
    for (let index = 0; index < 2; index += 1)
      await send("budget:b", { body: { intervalMs: 2000, want: 1, horizonMs: 10_000 } });
    await host.end();
    await host.start();
    const { waitMs: wait } = JSON.parse(
      (await send("budget:b", { body: { intervalMs: 2000, want: 1, horizonMs: 10_000 } }))[1],
    );
    assert.ok(wait > 2500 && wait < 5100, `${wait} ms`);
  });
});

test("the limiter sums up counters of all gateways, and the sums survive the end of its process", {
  timeout: 60_000,
}, async (t) => {
  const host = await startLimiterHost(SECRET);
  t.after(() => host.close());
  const admin = "token-of-the-operators";
  const createFleetGateway = () =>
    createGateway({ adminToken: admin, limits: { scope: remoteLimiter({ url: host.url, secret: SECRET }) }, log() {} });
  const [firstGateway, otherGateway] = [createFleetGateway(), createFleetGateway()];
  const send = async (gateway, path) =>
    (
      await gateway.fetch(new Request(`https://gw.example${path}`, { headers: { authorization: `Bearer ${admin}` } }))
    ).text();
  const sum = async (gateway) =>
    /ton_edge_fleet_requests_total\{.*operation="healthz".*\} (\d+)/.exec(await send(gateway, "/metrics"))?.[1];
  await send(firstGateway, "/healthz");
  await send(otherGateway, "/healthz");
  await send(otherGateway, "/healthz");
  await sum(firstGateway);
  assert.equal(await sum(otherGateway), "3");
  assert.match(
    await send(firstGateway, "/metrics"),
    /^ton_edge_fleet_errors_total|^ton_edge_fleet_requests_total\{network=/m,
  );
  await host.end();
  await send(firstGateway, "/healthz");
  assert.equal(await sum(firstGateway), undefined, "limiter unreachable: only the gateway's own counters");
  await host.start();
  assert.ok(Number(await sum(firstGateway)) >= 3);
});

test("a Worker with its own Durable Object counts as docs/operate/limits.md documents it", {
  timeout: 60_000,
}, async (t) => {
  const service = await makeService(respondWith(200));
  const findDist = (name) => fileURLToPath(new URL(`../../pkg/dist/${name}`, import.meta.url));
  const worker = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    telemetry: { enabled: false },
    compatibilityDate: "2026-04-01",
    modulesRoot: "/",
    modules: [
      {
        type: "ESModule",
        path: "/worker.mjs",
        contents: await bundleProgram(
          readDocumented("durable-object", { "https://gateway.example": service.url }).program,
          {
            "ton-edge/gateway": "../pkg/dist/gateway.workerd.js",
            "ton-edge/gateway/limiter": "../pkg/dist/limiter.workerd.js",
          },
        ),
      },
      { type: "CompiledWasm", path: "/gateway.wasm", contents: readFileSync(findDist("gateway.wasm")) },
    ],
    durableObjects: { LIMITER: { className: "LimiterObject", useSQLite: true } },
    bindings: { API_KEY: "key" },
    handleRuntimeStdio: (stdout, stderr) => {
      stdout.resume();
      stderr.resume();
    },
  });
  t.after(async () => {
    await worker.dispose();
    await service.close();
  });
  const { origin } = await worker.ready;
  const replies = [];
  for (let index = 0; index < 3; index += 1) replies.push(await fetch(`${origin}/api/v3/blocks?limit=${1 + index}`));
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 429, 429],
  );
  assert.equal(replies[0].headers.get("ratelimit"), '"keyless";r=0;t=1');
});

// wrangler starts slowly.
test(
  "two Workers under `wrangler dev` share one budget",
  { skip: isFull ? false : "only in full runs", timeout: 180_000 },
  testOverRegistry,
);
