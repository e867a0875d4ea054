// A server for a test, which can be killed and restarted on the same port, with its data on disk.

import { once } from "node:events";
import { rm } from "node:fs/promises";

/**
 * Starts the server; `end` kills its process, `start` starts another one; between `pause` and `resume` the process is stopped.
 * @param {{ folder: string, run: () => import("node:child_process").ChildProcess,
 *   ready: (child: import("node:child_process").ChildProcess) => Promise<unknown> }} server `close` removes `folder`
 */
export async function createKillable({ folder, run, ready: waitUntilReady }) {
  let child;
  const start = async () => {
    child = run();
    const childError = once(child, "error").then(([error]) => {
      throw error;
    });
    await Promise.race([waitUntilReady(child), childError]);
  };
  const end = async () => {
    const exitEvent = once(child, "exit");
    process.kill(child.pid, "SIGKILL");
    await exitEvent;
  };
  await start();
  return {
    start,
    end,
    pause: () => process.kill(child.pid, "SIGSTOP"),
    resume: () => process.kill(child.pid, "SIGCONT"),
    async close() {
      if (child.exitCode === null && child.signalCode === null) await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
