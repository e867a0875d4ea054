// Measures what callers with a session cost a gateway with a cache, in workerd: the share of hits, the CPU time of a request and the requests to the
// upstream. Three gateways, each with callers of one kind, get the same reads at the same rate at the same time, since hits depend on time. Each
// round starts new processes. Prints JSON: { rounds, seconds, rows: [{ operation, hits: [...], cpu: [...], upstream: [...] }, ...] }, one number per
// round: per cent, microseconds of a request, and upstream requests per 1000 requests.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";

import { makeRawAddress } from "./gateway/paths.mjs";
import { startContender } from "./gateway/workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 9);
const SECONDS = Number(process.argv[3] ?? 12);
/** Milliseconds between blocks, between the requests of a caller, and between its writes. */
const BLOCK_MS = 1000;
const REQUEST_MS = 40;
const WRITE_MS = 10_000;
const CALLERS = 8;
const ACCOUNTS = 50;
/** Of so many requests, one is for the newest block. */
const HEAD_INTERVAL = 10;
/** Seconds before the measurement, in which the compilers warm up and the cache fills. */
const WARM_SECONDS = 3;
const FIRST_SEQNO = 40_000_000;

const getSeqno = () => FIRST_SEQNO + Math.floor(performance.now() / BLOCK_MS);

/** The kinds of callers: which block a caller requires, if it has seen one block and has written in another one. */
const KINDS = {
  "no session": () => 0,
  "writes every 10 s, and requires the block of its last write": ({ written }) => written,
  "requires the newest block that it has seen": ({ seen }) => seen,
};

/** An upstream that counts its requests. */
async function startUpstream() {
  let count = 0;
  const server = createServer({ keepAliveTimeout: 120_000 }, (request, response) => {
    count += 1;
    const seqno = getSeqno();
    const isHead = request.url.startsWith("/api/v3/masterchainInfo");
    const account = { balance: String(seqno), status: "active", padding: "x".repeat(800) };
    const body = isHead
      ? { last: { workchain: -1, seqno }, first: {} }
      : { accounts: [account], address_book: {}, metadata: {} };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { port, count: () => count, close: () => (server.closeAllConnections(), server.close()) };
}

/** Sends requests at a steady rate until `stop`; returns how many were sent, and how many were served from the cache. */
async function runCaller(pool, getMin, index, stop) {
  const session = { seen: 0, written: 0 };
  let sentCount = 0;
  let hitCount = 0;
  // Callers begin one after the other.
  const startTime = performance.now() + (index * REQUEST_MS) / CALLERS;
  for (let at = index; ; at += 1) {
    const dueTime = startTime + sentCount * REQUEST_MS;
    if (dueTime >= stop) return { sent: sentCount, hits: hitCount };
    await sleep(Math.max(0, dueTime - performance.now()));
    if (sentCount % (WRITE_MS / REQUEST_MS) === 0) session.written = getSeqno();
    const min = getMin(session);
    const path =
      at % HEAD_INTERVAL === 0
        ? "/api/v3/masterchainInfo"
        : `/api/v3/accountStates?address=${makeRawAddress(1 + ((at * 7919) % ACCOUNTS))}`;
    const headers = { accept: "*/*", ...(min > 0 ? { "x-ton-edge-min-seqno": String(min) } : {}) };
    const response = await pool.request({ path, method: "GET", headers });
    await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
    sentCount += 1;
    if (/; hit/.test(response.headers["cache-status"])) hitCount += 1;
    session.seen = Math.max(session.seen, Number(response.headers["x-ton-edge-seqno"] ?? 0));
  }
}

/** Measures callers of one kind. */
async function measure(kind) {
  const upstream = await startUpstream();
  const gateway = await startContender("cached", upstream.port);
  const pool = new Pool(gateway.url, { connections: CALLERS, pipelining: 1 });
  const runCallers = async (seconds) => {
    const stop = performance.now() + 1000 * seconds;
    const callers = Array.from({ length: CALLERS }, (_, index) => runCaller(pool, KINDS[kind], index, stop));
    const results = await Promise.all(callers);
    const computeSum = (name) => results.reduce((total, result) => total + result[name], 0);
    return { sent: computeSum("sent"), hits: computeSum("hits") };
  };
  try {
    await runCallers(WARM_SECONDS);
    const [cpu, count] = [gateway.cpu(), upstream.count()];
    const { sent: sentCount, hits } = await runCallers(SECONDS);
    return {
      hits: (100 * hits) / sentCount,
      cpu: (gateway.cpu() - cpu) / sentCount,
      upstream: (1000 * (upstream.count() - count)) / sentCount,
    };
  } finally {
    await pool.destroy();
    await gateway.stop();
    upstream.close();
  }
}

const names = Object.keys(KINDS);
const rows = names.map((operation) => ({ operation, hits: [], cpu: [], upstream: [] }));
for (let round = 0; round < ROUNDS; round += 1) {
  const measurements = await Promise.all(names.map(measure));
  for (const [index, figures] of measurements.entries())
    for (const [name, figure] of Object.entries(figures)) rows[index][name].push(Math.round(10 * figure) / 10);
}
process.stdout.write(JSON.stringify({ rounds: ROUNDS, seconds: SECONDS, rows }));
