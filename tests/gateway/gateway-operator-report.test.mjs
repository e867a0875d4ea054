// The report of `/readyz` for operators: callers, the state of upstreams, and streams in the metrics.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { createGateway, listKeys } from "ton-edge/gateway";

import { createCallerCounts } from "../../pkg/lib/gateway/ops/caller-counts.js";

const TOKEN = "a-token-of-operators";
const KEY = `tonedge_${"k".repeat(43)}`;
const MINUTE_MS = 60_000;
const hashSha256 = (text) => createHash("sha256").update(text).digest("hex");

/** @param {any} settings */
function setUp(settings) {
  const gateway = createGateway({
    mainnet: "https://one.example",
    testnet: "off",
    limits: { keyless: "off", budget: "off" },
    retries: 0,
    logLevel: "off",
    adminToken: TOKEN,
    clientIp: { header: "x-client", trustedProxies: ["192.0.2.1"] },
    fetch: async () => Response.json({ ok: true, result: {} }),
    ...settings,
  });
  const send = async (path, headers = {}) =>
    (await gateway.fetch(new Request(`https://gw.example${path}`, { headers }), {}, { address: "192.0.2.1" })).status;
  const readReport = async () => {
    const request = new Request("https://gw.example/readyz", { headers: { authorization: `Bearer ${TOKEN}` } });
    return (await gateway.fetch(request, {}, { address: "192.0.2.1" })).json();
  };
  return { send, readReport };
}

const countOutcomes = (counts) => ({ success: 0, invalid: 0, limited: 0, cancelled: 0, failed: 0, ...counts });

test("the report has the requests of each caller, with and without an API key, by the names of the log", async () => {
  const lines = [];
  /** @type {import("ton-edge/gateway").KeyRecord} */
  const record = {
    id: "5409a1c07d3e",
    hash: hashSha256(KEY),
    name: "shop",
    network: "mainnet",
    plan: "big",
    created: "2026-01-01T00:00:00Z",
  };
  const { send, readReport } = setUp({
    apiKeys: listKeys([record]),
    limits: { keyless: 2, budget: "off", plans: { big: 100 } },
    logLevel: "info",
    log: (line) => lines.push(JSON.parse(line)),
  });
  for (let count = 0; count < 3; count += 1) await send("/api/v2/getMasterchainInfo", { "x-api-key": KEY });
  for (let count = 0; count < 4; count += 1)
    await send(`/api/v3/blocks?limit=${count + 1}`, { "x-client": "192.0.2.7" });
  await send("/api/v3/blocks?limit=1001", { "x-client": "192.0.2.8" });
  // Requests for other paths are not those of callers.
  for (const path of ["/healthz", "/metrics", "/nothing"]) await send(path, { "x-client": "192.0.2.9" });
  const { callers, isolate, since } = await readReport();
  assert.match(isolate, /^[0-9a-f]{8}$/);
  assert.ok(Date.parse(since) <= Date.parse(callers.list[0].firstSeen) + 1000);
  const readClient = (path) => lines.find(({ endpoint, status }) => `${endpoint} ${status}` === path).client;
  const rows = callers.list.map(({ key, client, plan, requests, recent, cost }) => {
    assert.deepEqual(recent, requests);
    return { key, client, plan, requests, cost };
  });
  assert.deepEqual(rows, [
    {
      key: undefined,
      client: readClient("blocks 429"),
      plan: undefined,
      requests: countOutcomes({ success: 2, limited: 2 }),
      cost: 4,
    },
    { key: "5409a1c07d3e", client: undefined, plan: "big", requests: countOutcomes({ success: 3 }), cost: 1 },
    {
      key: undefined,
      client: readClient("blocks 422"),
      plan: undefined,
      requests: countOutcomes({ invalid: 1 }),
      cost: 0,
    },
  ]);
  assert.deepEqual(
    [callers.counted, callers.unlisted.callers, callers.others.dropped, callers.others.requests],
    [3, 0, 0, countOutcomes({})],
  );
  assert.doesNotMatch(JSON.stringify(callers), /192\.0\.2/, "no address");
});

test("the report counts requests that are refused before they are read, and callers without a name together", async () => {
  const { send, readReport } = setUp({ limits: { keyless: "off", budget: "off", requests: 2 }, logClient: "off" });
  for (const client of ["192.0.2.7", "192.0.2.8"])
    for (let count = 0; count < 3; count += 1) await send("/api/v2/getMasterchainInfo", { "x-client": client });
  const { callers } = await readReport();
  assert.equal(callers.list.length, 1);
  const [{ client, requests }] = callers.list;
  assert.deepEqual([client, requests], [undefined, countOutcomes({ success: 4, limited: 2 })]);
});

test("counters of callers are bounded: the least active ones fall out, and no request is lost from the sums", (t) => {
  const state = { time: Date.UTC(2026, 0, 1) };
  t.mock.method(Date, "now", () => state.time);
  const counts = createCallerCounts(10);
  for (let request = 0; request < 50; request += 1) counts.count("heavy", undefined, "big", 0, 1);
  for (let caller = 0; caller < 1000; caller += 1) counts.count(undefined, `c${caller}`, "none", 2, 1);
  const { rows, others, droppedCount } = counts.read();
  assert.equal(rows.length, 10);
  assert.equal(droppedCount, 991);
  assert.equal(rows.find(({ key }) => key === "heavy")?.counts[0], 50, "the most active caller remains");
  assert.equal(
    [...rows, others].reduce((sum, { counts: [, , limited] }) => sum + limited, 0),
    1000,
  );
  assert.equal(
    [...rows, others].reduce((sum, { cost }) => sum + cost, 0),
    1050,
  );
});

test("recent counts are those of the last five to ten minutes, from a time that the report names", (t) => {
  const state = { time: Date.UTC(2026, 0, 1) };
  t.mock.method(Date, "now", () => state.time);
  const counts = createCallerCounts();
  const readCounts = () => {
    const { rows, recentSince } = counts.read();
    const [{ counts: numbers }] = rows;
    return [numbers[0], numbers[5] + numbers[10], (state.time - recentSince) / MINUTE_MS];
  };
  counts.count("a", undefined, "default", 0, 1);
  assert.deepEqual(readCounts(), [1, 1, 0]);
  state.time += 7 * MINUTE_MS;
  counts.count("a", undefined, "default", 0, 1);
  assert.deepEqual(readCounts(), [2, 2, 7]);
  state.time += 4 * MINUTE_MS;
  assert.deepEqual(readCounts(), [2, 1, 6]);
  state.time += 30 * MINUTE_MS;
  assert.deepEqual(readCounts(), [2, 0, 6]);
});

test("the report lists at most ten callers in each order, and sums up the others", async () => {
  const { send, readReport } = setUp({});
  for (let caller = 0; caller < 30; caller += 1) {
    const headers = { "x-client": `192.0.2.${caller + 10}` };
    for (let request = 0; request <= caller; request += 1) await send("/api/v2/getMasterchainInfo", headers);
    if (caller < 15) await send("/api/v3/blocks?limit=1001", headers);
  }
  const { callers } = await readReport();
  const sum = ({ requests }) => Object.values(requests).reduce((total, count) => total + count, 0);
  assert.equal(callers.counted, 30);
  assert.equal(callers.list.length + callers.unlisted.callers, 30);
  assert.ok(callers.list.length >= 20 && callers.list.length <= 40, `${callers.list.length} rows`);
  assert.ok(
    callers.list.some((caller) => sum(caller) === 30),
    "the one with most requests",
  );
  assert.equal(callers.list.filter(({ requests }) => requests.invalid > 0).length, 10);
  assert.equal(
    [...callers.list, callers.unlisted].reduce((total, use) => total + sum(use), 0),
    465 + 15,
  );
});

test("the report says since when a breaker is open or closed, and what failed last", async (t) => {
  const state = { time: Date.UTC(2026, 0, 1), isDown: true };
  t.mock.method(Date, "now", () => state.time);
  const { send, readReport } = setUp({
    breaker: { failures: 2, openMs: 10_000 },
    readiness: { ttlMs: 600_000 },
    mainnet: ["https://one.example", "https://two.example"],
    fetch: async (url) =>
      state.isDown && String(url).startsWith("https://one.example/api/v2")
        ? Response.json({ ok: false }, { status: 502 })
        : Response.json({ ok: true, result: { last: { seqno: 7 } } }),
  });
  const readService = async () => (await readReport()).networks.mainnet.services[0];
  const formatTime = (ms) => new Date(ms).toISOString();
  const { breaker, lastFailure, lastSuccess } = await readService();
  assert.deepEqual([breaker, lastFailure, lastSuccess], [{ state: "closed" }, undefined, undefined]);
  assert.equal((await readReport()).checkedAt, formatTime(state.time));
  for (let count = 0; count < 2; count += 1) {
    state.time += 1000;
    await send(`/api/v2/getAddressBalance?address=0:${String(count).repeat(64)}`);
  }
  const openedAt = state.time;
  state.time += 500;
  const openService = await readService();
  assert.deepEqual(openService.breaker, {
    state: "open",
    since: formatTime(openedAt),
    until: formatTime(openedAt + 10_000),
  });
  assert.deepEqual(openService.lastFailure, {
    time: formatTime(openedAt),
    operation: "v2 getAddressBalance",
    outcome: "failed",
    status: 502,
  });
  state.isDown = false;
  state.time += 20_000;
  assert.equal((await readService()).breaker.state, "probing");
  await send(`/api/v2/getAddressBalance?address=0:${"5".repeat(64)}`);
  const closedService = await readService();
  assert.deepEqual(closedService.breaker, { state: "closed", since: formatTime(state.time) });
  assert.equal(closedService.lastSuccess, formatTime(state.time));
  assert.equal(closedService.lastFailure.time, formatTime(openedAt), "the last failure remains known");
});

test("the last failure of an upstream names why there was no response", async () => {
  const { send, readReport } = setUp({
    fetch: async () => {
      throw Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
    },
  });
  await send("/api/v3/blocks?limit=3");
  const { lastFailure } = (await readReport()).networks.mainnet.services[0];
  const { outcome, reason, status } = lastFailure;
  assert.deepEqual([outcome, reason, status], ["unreachable", "TypeError: ECONNREFUSED", undefined]);
});

test("the report says where the streams are, since the metrics know only those of this process", async () => {
  const listStreams = async (streaming) => (await setUp({ streaming }).readReport()).streaming;
  assert.deepEqual(
    [await listStreams(undefined), await listStreams(true), await listStreams({ scope: "durable-object" })],
    ["off", "isolate", "durable-object"],
  );
});
