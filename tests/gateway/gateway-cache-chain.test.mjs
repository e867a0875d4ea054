// The cache in front of a local chain that moves: every cached response is one that the upstream sent within the allowed age, and a response
// that was cached as final still equals the upstream's response at the end.

import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { after, before, test } from "node:test";
import { endpoints } from "ton-edge/endpoints";
import { createGateway } from "ton-edge/gateway";

import { startDevnet } from "../upstream/devnet/server.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { query } from "../upstream/upstream-call.mjs";

const BLOCKS_EVERY = 150;
const CALLERS = 6;
/** Events that must have happened before the callers stop, however slow this machine is. */
const MINIMUMS = { requests: 1000, blocks: 25, count: 20, final: 40 };
/** A response with at least this max-age is final; any other response is fresh for at most a minute. */
const FIXED = 600;
/** Most seconds that a stale response is served; see docs/operate/caching.md. */
const MAX_STALE_SECONDS = 10;
/** Milliseconds that may pass between reading two clocks, in addition to those for which the event loop was blocked. */
const TOLERANCE_MS = 100;
const rows = new Map(endpoints().map((row) => [`${row.generation}/${row.name}`, row]));

/** @type {any} */
let devnet;
/** The upstream's responses by cache key: start and end of the request, and the content. */
const versionsByEntry = new Map();
before(
  async () => {
    devnet = await startDevnet({ world: "small", clock: BLOCKS_EVERY });
    await devnet.ready;
  },
  { timeout: 240_000 },
);
after(() => devnet?.close());

/** The content of a response without the fields that differ in each response. */
function toComparableText(text) {
  const { "@extra": _, jsonrpc, id, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}

/** The final part of a response: names and balances of tokens beside its rows change. @param {string} text */
function readFinalPart(text) {
  const { address_book: _names, metadata: _tokens, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}

/** The cache key of an upstream URL; only addresses have several text forms. */
function getName(url) {
  const { pathname, searchParams } = new URL(url, "http://x");
  const queryParams = [...searchParams].map(([name, value]) => `${name}=${accounts.get(value) ?? value}`);
  return `${pathname}?${queryParams.sort().join("&")}`;
}
const accounts = new Map();

async function fetchAndListen(url, init) {
  const startedAt = Date.now();
  const response = await fetch(url, init);
  const text = await response.text();
  const name = getName(url);
  versionsByEntry.set(name, [
    ...(versionsByEntry.get(name) ?? []),
    { startedAt, endedAt: Date.now(), status: response.status, text: toComparableText(text) },
  ]);
  return new Response(text, response);
}

/** Requests for data that changes, for final data, and for data that does not exist yet. */
function listCurrentRequests(chance) {
  const { seqno } = devnet.chain.head.mc;
  const wallets = [devnet.cast.busy, devnet.cast.faucet, devnet.cast.wallet("bob")];
  const wallet = wallets[Math.floor(chance() * wallets.length)];
  for (const form of [wallet.account, wallet.address.toString(), wallet.address.toString({ bounceable: false })])
    accounts.set(form, wallet.account);
  const address = [wallet.account, wallet.address.toString(), wallet.address.toString({ bounceable: false })][
    Math.floor(chance() * 3)
  ];
  const recentSeqno = Math.max(1, seqno + 2 - Math.floor(chance() * 5));
  const block = { workchain: -1, shard: "-9223372036854775808", seqno: recentSeqno };
  const latestTransactions = devnet.db.all("SELECT hash, account, lt FROM transactions ORDER BY lt DESC LIMIT 20");
  const transaction = latestTransactions[Math.floor(chance() * latestTransactions.length)];
  return [
    ["v2", "getMasterchainInfo", {}],
    ["v2", "getAddressInformation", { address }],
    ["v2", "getAddressBalance", { address }],
    ["v2", "getAddressBalance", { address, seqno: Math.max(1, recentSeqno - 3) }],
    ["v2", "getWalletInformation", { address }],
    ["v2", "getTransactions", { address, limit: 3 }],
    ["v2", "getShards", { seqno: recentSeqno }],
    ["v2", "getBlockHeader", block],
    ["v2", "getBlockTransactions", block],
    ["v2", "lookupBlock", block],
    ["v3", "masterchainInfo", {}],
    ["v3", "blocks", { workchain: -1, shard: "8000000000000000", seqno: recentSeqno }],
    ["v3", "masterchainBlockShardState", { seqno: recentSeqno }],
    ["v3", "transactionsByMasterchainBlock", { seqno: recentSeqno, limit: 100 }],
    ["v3", "transactions", { account: address, limit: 5 }],
    ["v3", "transactions", { hash: transaction.hash }],
    ["v3", "traces", { tx_hash: transaction.hash }],
    ["v3", "adjacentTransactions", { hash: transaction.hash, direction: "in" }],
    ["v3", "walletStates", { address }],
    ["v3", "messages", { limit: 5 }],
  ];
}

/** The request in one of the styles, which all have the same cache key. */
function request(generation, name, params, chance) {
  const path = `/api/${generation}/${name}`;
  const post = (path, body) =>
    new Request(`http://gw${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const style = generation === "v2" ? Math.floor(chance() * 3) : 0;
  if (style === 1) return post(path, params);
  if (style === 2) return post("/api/v2/jsonRPC", { id: chance(), method: name, params });
  return new Request(`http://gw${path}?${query(params)}`);
}

test("a cached response of a moving chain is at most as old as allowed, and a final one never changes", {
  timeout: 600_000,
}, async () => {
  const delays = monitorEventLoopDelay({ resolution: 10 });
  delays.enable();
  const readSlack = () => TOLERANCE_MS + delays.max / 1e6;
  let seed = 1;
  const drawChance = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  const gateway = createGateway({
    limits: UNLIMITED,
    mainnet: devnet.url,
    retries: 0,
    fetch: fetchAndListen,
    log() {},
  });
  const counts = { hit: 0, stored: 0, collapsed: 0, fixed: 0 };
  const fixedEntries = new Map();
  const head = devnet.chain.head.mc.seqno;
  let requestCount = 0;
  const isIncomplete = () =>
    requestCount < MINIMUMS.requests ||
    devnet.chain.head.mc.seqno < head + MINIMUMS.blocks ||
    fixedEntries.size < MINIMUMS.final ||
    Object.values(counts).some((count) => count < MINIMUMS.count);

  async function runCaller() {
    while (isIncomplete()) {
      requestCount += 1;
      const plannedRequests = listCurrentRequests(drawChance);
      const [generation, name, params] = plannedRequests[Math.floor(drawChance() * plannedRequests.length)];
      const start = Date.now();
      const response = await gateway.fetch(request(generation, name, params, drawChance), {}, undefined);
      const text = toComparableText(await response.text());
      const entryName = getName(`/api/${generation}/${name}?${query(params)}`);
      const cacheStatus = response.headers.get("cache-status");
      for (const kind of ["hit", "stored", "collapsed"]) counts[kind] += cacheStatus.includes(kind);
      const age = Number(/max-age=(\d+)/.exec(response.headers.get("cache-control"))?.[1] ?? 0);
      const { cache } = rows.get(`${generation}/${name}`);
      const seconds =
        age >= FIXED ? age : response.status === 404 ? 1 : Math.max(1, cache.class === "immutable" ? 1 : cache.ttl);
      const oldestTime =
        start - (seconds + (response.status === 404 ? 0 : Math.min(MAX_STALE_SECONDS, seconds))) * 1000 - readSlack();
      const isPossible = (versionsByEntry.get(entryName) ?? []).some(
        (version) => version.status === response.status && version.text === text && version.endedAt >= oldestTime,
      );
      assert.ok(
        isPossible,
        `${entryName}: no upstream response like it after ${oldestTime}: ${response.status} ${text.slice(0, 300)} ${cacheStatus}`,
      );
      if (age >= FIXED) {
        counts.fixed += 1;
        if (fixedEntries.has(entryName))
          assert.equal(readFinalPart(text), readFinalPart(fixedEntries.get(entryName).text), entryName);
        fixedEntries.set(entryName, { text, path: `/api/${generation}/${name}?${query(params)}` });
      }
      await new Promise((resolve) => setTimeout(resolve, drawChance() * 20));
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, runCaller));

  await devnet.clock.stop();
  for (const { text, path } of fixedEntries.values())
    assert.equal(
      readFinalPart(toComparableText(await (await fetch(devnet.url + path)).text())),
      readFinalPart(text),
      path,
    );
  delays.disable();
});
