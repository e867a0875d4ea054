// Gateways as servers in every runtime: programs as processes, workerd as the built Worker.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { startStack } from "../helpers/stack.mjs";
import { UNLIMITED } from "../helpers/unlimited.mjs";
import { getCommand, getRuntime } from "./runtimes.mjs";

/**
 * @param {string} runtime @param {string} upstream base URL of its upstream
 * @param {{ config?: object, drain?: number }} [options] of `createGateway`; workerd takes none
 */
export async function launchGateway(runtime, upstream, { config = {}, drain = 5000 } = {}) {
  if (runtime === "workerd")
    return startStack({
      upstream,
      page: false,
      bindings: { TON_EDGE_LOG_LEVEL: "off", TON_EDGE_RETRIES: "0", TON_EDGE_CACHE_ADAPTER: "none" },
    });
  const [program, ...args] = getCommand(runtime);
  const serverConfig = JSON.stringify({
    config: { mainnet: upstream, retries: 0, limits: UNLIMITED, cache: { adapter: "none" }, ...config },
    drain,
    entry: getRuntime(runtime).entry,
  });
  const script = fileURLToPath(new URL("gateway.mjs", import.meta.url));
  const child = spawn(program, [...args, script, serverConfig], {
    cwd: fileURLToPath(new URL("..", import.meta.url)),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log = [];
  const output = createInterface({ input: child.stdout });
  // The first line is its URL.
  const url = once(output, "line").then(([line]) => line);
  url.then(() => output.on("line", (line) => log.push(line)));
  createInterface({ input: child.stderr }).on("line", (line) => log.push(line));
  const exitCode = once(child, "exit").then(([code]) => code);
  const outcome = await Promise.race([
    url,
    exitCode.then((code) => {
      throw new Error(`${runtime} ended with ${code}: ${log.join("\n")}`);
    }),
  ]);
  return {
    url: outcome,
    log,
    /** Ends the process with a signal; resolves to its exit code. */
    stop(signal = "SIGTERM") {
      child.kill(/** @type {any} */ (signal));
      return exitCode;
    },
    async close() {
      child.kill("SIGKILL");
      await exitCode;
    },
  };
}
