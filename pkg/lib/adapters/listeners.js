// Starts the listeners of a server: one for callers, and optionally a second one for operators.

import { startProcessMetrics } from "./process-metrics.js";

/**
 * Checks the gateway's configuration and starts them. `listen` starts one: `{ port, host, name }` in, `{ url, close(drainMs) }` out;
 * the gateway gets the name.
 *
 * @returns {Promise<{ url: string, operatorsUrl: string | undefined, close(): Promise<void> }>}
 */
export async function startListeners(gateway, { port, host, drainMs, operators, exitOnSignal }, listen) {
  // Before the first caller meets a fault. Any object with `fetch` can be served.
  gateway.check?.();
  const main = await listen({ port, host, name: operators && "public" });
  let second;
  try {
    second = operators && (await listen({ ...operators, name: "operators" }));
  } catch (error) {
    await main.close(0);
    throw error;
  }
  const endMetrics = startProcessMetrics();
  let closed;
  const close = () =>
    // What was recorded of the last requests is sent, too.
    (closed ??= Promise.all([main.close(drainMs), second?.close(drainMs)])
      .then(() => gateway.flush?.())
      .then(endMetrics));
  if (exitOnSignal) exitOnSignals(close);
  return { url: main.url, operatorsUrl: second?.url, close };
}

/** These signals close the server and end the process with 0; a second one ends it at once, with 1. */
export function exitOnSignals(close, signals = ["SIGTERM", "SIGINT", "SIGHUP"]) {
  let isClosing = false;
  const stop = () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    close().then(() => process.exit(0));
  };
  for (const signal of signals) process.on(signal, stop);
}
