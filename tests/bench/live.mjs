// Measures streams of events: many sockets on one gateway in Node, and on one Durable Object in workerd, over sockets. Prints JSON: { node, cpu, date, seconds, rows: [{ sockets, accounts,
// place, events, lost, requests, p50, p99, cpu }, ...], memory: { [server]: { heap, resident } } }. `requests` is per second, times are milliseconds from the upstream's response until a
// socket has the event, `cpu` is the share of one CPU.
//   node tests/bench/live.mjs [seconds]

import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { get } from "node:http";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { ScriptedChain } from "../helpers/scripted-chain.mjs";
import { fleetIn } from "../runtimes/fleet.mjs";
import { OK, serviceOf } from "../upstream/service-of.mjs";

const SECONDS = Number(process.argv[2] ?? 30);
const TOKEN = "a-token-of-an-operator-that-is-long-enough";
/** Sockets and accounts of each row, and where the hub is. Each socket watches one account. @type {[number, number, "Node" | "Durable Object"][]} */
const ROWS = [
  [100, 100, "Node"],
  [1000, 10, "Node"],
  [1000, 100, "Node"],
  [1000, 1000, "Node"],
  [4000, 100, "Node"],
  [1000, 100, "Durable Object"],
  [1000, 1000, "Durable Object"],
  [4000, 100, "Durable Object"],
  [8000, 100, "Durable Object"],
];
/** Transactions per second, of all accounts together. */
const RATE = 10;

const MEMORY = fileURLToPath(new URL("live/memory.mjs", import.meta.url));
const run = promisify(execFile);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const accountAt = (index) => `0:${String(index).padStart(64, "0")}`;
/** A transaction of v3 takes about as many bytes. */
const padding = "x".repeat(2500);

/** The value of a metric of the gateway. */
async function readMetric(url, name) {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(await response.text())?.[1]);
}

/** Opens a stream, and calls back for each transaction. */
async function openSocket(url, account, onRow) {
  const request = get(`${url}/api/streaming/v2/sse?addresses=${account}&types=transactions`, { agent: false });
  const [response] = await once(request, "response");
  if (response.statusCode !== 200) throw new Error(`a stream got ${response.statusCode}`);
  let text = "";
  response.setEncoding("utf8").on("data", (part) => {
    const receivedAt = performance.now();
    text += part;
    const end = text.lastIndexOf("\n\n") + 2;
    if (end < 2) return;
    for (const [, hash] of text
      .slice(0, end)
      .matchAll(/"transactions":\[\{"account":"[^"]*","lt":"\d+","hash":"([^"]*)"/g))
      onRow(hash, receivedAt);
    text = text.slice(end);
  });
  response.on("error", () => {});
  return request;
}

/** Seconds of CPU time of a process. Linux only: workerd has no such metric. @param {number} pid */
async function readCpuSeconds(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [userTicks, systemTicks] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13);
  return (Number(userTicks) + Number(systemTicks)) / TICKS_PER_SECOND;
}
const TICKS_PER_SECOND = 100;

async function measureRow([socketCount, accountCount, place]) {
  const chain = new ScriptedChain();
  for (let index = 0; index < accountCount; index += 1) chain.add(accountAt(index));
  /** When the upstream first showed a transaction, by its hash. */
  const shownAt = new Map();
  const upstream = await serviceOf((request, response) => {
    const reply = chain.respond(new URL(request.url ?? "", "http://upstream.example"));
    response.writeHead(200, OK).end(JSON.stringify(reply));
    const now = performance.now();
    for (const { hash } of reply.transactions ?? []) if (!shownAt.has(hash)) shownAt.set(hash, now);
  });
  const fleet = await fleetIn(place === "Node" ? "Node" : "workerd", [
    {
      mainnet: { baseUrl: upstream.url },
      limits: { keyless: "off", budget: "off" },
      overload: { maxInFlightPerClient: 10_000, maxInFlight: 10_000 },
      streaming: {
        maxConnections: 10_000,
        maxConnectionsPerCaller: 10_000,
        scope: place === "Node" ? "isolate" : "durable-object",
      },
      adminToken: TOKEN,
      logLevel: "off",
    },
  ]);
  const [url] = fleet.urls;
  const delays = [];
  const sockets = [];
  let received = 0;
  const onRow = (hash, receivedAt) => {
    received += 1;
    delays.push(receivedAt - shownAt.get(hash));
  };
  const open = async (index) => sockets.push(await openSocket(url, accountAt(index % accountCount), onRow));
  // The first sockets load what is loaded once.
  for (let index = 0; index < 20; index += 1) await open(index);
  await sleep(3000);
  for (let index = 20; index < socketCount; index += 50)
    await Promise.all(Array.from({ length: Math.min(50, socketCount - index) }, (_, part) => open(index + part)));
  // Each account has been polled once.
  await sleep(3000 + 1000 * Math.ceil(accountCount / 100));
  const readCpu = () =>
    place === "Node" ? readMetric(url, "process_cpu_seconds_total") : readCpuSeconds(/** @type {number} */ (fleet.pid));
  const cpuBefore = await readCpu();
  const requestsBefore = upstream.seen.length;
  let expected = 0;
  for (let second = 0; second < SECONDS; second += 1) {
    for (let count = 0; count < RATE; count += 1) {
      const index = (7919 * (second * RATE + count)) % accountCount;
      chain.add(accountAt(index), { padding });
      expected += Math.floor((socketCount - 1 - index) / accountCount) + 1;
    }
    await sleep(1000);
  }
  const requests = (upstream.seen.length - requestsBefore) / SECONDS;
  const cpu = ((await readCpu()) - cpuBefore) / SECONDS;
  // What changed last arrives within a round of all accounts.
  await sleep(3000 + 2000 * Math.ceil(accountCount / 100));
  for (const socket of sockets) socket.destroy();
  await fleet.close();
  await upstream.close();
  delays.sort((a, b) => a - b);
  const percentile = (share) => delays[Math.min(delays.length - 1, Math.floor(share * delays.length))];
  return {
    sockets: socketCount,
    accounts: accountCount,
    place,
    events: received,
    lost: expected - received,
    requests,
    p50: percentile(0.5),
    p99: percentile(0.99),
    cpu,
  };
}

const memory = {};
for (const server of ["ton-edge", "node:http"]) {
  const { stdout } = await run(process.execPath, ["--expose-gc", MEMORY, server]);
  memory[server] = JSON.parse(stdout);
}
const rows = [];
for (const row of ROWS) rows.push(await measureRow(row));
const about = { node: process.version, cpu: cpus()[0].model, date: new Date().toISOString().slice(0, 10) };
process.stdout.write(`${JSON.stringify({ ...about, seconds: SECONDS, rate: RATE, rows, memory })}\n`);
