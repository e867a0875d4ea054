// Gateways under load for minutes, with faults and with more responses than the cache holds: their memory does not grow, the
// Worker stays below half of Cloudflare's limit, and their counters match what callers have seen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { startFleet } from "../runtimes/fleet.mjs";
import { inspectHeap } from "./heap.mjs";
import { load, computePercentile } from "./load.mjs";
import { findFreePort } from "../helpers/free-port.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { OK, makeService } from "../upstream/service-of.mjs";

const MIB = 1024 * 1024;
/**
 * MiB: half of Cloudflare's limit of an isolate, and the limit of the heap in this test.
 * https://developers.cloudflare.com/workers/platform/limits/#memory
 */
const MAX_HEAP_MIB = 64;
const SECONDS = Number(process.env.SOAK_SECONDS ?? (process.env.TESTS_FULL === "1" ? 300 : 5));
/** In a shorter run the cache is still filling, so growth means nothing. */
const isLong = SECONDS >= 60;
const RATE = 800;
const TOKEN = "operators-".repeat(3);
/** More cache keys than the cache holds entries. */
const KEYS = 20_000;

const makeAccount = (round) => `0:${(((round * 7919) % KEYS) + 1).toString(16).padStart(64, "0")}`;
/** Half of the accounts are requested again and again, as web pages do. */
const getPath = (round) =>
  round % 4 === 0
    ? "/api/v3/masterchainInfo"
    : round % 4 === 1
      ? `/api/v2/getAddressBalance?address=${makeAccount(round % 100)}`
      : `/api/v2/getAddressInformation?address=${makeAccount(round)}&seqno=7`;

/** Responses of a few kilobytes, and three kinds of faults, 1 % each. */
function handler(request, response, count) {
  if (count % 100 === 1) return void response.writeHead(500, OK).end("{}");
  if (count % 100 === 34) return void response.writeHead(200, OK).write('{"ok":', () => response.socket.destroy());
  if (count % 100 === 67) return void response.socket.destroy();
  const result = { balance: "1", code: "te6cck".repeat(300 + (count % 200)), extra_currencies: [] };
  response
    .writeHead(200, OK)
    .end(request.url.startsWith("/api/v3") ? JSON.stringify({ last: result }) : JSON.stringify({ ok: true, result }));
}

const readResidentBytes = (pid) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024;

for (const runtime of ["Node", "workerd"]) {
  test(`${runtime}: memory does not grow and counters are right under load with faults`, {
    timeout: (SECONDS + 120) * 1000,
  }, async (t) => {
    const services = await Promise.all([handler, handler].map(makeService));
    const port = await findFreePort();
    const config = {
      mainnet: services.map(({ url }) => ({ baseUrl: url })),
      adminToken: TOKEN,
      limits: UNLIMITED,
      logLevel: "off",
      overload: { maxInFlightPerClient: 1024 },
    };
    const fleet = await startFleet(runtime, [config], undefined, port, MAX_HEAP_MIB);
    const [url] = fleet.urls;
    const heap = await inspectHeap(port, async () => (await fetch(`${url}/healthz`)).text());
    try {
      const idleBytes = readResidentBytes(fleet.pid);
      const samples = [];
      const sample = async () => samples.push({ resident: readResidentBytes(fleet.pid), used: await heap.used() });
      const startedAt = performance.now();
      const total = { statuses: new Map(), times: [] };
      let maxHeap = 0;
      while (performance.now() - startedAt < SECONDS * 1000) {
        const { statuses, times } = await load(url, {
          callers: 32,
          ms: (SECONDS * 1000) / 20,
          rate: RATE,
          getPath,
        });
        maxHeap = Math.max(maxHeap, await heap.total());
        for (const [status, count] of statuses) total.statuses.set(status, (total.statuses.get(status) ?? 0) + count);
        total.times.push(times);
        await sample();
      }
      const times = Float64Array.from(total.times.flatMap((callerTimes) => [...callerTimes])).sort();
      const computeSlope = (name) => {
        // Only the second half counts, because the cache fills during the first.
        const laterHalf = samples.slice(samples.length / 2).map((item) => item[name]);
        return (
          (Math.min(...laterHalf.slice(laterHalf.length / 2)) - Math.min(...laterHalf.slice(0, laterHalf.length / 2))) /
          MIB
        );
      };
      const { resident: residentMemory, used: usedMemory } = samples.at(-1);
      t.diagnostic(
        `${times.length} requests, ${[...total.statuses].map(([status, count]) => `${status}: ${count}`).join(", ")}`,
      );
      t.diagnostic(
        `p50 ${computePercentile(times, 0.5).toFixed(1)} ms, p99 ${computePercentile(times, 0.99).toFixed(1)} ms`,
      );
      t.diagnostic(
        `resident ${(residentMemory / MIB).toFixed(0)} MiB, ${((residentMemory - idleBytes) / MIB).toFixed(0)} more than idle (${computeSlope("resident").toFixed(1)} more at the end), heap in use ${(usedMemory / MIB).toFixed(1)} MiB (${computeSlope("used").toFixed(1)} more), with garbage at most ${(maxHeap / MIB).toFixed(0)} MiB`,
      );

      assert.deepEqual([...total.statuses.keys()], [200], "every read got 200");
      if (isLong) {
        assert.ok(computeSlope("used") < 2, "the heap grows");
        assert.ok(computeSlope("resident") < 16, "the process grows");
      }
      // Garbage collection starts at the heap's limit, and buffers outside the heap count as in use.
      if (runtime === "workerd") assert.ok(usedMemory < MAX_HEAP_MIB * MIB, `${usedMemory} bytes in use`);

      // The test reads this number before the scrape, which starts a readiness check.
      const requestCount = services.reduce((sum, { seen }) => sum + seen.length, 0);
      const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
      const requestTotal = [
        ...metrics.matchAll(/^ton_edge_requests_total\{.*generation="v.*outcome="success".*\} (\d+)$/gm),
      ].reduce((sum, [, count]) => sum + Number(count), 0);
      const attempts = [...metrics.matchAll(/^ton_edge_upstream_attempts_total\{.*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
      assert.equal(requestTotal, times.length, "requests");
      assert.equal(attempts, requestCount, "the gateway's counter of requests to the upstreams differs from theirs");
    } finally {
      heap.close();
      await fleet.close();
      await Promise.all(services.map((service) => service.close()));
    }
  });
}
