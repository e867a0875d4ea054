// Measures the cost of a request at the gateway and at other gateways, in workerd: CPU time of the process, requests per second, latency. Each
// contender has its own process; they take turns, so that a disturbance affects all alike. New processes are started every three rounds,
// because two processes of the same program differ. Prints JSON:
// { node, workerd, hono, cpu, date, rounds, cells: [{ scenario, contender, cpu: [...], rps, p50, p99 }, ...] }, one number per round.
import { once as emitted } from "node:events";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { Worker } from "node:worker_threads";

import { check } from "./gateway/check.mjs";
import { getBody, PATH } from "./gateway/get-method.mjs";
import { load } from "./gateway/load.mjs";
import {
  makeBlockPath,
  makePolledPath,
  makeRawAddress,
  makeTransactionsPath,
  FIRST_UNPOLLED_ACCOUNT,
} from "./gateway/paths.mjs";
import { startContender } from "./gateway/workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 9);
/** Number of rounds with the same processes. */
const ROUNDS_OF_ONE = 3;
/** Factor for the number of requests in the round that warms up the compilers. */
const WARM_FACTOR = 2;
/** Part of a turn's requests that run before the measurement. */
const RUN_UP = 0.3;
/** Milliseconds that a request may take. */
const TIMEOUT_MS = 20_000;
const ACCOUNT = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
const getProxiedPath = (kilobytes) => makeTransactionsPath(ACCOUNT, kilobytes);
/** Number of the next account that was not requested before. */
let nextAccount = FIRST_UNPOLLED_ACCOUNT;
const makePathOfNewAccount = (kilobytes) => () => makeTransactionsPath(makeRawAddress((nextAccount += 1)), kilobytes);
const LOCAL_PATH = `/api/v2/detectAddress?address=${ACCOUNT}`;

/** Cached responses in the scenario that compares cost with their number. */
const MANY_RESPONSES = 10_000;

/** Remembered callers in the scenario that compares the limiter's cost with their number: as many as the limiter remembers. */
const CALLERS = 100_000;

const COMPARED_GATEWAYS = ["ours", "plain", "hono", "bare", "through"];
const FEATURE_GATEWAYS = ["ours", "plain", "hono"];
const CACHED_GATEWAYS = ["ours", "cached", "constant"];
/** API keys in the scenario that compares cost with their number; gateway/keyed.mjs has as many. */
const KEYS = 10_000;
/** The same gateway in other configurations; gateway-features.mjs compares some of them with one another. */
const CONFIGURED_GATEWAYS = ["cached", "many", "limited", "keyed", "computing"];
/** The configurations that only gateway-features.mjs measures. */
const FEATURE_CONFIGURATIONS = ["storing", "metered", "metered-cached", "tracing"];
/** Number of the next call that was not requested before. */
let nextCall = 1;
const call = () => getBody((nextCall += 1));
const CONTENDERS = [...COMPARED_GATEWAYS, ...CONFIGURED_GATEWAYS, "constant"];
/** The names end with the number of connections. */
const SCENARIOS = [
  ...[1, 8, 64].map((connections) => ({
    name: `1 kB, ${connections}`,
    path: makePolledPath(1),
    connections,
    requests: 1000,
    contenders: COMPARED_GATEWAYS,
  })),
  {
    name: "1 kB, each URL once, 8",
    path: makePathOfNewAccount(1),
    connections: 8,
    requests: 1000,
    contenders: COMPARED_GATEWAYS,
  },
  { name: "16 kB, 8", path: makePolledPath(16), connections: 8, requests: 800, contenders: COMPARED_GATEWAYS },
  { name: "1 MB, 8", path: makePolledPath(1000), connections: 8, requests: 60, contenders: COMPARED_GATEWAYS },
  ...[1, 8, 64].map((connections) => ({
    name: `local, ${connections}`,
    path: LOCAL_PATH,
    connections,
    requests: 1000,
    contenders: FEATURE_GATEWAYS,
  })),
  ...[1, 8, 64].map((connections) => ({
    name: `cached, ${connections}`,
    path: makeBlockPath(1),
    connections,
    requests: 2000,
    contenders: CACHED_GATEWAYS,
  })),
  {
    name: `cached of ${MANY_RESPONSES}, 8`,
    path: (at) => makeBlockPath(1 + ((at * 7919) % MANY_RESPONSES)),
    connections: 8,
    requests: 2000,
    contenders: ["many"],
  },
  ...[1, 8, 64].map((connections) => ({
    name: `limited, ${connections}`,
    path: getProxiedPath(1),
    callers: () => 0,
    connections,
    requests: 1000,
    contenders: ["limited"],
  })),
  {
    name: `limited among ${CALLERS}, 8`,
    path: getProxiedPath(1),
    callers: (at) => (at * 7919) % CALLERS,
    connections: 8,
    requests: 1000,
    contenders: ["limited"],
  },
  { name: "one key, 8", path: makePolledPath(1), keys: () => 0, connections: 8, requests: 1000, contenders: ["keyed"] },
  ...[1, 8, 64].map((connections) => ({
    name: `get-method, ${connections}`,
    path: PATH,
    bodies: call,
    connections,
    requests: 1000,
    contenders: ["ours", "computing"],
  })),
  {
    name: `one of ${KEYS} keys, 8`,
    path: makePolledPath(1),
    keys: (at) => (at * 7919) % KEYS,
    connections: 8,
    requests: 1000,
    contenders: ["keyed"],
  },
].filter(({ name }) => new RegExp(process.argv[3] ?? "").test(name));

const service = new Worker(new URL("gateway/service.mjs", import.meta.url));
const [port] = await emitted(service, "message");
const base = `http://127.0.0.1:${port}`;

for (const name of [...COMPARED_GATEWAYS, ...CONFIGURED_GATEWAYS, ...FEATURE_CONFIGURATIONS]) {
  const lines = [];
  const contender = await startContender(name, port, (line) => lines.push(line));
  const expectations = {
    features: [...FEATURE_GATEWAYS, ...CONFIGURED_GATEWAYS, ...FEATURE_CONFIGURATIONS].includes(name),
    gateway: name !== "through",
    proxied: getProxiedPath(3),
    local: LOCAL_PATH,
    lines,
  };
  await check(contender, base, expectations).finally(contender.stop);
}

const cells = new Map();
try {
  for (let doneRounds = 0; doneRounds < ROUNDS; doneRounds += ROUNDS_OF_ONE)
    await measureWithNewProcesses(doneRounds, Math.min(ROUNDS_OF_ONE, ROUNDS - doneRounds));
} finally {
  await service.terminate();
}

/** Measures this many rounds with new processes. */
async function measureWithNewProcesses(doneRounds, rounds) {
  const contenders = new Map();
  try {
    for (const name of CONTENDERS) contenders.set(name, await startContender(name, port));
    const isMeasured = (name) => SCENARIOS.some((scenario) => scenario.contenders.includes(name));
    if (isMeasured("many"))
      await load(contenders.get("many").url, (at) => makeBlockPath(1 + at), {
        connections: 16,
        requests: MANY_RESPONSES,
        timeoutMs: TIMEOUT_MS,
      });
    if (isMeasured("limited"))
      await load(contenders.get("limited").url, getProxiedPath(1), {
        connections: 64,
        requests: CALLERS,
        timeoutMs: TIMEOUT_MS,
        callers: (at) => at,
      });
    // Round 0 warms up the compilers. Turns are short, because the other load of the machine changes within seconds.
    for (let round = 0; round <= rounds; round += 1) {
      for (const scenario of SCENARIOS) {
        // In every round another contender comes first.
        const order = scenario.contenders.map((_, at, list) => list[(at + doneRounds + round) % list.length]);
        for (const name of order) {
          const { requests } = scenario;
          const figures = await measureScenario(
            contenders.get(name),
            /** @type {any} */ (round > 0 ? scenario : { ...scenario, requests: requests * WARM_FACTOR }),
          );
          if (round > 0) recordFigures(scenario.name, name, figures);
        }
      }
    }
  } finally {
    await Promise.all([...contenders.values()].map((contender) => contender.stop()));
  }
}

async function measureScenario(contender, { path, callers, keys, bodies, connections, requests }) {
  // A process that was idle is slower: garbage was collected meanwhile, and other programs have filled the CPU caches.
  await load(contender.url, path, {
    connections,
    requests: Math.ceil(requests * RUN_UP),
    timeoutMs: TIMEOUT_MS,
    callers,
    keys,
    bodies,
  });
  const cpuBefore = contender.cpu();
  const figures = await load(contender.url, path, {
    connections,
    requests,
    timeoutMs: TIMEOUT_MS,
    callers,
    keys,
    bodies,
  });
  return { cpu: (contender.cpu() - cpuBefore) / requests, ...figures };
}

function recordFigures(scenario, contender, figures) {
  const id = `${scenario} ${contender}`;
  const cell = cells.get(id) ?? { scenario, contender, cpu: [], rps: [], p50: [], p99: [] };
  for (const [name, figure] of Object.entries(figures)) cell[name].push(Math.round(figure * 10) / 10);
  cells.set(id, cell);
}

const readInstalledVersion = (path) =>
  JSON.parse(readFileSync(new URL(`${path}/package.json`, import.meta.url), "utf8")).version;
process.stdout.write(
  JSON.stringify({
    node: process.version,
    workerd: readInstalledVersion("../node_modules/workerd"),
    hono: readInstalledVersion("node_modules/hono"),
    cpu: cpus()[0].model,
    date: new Date().toISOString().slice(0, 10),
    rounds: ROUNDS,
    cells: [...cells.values()],
  }),
);
