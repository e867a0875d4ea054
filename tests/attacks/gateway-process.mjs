// A gateway under attack: the process of a runtime, its log, and the memory and sockets that it holds.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { startFleet } from "../runtimes/fleet.mjs";
import { getCommand, getRuntime } from "../runtimes/runtimes.mjs";

const resolvePath = (from) => fileURLToPath(new URL(from, import.meta.url));

/** The only limits are those under attack: no rates, no budgets and no share per client, because other callers have the attacker's IP here. */
const CONFIG = {
  limits: { keyless: "off", budget: "off" },
  overload: { maxInFlightPerClient: 1024 },
  logLevel: "warn",
};

/**
 * @param {string} runtime Node, Deno, Bun or workerd
 * @param {{ config?: object, folder?: string, options?: object, heapMiB?: number }} settings `options` of `serve`, which workerd does not have;
 *   `heapMiB`: the limit of the JavaScript heap in Node, Deno and workerd, which end above it
 */
export async function startGateway(runtime, { config, folder, options = {}, heapMiB } = {}) {
  const fullConfig = { ...CONFIG, ...config };
  if (runtime === "workerd") {
    const fleet = await startFleet(runtime, [fullConfig], undefined, undefined, heapMiB);
    return findProcess(fleet.pid, { url: fleet.urls[0] }, fleet.logs[0], fleet.close);
  }
  const [program, ...args] = getCommand(runtime);
  const flag = `--max-old-space-size=${heapMiB}`;
  if (heapMiB && runtime === "Deno") args.push(`--v8-flags=${flag}`);
  else if (heapMiB) args.unshift(flag);
  const child = spawn(
    program,
    [
      ...args,
      resolvePath("server.mjs"),
      JSON.stringify({ config: fullConfig, folder, options, entry: getRuntime(runtime).entry }),
    ],
    {
      cwd: resolvePath(".."),
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const log = [];
  createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
  const exitEvent = once(child, "exit");
  const earlyExit = exitEvent.then(() => {
    throw new Error(`${runtime} ended before it listened: ${log.join("\n")}`);
  });
  earlyExit.catch(() => {});
  const [line] = await Promise.race([once(createInterface({ input: child.stdout }), "line"), earlyExit]);
  return findProcess(child.pid, JSON.parse(line), log, async () => {
    child.kill("SIGKILL");
    await exitEvent;
  });
}

/** `ton-edge gateway` with its defaults, but without limits on the rate of this one client. @param {number} heapMiB @param {string} mainnet */
export async function startCommand(heapMiB, mainnet) {
  const bin = resolvePath("../../pkg/bin/ton-edge.js");
  const args = ["gateway", "--port", "0", "--mainnet", mainnet, "--log-level", "warn", "--limits-keyless", "off"];
  const unlimitedOptions = ["--limits-budget", "off", "--limits-requests", "off"];
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMiB}`, bin, ...args, ...unlimitedOptions], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = [];
  createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
  const exitEvent = once(child, "exit");
  const url = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [matchedUrl] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
      if (matchedUrl) resolve(matchedUrl);
    });
    exitEvent.then(() => reject(new Error(`the command ended: ${log.join("\n")}`)));
  });
  return findProcess(child.pid, { url }, log, async () => {
    child.kill("SIGKILL");
    await exitEvent;
  });
}

/** @param {number} pid @param {{ url: string, operatorsUrl?: string }} listening @param {string[]} log @param {() => Promise<void>} close */
function findProcess(pid, { url, operatorsUrl }, log, close) {
  const port = Number(new URL(url).port);
  return {
    url,
    operatorsUrl,
    port,
    log,
    close,
    residentBytes: () => readResidentBytes(pid),
    openOf: (sockets) => countOpenSockets(port, sockets),
  };
}

/** The resident memory of a process. */
function readResidentBytes(pid) {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024;
}

/** The number of these sockets that are still open on the server's side, whatever their state on the caller's side. */
function countOpenSockets(port, sockets) {
  const localAddresses = new Set(sockets.map(({ localPort }) => makeAddress(localPort)));
  const localAddress = makeAddress(port);
  const lines = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .map((line) => line.trim().split(/\s+/));
  // A socket that its process has closed has the inode 0; only the system still has to end it.
  return lines.filter(
    ([, local, remote, , , , , , , inode]) => local === localAddress && localAddresses.has(remote) && inode !== "0",
  ).length;
}

/** A port of this machine in the format of `/proc/net/tcp`. */
const makeAddress = (port) => `0100007F:${Number(port).toString(16).toUpperCase().padStart(4, "0")}`;
