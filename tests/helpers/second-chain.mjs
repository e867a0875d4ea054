// A second devnet in its own process, so that building its world does not delay responses of the first one.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const PROCESS = fileURLToPath(new URL("./chain-process.mjs", import.meta.url));

/**
 * Starts a process that listens at once, but opens its chain only when `open` is called.
 * @param {{ network: "mainnet" | "testnet", world?: "none" | "small" | "full", clock?: "manual" | number, state?: string, cache?: boolean }} options of startDevnet
 */
export async function startSecondChain(options) {
  const child = fork(PROCESS, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const exit = once(child, "exit");
  /** The value of the first message that has this field; undefined if the process ended normally. */
  const waitForField = (/** @type {string} */ field) =>
    new Promise((resolve, fail) => {
      child.on("message", (/** @type {any} */ message) => {
        if (field in message) resolve(message[field]);
        else if ("error" in message) fail(new Error(message.error));
      });
      exit.then(([code, signal]) =>
        code === 0
          ? resolve(undefined)
          : fail(new Error(`the chain of ${options.network} ended with ${code ?? signal}`)),
      );
    });
  /** The number of transactions of the complete world. @type {Promise<number | undefined>} */
  const readyPromise = waitForField("transactions");
  readyPromise.catch(() => {});
  const port = await waitForField("port");
  return {
    url: `http://127.0.0.1:${port}`,
    ready: readyPromise,
    open: () => void (child.connected && child.send(options)),
    async close() {
      if (child.connected) child.disconnect();
      await exit;
    },
  };
}
