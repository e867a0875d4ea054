// Many gateways, each with its own configuration, in one process of a runtime; their logs are separate.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { startWorkerd } from "./fleet-workerd.mjs";
import { getCommand, getRuntime } from "./runtimes.mjs";

const resolvePath = (from) => fileURLToPath(new URL(from, import.meta.url));

function startProcess(runtime, configs, inspectorPort) {
  const inspectArgs = inspectorPort ? [`--inspect=127.0.0.1:${inspectorPort}`] : [];
  const [program, ...args] = [...getCommand(runtime), ...inspectArgs];
  const child = spawn(
    program,
    [...args, resolvePath("fleet-server.mjs"), JSON.stringify(configs), getRuntime(runtime).entry],
    {
      cwd: resolvePath(".."),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const urls = once(createInterface({ input: child.stdout }), "line").then(([line]) => JSON.parse(line));
  return { child, urls, remove: async () => {} };
}

/** A warning that Deno prints once for a server that uses `request.signal`, which is the only way to learn that a caller has disconnected. */
const DENO_WARNING = /^Deno\.serve: request\.signal aborts on successful responses/;

/**
 * @param {string} runtime Node, Deno, Bun or workerd @param {object[]} configs see fleet-gateway.mjs
 * @param {string[]} [flags] compatibility flags of workerd @param {number} [inspectorPort] of Node and workerd
 * @param {number} [heapMiB] the limit of the JavaScript heap in workerd, which ends above it
 * @returns {Promise<{ urls: string[], logs: string[][], complaints: string[], pid: number, close(): Promise<void> }>} `logs` by gateway;
 *   `complaints`: output that is not in a log
 */
export async function startFleet(runtime, configs, flags, inspectorPort, heapMiB) {
  const { child, urls, remove } =
    runtime === "workerd"
      ? await startWorkerd(configs, flags, inspectorPort, heapMiB)
      : startProcess(runtime, configs, inspectorPort);
  const logs = configs.map(() => []);
  const complaints = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    const [, index, message] = /^(\d+) (\{.*)$/.exec(line) ?? [];
    if (logs[index]) logs[index].push(message);
    else if (!DENO_WARNING.test(line)) complaints.push(line);
  });
  const exitCode = once(child, "exit").then(([code]) => code);
  const earlyExit = exitCode.then((code) => {
    throw new Error(`${runtime} ended with ${code}: ${complaints.join("\n")}`);
  });
  earlyExit.catch(() => {});
  return {
    urls: await Promise.race([urls, earlyExit]),
    logs,
    complaints,
    pid: child.pid,
    async close() {
      child.kill("SIGKILL");
      await exitCode;
      await remove();
    },
  };
}
