// Measures the CPU time of new workerd processes: until they listen, and of their first response, which loads modules on demand. Each round
// starts new processes. Prints JSON: { rounds, rows: [{ operation, ours, plain, hono, bare, empty }, ...] }; a figure is a list with the
// milliseconds of each round.
import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { load } from "./gateway/load.mjs";
import { makePolledPath } from "./gateway/paths.mjs";
import { startContender } from "./gateway/workers.mjs";

const ROUNDS = Number(process.argv[2] ?? 21);
const TIMEOUT_MS = 20_000;
const CONTENDERS = ["ours", "plain", "hono", "bare", "empty"];

const service = new Worker(new URL("gateway/service.mjs", import.meta.url));
const [port] = await once(service, "message");
const createFigures = (operation) => ({ operation, ...Object.fromEntries(CONTENDERS.map((name) => [name, []])) });
const untilListening = createFigures("until it listens");
const firstResponse = createFigures("its first response");
const startAndResponse = createFigures("both, above those of an empty Worker");
const toMilliseconds = (microseconds) => Math.round(microseconds) / 1000;
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    const durationByContender = new Map();
    // Each contender is first in some round.
    for (const at of CONTENDERS.keys()) {
      const name = CONTENDERS[(at + round) % CONTENDERS.length];
      const contender = await startContender(name, port);
      const cpuBefore = contender.cpu();
      await load(contender.url, makePolledPath(1), { connections: 1, requests: 1, timeoutMs: TIMEOUT_MS });
      const cpuAfter = contender.cpu();
      await contender.stop();
      untilListening[name].push(toMilliseconds(cpuBefore));
      firstResponse[name].push(toMilliseconds(cpuAfter - cpuBefore));
      durationByContender.set(name, cpuAfter);
    }
    for (const name of CONTENDERS)
      if (name !== "empty")
        startAndResponse[name].push(toMilliseconds(durationByContender.get(name) - durationByContender.get("empty")));
  }
} finally {
  await service.terminate();
}
process.stdout.write(JSON.stringify({ rounds: ROUNDS, rows: [untilListening, firstResponse, startAndResponse] }));
