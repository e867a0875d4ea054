// Profiles a real run, and draws it: `node tests/bench/profile.mjs address|client|gateway|gateway-counting|gateway-key|gateway-storing FILE.svg`. Prints JSON: { node, samples, hottest: [[name, share], ...] }.
// The address functions and the client run in Node, a gateway in workerd under load.
import { writeFile } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { once } from "node:events";
import { Worker } from "node:worker_threads";

import { WebSocket } from "undici";

import { load } from "./gateway/load.mjs";
import { startContender } from "./gateway/workers.mjs";
import { listCalls, listHottestFunctions } from "./profile/calls.mjs";
import { drawFlameGraph } from "./profile/flame-graph.mjs";
import { GATEWAYS, WORK_BY_NAME } from "./profile/work.mjs";

/** Milliseconds that are sampled, and microseconds between two samples. */
const SAMPLING_MS = 4000;
const INTERVAL_US = 100;
const CONNECTIONS = 8;
const TIMEOUT_MS = 20_000;
const SHOWN_FUNCTION_COUNT = 25;

const [profileName, file] = process.argv.slice(2);

/** @returns {Promise<import("./profile/calls.mjs").Profile>} */
async function profileInNode() {
  const doWork = await WORK_BY_NAME[profileName]();
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.setSamplingInterval", { interval: INTERVAL_US });
  const runFor = async (ms) => {
    for (const deadline = performance.now() + ms; performance.now() < deadline; ) await doWork();
  };
  // Warms up, so that the profile shows compiled code.
  await runFor(SAMPLING_MS / 2);
  await session.post("Profiler.start");
  await runFor(SAMPLING_MS);
  const { profile } = await session.post("Profiler.stop");
  return /** @type {any} */ (profile);
}

/** @param {import("./profile/work.mjs").Gateway} under @returns {Promise<import("./profile/calls.mjs").Profile>} */
async function profileInWorkerd({ contender, path, callers, keys }) {
  const service = new Worker(new URL("gateway/service.mjs", import.meta.url));
  const [port] = await once(service, "message");
  const gateway = await startContender(contender, port, undefined, true);
  try {
    const socket = new WebSocket(`${gateway.inspector}/main`);
    await once(/** @type {any} */ (socket), "open");
    let lastId = 0;
    const pendingCalls = new Map();
    socket.addEventListener("message", ({ data }) => {
      const { id, result, error } = JSON.parse(String(data));
      if (id === undefined) return;
      const { done, fail } = pendingCalls.get(id);
      if (error) fail(new Error(error.message));
      else done(result);
    });
    const sendCommand = (method, params = {}) =>
      new Promise((done, fail) => {
        lastId += 1;
        pendingCalls.set(lastId, { done, fail });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      });
    const run = async (ms) => {
      for (const end = performance.now() + ms; performance.now() < end; )
        await load(gateway.url, path, {
          connections: CONNECTIONS,
          requests: 500,
          timeoutMs: TIMEOUT_MS,
          callers,
          keys,
        });
    };
    await sendCommand("Profiler.enable");
    await sendCommand("Profiler.setSamplingInterval", { interval: INTERVAL_US });
    await run(SAMPLING_MS / 2);
    await sendCommand("Profiler.start");
    await run(SAMPLING_MS);
    const { profile } = await sendCommand("Profiler.stop");
    socket.close();
    return profile;
  } finally {
    await gateway.stop();
    await service.terminate();
  }
}

const profile = profileName in GATEWAYS ? await profileInWorkerd(GATEWAYS[profileName]) : await profileInNode();
const calls = listCalls(profile);
await writeFile(file, `${await drawFlameGraph(`ton-edge: ${profileName}`, calls)}\n`);
process.stdout.write(
  JSON.stringify({
    node: process.version,
    samples: profile.samples.length,
    hottest: listHottestFunctions(calls).slice(0, SHOWN_FUNCTION_COUNT),
  }),
);
