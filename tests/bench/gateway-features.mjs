// Measures the CPU time that a feature of the gateway adds to a request, in workerd. A gateway with the feature and one without it run in one
// process and take turns of a few milliseconds, because two processes of the same program differ by more than a feature costs. The engine
// optimizes for the gateway that runs first, which is up to a sixth faster, so there are two such processes, each with another gateway first.
// Prints JSON: { node, workerd, cpu, date, rounds, rows: [{ operation, with: [...], without: [...] }, ...] }, microseconds per round.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { Worker } from "node:worker_threads";

import { load } from "./gateway/load.mjs";
import { makeBlockPath, makePolledPath } from "./gateway/paths.mjs";
import { startContender } from "./gateway/workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 101);
const CONNECTIONS = 8;
const TIMEOUT_MS = 20_000;
/** Requests per turn, and turns before the first measured one: by then, code that only one request in a hundred runs is compiled. */
const TURN_REQUESTS = 200;
const WARM_REQUESTS = 6000;
const transactions = makePolledPath(1);
let requestedCount = 1;
const makeAnotherBlock = () => makeBlockPath((requestedCount += 1));
const sameBlock = () => makeBlockPath(1);
const TRACED_HEADERS = { traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" };

/**
 * `warm`: headers of requests that are not measured; `rounds`: more rounds, if a difference of a hundredth must be visible.
 *
 * @typedef {{ operation: string, with: string, without: string, path: (at: number) => string, warm?: Record<string, string>, rounds?: number,
 *   callers?: () => number, keys?: () => number }} Pair
 * @type {Pair[]}
 */
const PAIRS = [
  { operation: "nothing, twice", with: "ours", without: "ours", path: transactions },
  { operation: "metrics", with: "metered", without: "ours", path: transactions, rounds: 301 },
  { operation: "metrics of cache hits", with: "metered-cached", without: "cached", path: sameBlock },
  {
    operation: "traces of 1 %",
    with: "tracing",
    without: "ours",
    path: transactions,
    warm: TRACED_HEADERS,
    rounds: 301,
  },
  { operation: "counting callers", with: "limited", without: "ours", path: transactions, callers: () => 0 },
  { operation: "a caller's key", with: "keyed", without: "ours", path: transactions, keys: () => 0 },
  { operation: "storing responses", with: "storing", without: "ours", path: makeAnotherBlock },
].filter(({ operation }) => new RegExp(process.argv[3] ?? "").test(operation));

const service = new Worker(new URL("gateway/service.mjs", import.meta.url));
const [port] = await once(service, "message");

/** Microseconds of CPU for a request. @param {{ url: string, cpu(): number }} process @param {"with" | "without"} side @param {Pair} pair @param {number} requests @param {Record<string, string>} [headers] */
async function measureTurn({ url, cpu }, side, pair, requests, headers = {}) {
  const cpuBefore = cpu();
  await load(url, pair.path, {
    connections: CONNECTIONS,
    requests,
    timeoutMs: TIMEOUT_MS,
    callers: pair.callers,
    // Without a list of API keys, a gateway would report to the caller that it ignored the caller's key.
    keys: side === "with" ? pair.keys : undefined,
    headers: { ...headers, "x-gateway": pair[side] },
  });
  return (cpu() - cpuBefore) / requests;
}

const SIDES = /** @type {const} */ (["with", "without"]);
const ORDERS = [SIDES, /** @type {const} */ (["without", "with"])];

/** @param {Pair} pair */
async function measurePair(pair) {
  const row = { operation: pair.operation, with: [], without: [] };
  const processes = [];
  try {
    for (const order of ORDERS) {
      const process = await startContender("beside", port);
      processes.push(process);
      for (const side of order) await measureTurn(process, side, pair, WARM_REQUESTS, pair.warm);
    }
    for (let round = 0; round < (pair.rounds ?? ROUNDS); round += 1) {
      const sums = { with: 0, without: 0 };
      // Each process is first equally often.
      for (const [at, process] of processes.entries())
        for (const side of ORDERS[(round + at) % 2])
          sums[side] += await measureTurn(process, side, pair, TURN_REQUESTS);
      for (const side of SIDES) row[side].push(Math.round((100 * sums[side]) / processes.length) / 100);
    }
    return row;
  } finally {
    await Promise.all(processes.map((contender) => contender.stop()));
  }
}

const rows = [];
try {
  for (const pair of PAIRS) rows.push(await measurePair(pair));
} finally {
  await service.terminate();
}

process.stdout.write(
  JSON.stringify({
    node: process.version,
    workerd: JSON.parse(readFileSync(new URL("../node_modules/workerd/package.json", import.meta.url), "utf8")).version,
    cpu: cpus()[0].model,
    date: new Date().toISOString().slice(0, 10),
    rounds: ROUNDS,
    rows,
  }),
);
