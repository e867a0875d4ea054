// Compares how clients respect a rate limit: all calls at once, one request per second, over sockets, each client in its own process.
// Prints JSON: { node, cpu, date, versions, calls, rows: [{ limiter, clients, [who]: { right, refused, seconds, least } }, ...] }.
//   node tests/bench/pace.mjs [regular expression of limiters]

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { ensurePython } from "../helpers/python.mjs";
import { loadTonweb, VERSION } from "../helpers/tonweb.mjs";
import { LIMITERS, startLimited } from "./pace/limiter.mjs";

const CALLS = 12;
/** Milliseconds after which the second of two processes starts its calls. */
const SECOND_START_MS = 2_000;
/** Milliseconds after which a client counts as hung. */
const TIMEOUT_MS = 120_000;

const execFileAsync = promisify(execFile);
const resolvePathBeside = (path) => fileURLToPath(new URL(path, import.meta.url));
const recording = JSON.parse(
  readFileSync(new URL("../fixtures/recorded/v2/getMasterchainInfo/1.json", import.meta.url), "utf8"),
);
const { seqno } = recording.result.last;

const python = await ensurePython();
// Downloads tonweb once here, instead of once in each process.
await loadTonweb();
const node = (clientName) => (url) =>
  execFileAsync(process.execPath, [resolvePathBeside("pace/calls.mjs"), clientName, url, CALLS, seqno].map(String), {
    timeout: TIMEOUT_MS,
  });
const CLIENTS = {
  "ton-edge": node("ton-edge"),
  "@ton/ton": node("@ton/ton"),
  tonweb: node("tonweb"),
  toncenter: (url) =>
    execFileAsync(python, [resolvePathBeside("pace/calls.py"), url, CALLS, seqno].map(String), { timeout: TIMEOUT_MS }),
};

const resolveAfter = (ms) =>
  new Promise((done) => {
    setTimeout(done, ms);
  });

async function runTrial(limiter, clients, runClient) {
  const server = await startLimited(limiter, recording);
  try {
    const times = await Promise.all(
      Array.from({ length: clients }, async (_, at) => {
        await resolveAfter(at * SECOND_START_MS);
        const { stdout } = await runClient(server.url).catch(() => ({ stdout: '{"times":[]}' }));
        return JSON.parse(stdout).times.map((time) => time + at * SECOND_START_MS);
      }),
    );
    const allTimes = times.flat();
    return {
      right: allTimes.length,
      refused: server.count.refused,
      seconds: allTimes.length > 0 ? Math.max(...allTimes) / 1000 : null,
      least: Math.min(...times.map(({ length }) => length)),
    };
  } finally {
    await server.close();
  }
}

const limiterPattern = new RegExp(process.argv[2] ?? "", "u");
const rows = [];
for (const limiter of /** @type {any[]} */ (LIMITERS)) {
  const name = `${limiter.kind}${limiter.retryAfter ? ", Retry-After" : ""}`;
  if (!limiterPattern.test(name)) continue;
  for (const clients of [1, 2]) {
    // All clients run at the same time, because they mostly wait.
    const trials = await Promise.all(
      Object.entries(CLIENTS).map(async ([clientName, runClient]) => [
        clientName,
        await runTrial(limiter, clients, runClient),
      ]),
    );
    rows.push({ limiter: name, clients, ...Object.fromEntries(trials) });
    process.stderr.write(
      `${clients} x ${name}: ${trials
        .map(
          (/** @type {any} */ [who, { right, refused, seconds }]) =>
            `${who} ${right} right, ${refused} refused, ${seconds?.toFixed(1)} s`,
        )
        .join("; ")}\n`,
    );
  }
}
const require = createRequire(import.meta.url);
const { stdout } = await execFileAsync(python, [
  "-c",
  "from importlib.metadata import version; print(version('toncenter'))",
]);
process.stdout.write(
  JSON.stringify({
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
    calls: CALLS,
    apart: SECOND_START_MS,
    rows,
    versions: {
      "@ton/ton": JSON.parse(readFileSync(require.resolve("@ton/ton/package.json"), "utf8")).version,
      tonweb: VERSION,
      toncenter: stdout.trim(),
    },
  }),
);
