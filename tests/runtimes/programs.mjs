// Runs the suites in a runtime that is a program.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { getCommand } from "./runtimes.mjs";

const resolvePath = (from) => fileURLToPath(new URL(from, import.meta.url));

/** Starts the runtime with a program that waits for tests. */
export const makeProgram = (name) => buildProgram(name, getCommand(name));

/**
 * Starts a program that waits for tests, by this command.
 * @param {string} name
 * @param {string[]} command
 */
export const buildProgram =
  (name, [program, ...args]) =>
  async () => {
    const child = spawn(program, [...args, resolvePath("program.mjs")], {
      cwd: resolvePath(".."),
      stdio: ["pipe", "pipe", "inherit"],
    });
    const complaints = [];
    const results = [];
    let wakeLoader = () => {};
    let isGone = false;
    createInterface({ input: child.stdout }).on("line", (line) => {
      // A gateway of a test may log to this stream.
      if (!/^\{"(complaint|failure)":/.test(line)) return;
      const { complaint, failure } = JSON.parse(line);
      if (complaint === undefined) results.push(failure);
      else complaints.push(complaint);
      wakeLoader();
    });
    child.on("exit", () => {
      isGone = true;
      wakeLoader();
    });
    return {
      complaints,
      async run(test) {
        child.stdin.write(`${JSON.stringify(test)}\n`);
        while (results.length === 0) {
          if (isGone) throw new Error(`${name} has ended`);
          await new Promise((resolve) => (wakeLoader = resolve));
        }
        return results.shift();
      },
      async close() {
        if (isGone) return;
        child.stdin.end();
        await once(child, "exit");
      },
    };
  };
