// Measures milliseconds from the start of the server's process, as `cargo xtask serve` starts it, to the first right response of each
// generation through the gateway, and to the complete seeded world: without its cache, and with it. Prints JSON:
// { node, cpu, date, runs, rows: [{ operation, "no cache": [ms, ...], cached: [ms, ...] }, ...] }.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";

const SERVE = fileURLToPath(new URL("../serve/serve.mjs", import.meta.url));
const RUNS = Number(process.argv[2] ?? 5);
const TIMEOUT_MS = 180_000;
const HASH = /^[A-Za-z0-9+/]{43}=$/;

/** The check that a response of each generation is right: it has a masterchain block with its hash. */
const REQUEST_PATHS = {
  "first response of v2": ["/api/v2/getMasterchainInfo", ({ ok, result }) => ok === true && isBlock(result.last)],
  "first response of v3": ["/api/v3/masterchainInfo", ({ last }) => isBlock(last)],
};
const isBlock = (block) => block?.workchain === -1 && Number.isInteger(block.seqno) && HASH.test(block.root_hash);

async function timeOfFirstRight(url, isRight) {
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; ) {
    const body = await fetch(url)
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
    if (body && isRight(body)) return performance.now();
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`no right response from ${url}`);
}

/** Starts everything once, in a new process; each figure is in milliseconds since its start. */
async function measureStart(cache) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [SERVE, "--port", "0"], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TON_EDGE_DEVNET_CACHE: cache },
  });
  const exitEvent = once(child, "exit");
  let output = "";
  const makeLine = (pattern) =>
    new Promise((done, fail) => {
      const searchOutput = () => pattern.test(output) && done(pattern.exec(output));
      child.stdout.on("data", searchOutput);
      exitEvent.then(([code]) => fail(new Error(`the server ended with ${code} before it said ${pattern}`)), fail);
      searchOutput();
    });
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  const times = {};
  try {
    const worldReadyAt = makeLine(/^ {2}world +ready/m).then(() => performance.now());
    worldReadyAt.catch(() => {});
    const [, url] = await makeLine(/^ton-edge is listening on (\S+)$/m);
    await Promise.all(
      Object.entries(REQUEST_PATHS).map(async ([name, [path, right]]) => {
        times[name] = (await timeOfFirstRight(url + path, right)) - startedAt;
      }),
    );
    times["the seeded world is ready"] = (await worldReadyAt) - startedAt;
  } finally {
    child.kill("SIGTERM");
    await exitEvent;
  }
  return times;
}

const columns = { "no cache": [], cached: [] };
for (let run = 0; run < RUNS; run++) {
  const cache = await mkdtemp(join(tmpdir(), "ton-edge-bench-"));
  try {
    // The second start finds the cache of the first.
    for (const times of Object.values(columns)) times.push(await measureStart(cache));
  } finally {
    await rm(cache, { recursive: true, force: true });
  }
}
const rows = [...Object.keys(REQUEST_PATHS), "the seeded world is ready"].map((operation) => ({
  operation,
  ...Object.fromEntries(
    Object.entries(columns).map(([column, timesOfColumn]) => [column, timesOfColumn.map((times) => times[operation])]),
  ),
}));
process.stdout.write(
  JSON.stringify({
    node: process.version,
    cpu: cpus()[0].model,
    date: new Date().toISOString().slice(0, 10),
    runs: RUNS,
    rows,
  }),
);
