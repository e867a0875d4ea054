// Measures streams of events: many sockets on one gateway in Node, on two with one Redis, and on one Durable Object in workerd, over sockets. Prints JSON:
// { node, cpu, date, seconds, rows: [{ sockets, accounts, place, events, lost, requests, p50, p99, cpu }, ...], memory: { [server]: { heap, resident } }, memoryGrowth: [{ place, sockets,
// heap, resident }, ...] }. Memory is bytes per idle socket.
// `requests` is per second, `lost` has also what came twice, times are milliseconds from the upstream's response until a socket has the event, `cpu` is the
// share of one CPU.
//   node tests/bench/live.mjs [seconds [place]]

import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { startRedis } from "../fleet/redis.mjs";
import { ScriptedChain } from "../helpers/scripted-chain.mjs";
import { startFleet } from "../runtimes/fleet.mjs";
import { OK, makeService } from "../upstream/service-of.mjs";

const SECONDS = Number(process.argv[2] ?? 30);
/** Only the rows of this place, if there is one. */
const RUN_PLACE = process.argv[3];
/** @typedef {"Node" | "two Nodes" | "Durable Object"} Place */
/** Sockets and accounts of each row, and where the hub is. Each socket watches one account. @type {[number, number, Place][]} */
const ROWS = [
  [100, 100, "Node"],
  [1000, 10, "Node"],
  [1000, 100, "Node"],
  [1000, 300, "Node"],
  [1000, 1000, "Node"],
  [2000, 100, "Node"],
  [4000, 100, "Node"],
  [1000, 100, "two Nodes"],
  [1000, 100, "Durable Object"],
  [1000, 1000, "Durable Object"],
  [4000, 100, "Durable Object"],
  [8000, 100, "Durable Object"],
];
/** Idle sockets of each measurement of memory. */
const MEMORY_SOCKETS = [500, 1000, 2000, 4000];
/** Those at which the servers are compared. */
const COMPARED_SOCKETS = 2000;
/** Transactions per second, of all accounts together. */
const RATE = 10;

const MEMORY = fileURLToPath(new URL("live/memory.mjs", import.meta.url));
const execFileAsync = promisify(execFile);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const makeAccountAt = (index) => `0:${String(index).padStart(64, "0")}`;
/** A transaction of v3 takes about as many bytes. */
const padding = "x".repeat(2500);

/** Opens a stream, and calls back for each transaction. */
async function openSocket(url, account, onRow) {
  const request = get(`${url}/api/streaming/v2/sse?addresses=${account}&types=transactions`, { agent: false });
  const [response] = await once(request, "response");
  if (response.statusCode !== 200) throw new Error(`a stream got ${response.statusCode}`);
  let text = "";
  response.setEncoding("utf8").on("data", (part) => {
    const receivedAt = performance.now();
    text += part;
    const eventsEnd = text.lastIndexOf("\n\n") + 2;
    if (eventsEnd < 2) return;
    for (const [, hash] of text
      .slice(0, eventsEnd)
      .matchAll(/"transactions":\[\{"account":"[^"]*","lt":"\d+","hash":"([^"]*)"/g))
      onRow(hash, receivedAt);
    text = text.slice(eventsEnd);
  });
  response.on("error", () => {});
  return request;
}

/** Seconds of CPU time of processes. Linux only: workerd has no such metric. @param {number[]} pids */
async function readCpuSeconds(pids) {
  const seconds = await Promise.all(pids.map(readCpuSecondsOf));
  return seconds.reduce((sum, value) => sum + value, 0);
}
async function readCpuSecondsOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [userTicks, systemTicks] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND;
}
const TICKS_PER_SECOND = 100;

/** Starts the gateways of a row. @param {Place} place @param {string} baseUrl of the upstream */
async function startGateways(place, baseUrl) {
  const redis = place === "two Nodes" ? await startRedis() : undefined;
  const config = {
    mainnet: { baseUrl },
    limits: { keyless: "off", budget: "off" },
    overload: { maxInFlightPerClient: 10_000, maxInFlight: 10_000 },
    streaming: {
      maxConnections: 10_000,
      maxConnectionsPerCaller: 10_000,
      scope: place === "Durable Object" ? "durable-object" : "isolate",
      ...(redis && { store: { redis: redis.url } }),
    },
    logLevel: "off",
  };
  const runtime = place === "Durable Object" ? "workerd" : "Node";
  const fleets = await Promise.all(Array.from({ length: redis ? 2 : 1 }, () => startFleet(runtime, [config])));
  return {
    urls: fleets.flatMap(({ urls }) => urls),
    pids: fleets.map(({ pid }) => pid),
    async close() {
      for (const fleet of fleets) await fleet.close();
      await redis?.close();
    },
  };
}

async function measureRow([socketCount, accountCount, place]) {
  const chain = new ScriptedChain();
  for (let index = 0; index < accountCount; index += 1) chain.add(makeAccountAt(index));
  /** When the upstream first showed a transaction, by its hash. */
  const firstShownAt = new Map();
  const upstream = await makeService((request, response) => {
    const reply = chain.respond(new URL(request.url ?? "", "http://upstream.example"));
    response.writeHead(200, OK).end(JSON.stringify(reply));
    const now = performance.now();
    for (const { hash } of reply.transactions ?? []) if (!firstShownAt.has(hash)) firstShownAt.set(hash, now);
  });
  const gateways = await startGateways(place, upstream.url);
  const delays = [];
  const sockets = [];
  let receivedCount = 0;
  /** What has arrived at the sockets, each transaction at each socket once. */
  const arrivedEvents = new Set();
  const onRow = (socket, hash, receivedAt) => {
    receivedCount += 1;
    arrivedEvents.add(`${socket} ${hash}`);
    delays.push(receivedAt - firstShownAt.get(hash));
  };
  const openNumbered = async (index) => {
    // The sockets of an account are at all gateways.
    const url = gateways.urls[Math.floor(index / accountCount) % gateways.urls.length];
    sockets.push(await openSocket(url, makeAccountAt(index % accountCount), onRow.bind(undefined, index)));
  };
  // The first sockets load what is loaded once.
  for (let index = 0; index < 20; index += 1) await openNumbered(index);
  await sleep(3000);
  for (let index = 20; index < socketCount; index += 50)
    await Promise.all(
      Array.from({ length: Math.min(50, socketCount - index) }, (_, part) => openNumbered(index + part)),
    );
  // Each account has been polled once.
  await sleep(3000 + 1000 * Math.ceil(accountCount / 100));
  const cpuBefore = await readCpuSeconds(gateways.pids);
  const requestsBefore = upstream.seen.length;
  let expected = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    for (let count = 0; count < RATE; count += 1) {
      const index = (7919 * (second * RATE + count)) % accountCount;
      chain.add(makeAccountAt(index), { padding });
      expected += Math.floor((socketCount - 1 - index) / accountCount) + 1;
    }
    await sleep(1000);
  }
  const requestsPerSecond = (upstream.seen.length - requestsBefore) / SECONDS;
  const cpu = ((await readCpuSeconds(gateways.pids)) - cpuBefore) / SECONDS;
  // What changed last arrives within a round of all accounts.
  await sleep(3000 + 2000 * Math.ceil(accountCount / 100));
  for (const socket of sockets) socket.destroy();
  await gateways.close();
  await upstream.close();
  delays.sort((a, b) => a - b);
  const delayAt = (share) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))];
  return {
    sockets: socketCount,
    accounts: accountCount,
    place,
    events: receivedCount,
    lost: expected - arrivedEvents.size + (receivedCount - arrivedEvents.size),
    requests: requestsPerSecond,
    p50: delayAt(0.5),
    p99: delayAt(0.99),
    cpu,
  };
}

/** The memory that each of many idle sockets takes. */
async function measureMemory(server, sockets) {
  const { stdout } = await execFileAsync(process.execPath, ["--expose-gc", MEMORY, server, String(sockets)]);
  return JSON.parse(stdout);
}

const memory = {};
const memoryGrowth = [];
for (const sockets of MEMORY_SOCKETS) {
  const bytes = await measureMemory("ton-edge", sockets);
  memoryGrowth.push({ place: "Node", sockets, ...bytes });
  if (sockets === COMPARED_SOCKETS) memory["ton-edge"] = bytes;
}
memory["node:http"] = await measureMemory("node:http", COMPARED_SOCKETS);
const rows = [];
for (const row of ROWS) if (RUN_PLACE === undefined || row[2] === RUN_PLACE) rows.push(await measureRow(row));
const environment = { node: process.version, cpu: cpus()[0].model, date: new Date().toISOString().slice(0, 10) };
process.stdout.write(
  `${JSON.stringify({ ...environment, seconds: SECONDS, rate: RATE, rows, memory, memoryGrowth })}\n`,
);
