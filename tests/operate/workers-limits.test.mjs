// The subrequests and storage calls that one request to the gateway makes, which docs/operate/workers.md lists because Workers limit them
// per request.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { test } from "node:test";

import { createGateway } from "ton-edge/gateway";

const GUIDE = new URL("../../docs/operate/workers.md", import.meta.url);
const BLOCK = /(<!-- platform calls -->\n)[^]*(<!-- \/platform calls -->)/;
const JSON_TYPE = { "content-type": "application/json" };
const KEY = `tonedge_${"k".repeat(40)}`;
const BATCH = 20;

/** A gateway whose upstreams and stores count their calls as the platform would. */
function makeCountedGateway({ isLimited = false, isCached = false, isKeyed = false, status = 200 }) {
  const calls = { upstream: 0, limiter: 0, cache: 0, keys: 0 };
  const fetch = async () => {
    calls.upstream += 1;
    return new Response('{"ok":true,"result":{"n":1}}', { status, headers: JSON_TYPE });
  };
  const limiter = {
    take: async (rules) => (
      (calls.limiter += 1), rules.map(() => ({ allowed: true, remaining: 1, nextMs: 0, resetMs: 0, waitMs: 0 }))
    ),
    lease: async () => ((calls.limiter += 1), { count: 1, waitMs: 0 }),
  };
  const store = { get: async () => void (calls.cache += 1), put: async () => void (calls.cache += 1) };
  const findKey = async (hash) => {
    calls.keys += 1;
    return { hash, id: "a", plan: 1000, network: "mainnet", created: "2026-01-01T00:00:00Z" };
  };
  /** @type {any} */
  const config = {
    mainnet: { baseUrl: "https://service.example", apiKey: "key-of-an-upstream", ...(isLimited && { budget: 1000 }) },
    fetch,
    limits: { keyless: isLimited ? 1000 : "off", ...(isLimited && { scope: limiter }) },
    ...(isCached && { cache: { adapter: store } }),
    ...(isKeyed && { apiKeys: { find: findKey } }),
    maxAttempts: 50,
    deadlineMs: 60_000,
    logLevel: "off",
  };
  return { gateway: createGateway(config), calls };
}

/** The calls of one request: a batch of `count` different reads, or one read. */
async function countCalls(options, count) {
  const { gateway, calls } = makeCountedGateway(options);
  const read = (id) => ({ id, method: "getShards", params: { seqno: id + 1 } });
  const body = JSON.stringify(count === 1 ? read(0) : Array.from({ length: count }, (_, id) => read(id)));
  const headers = { ...JSON_TYPE, ...(options.isKeyed && { "x-api-key": KEY }) };
  const backgroundWork = [];
  const ctx = { waitUntil: (work) => backgroundWork.push(work), address: "192.0.2.1" };
  const request = new Request("http://gw/api/v2/jsonRPC", { method: "POST", headers, body });
  await (await gateway.fetch(request, {}, ctx)).text();
  await Promise.all(backgroundWork);
  return calls;
}

const LIMITED_KIND = { isLimited: true };
const ALL_FLAGS = { isLimited: true, isCached: true, isKeyed: true };
/** @type {[string, object][]} */
const ROWS = [
  ["the upstream alone", {}],
  ["limits in a Durable Object, with a budget", LIMITED_KIND],
  ["limits in a Durable Object, with a budget, the Cache API, and API keys in KV", ALL_FLAGS],
  ["the upstream alone, which responds with 500", { status: 500 }],
];

test("docs/operate/workers.md lists the calls that one request makes", async () => {
  const lines = ["| configuration | one miss | a batch of 20 misses | of these to upstreams |", "|---|---|---|---|"];
  for (const [name, options] of ROWS) {
    const [singleCallCounts, batch] = [await countCalls(options, 1), await countCalls(options, BATCH)];
    const sumCalls = (calls) => Object.values(calls).reduce((a, b) => a + b);
    assert.ok(batch.upstream <= 50, `${batch.upstream} requests to upstreams`);
    lines.push(`| ${name} | ${sumCalls(singleCallCounts)} | ${sumCalls(batch)} | ${batch.upstream} |`);
  }
  const guide = await readFile(GUIDE, "utf8");
  const tableText = guide.replace(BLOCK, (_, start, end) => `${start}${lines.join("\n")}\n${end}`);
  if (process.env.TESTS_GENERATE === "1") await writeFile(GUIDE, tableText);
  else assert.equal(guide, tableText, "run this test with TESTS_GENERATE=1");
});
