// `wrangler dev`, as users run it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const wrangler = join(createRequire(import.meta.url).resolve("wrangler/package.json"), "../bin/wrangler.js");
export const environment = { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", NO_COLOR: "1" };

/** Starts the Worker in `folder`; returns its URL, its output lines, and a function that ends it. */
export async function startWrangler(folder, args = [], env = {}) {
  const child = spawn(
    process.execPath,
    [wrangler, "dev", "--ip", "127.0.0.1", "--port", "0", "--inspector-port", "0", ...args],
    { cwd: folder, env: { ...environment, ...env }, stdio: ["pipe", "pipe", "pipe"] },
  );
  const messages = [];
  const url = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        messages.push(line);
        const match = /Ready on (http:\S+)/.exec(line);
        if (match) resolve(match[1]);
      });
    }
    child.once("exit", () => reject(new Error(messages.join("\n"))));
  });
  return {
    url,
    output: messages,
    async close() {
      if (child.exitCode !== null) return;
      const exitEvent = once(child, "exit");
      child.kill("SIGINT");
      await exitEvent;
    },
  };
}
