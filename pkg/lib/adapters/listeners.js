// Starts the listeners of a server: one for callers, and optionally a second one for operators.

import { withTimeout } from "../util/timers.js";
import { startProcessMetrics } from "./process-metrics.js";

/** Milliseconds to send pending telemetry after the drain: a platform that ends a process waits little longer than the drain. */
const FLUSH_MS = 800;
/** The same if the drain took less time than allowed. */
const PATIENT_FLUSH_MS = 3000;

/**
 * Checks the gateway's configuration and starts them. `listen` starts one: `{ port, host, name, server }` in, `{ url, close(drainMs) }`
 * out; the gateway gets the name, and `server.isDraining`, with which its health checks fail.
 *
 * @returns {Promise<{ url: string, operatorsUrl: string | undefined, close(): Promise<void> }>}
 */
export async function startListeners(gateway, { port, host, drainMs, drainDelayMs, operators, exitOnSignal }, listen) {
  // Checked here, before the first caller meets a fault. Objects that only have `fetch` can be served too.
  gateway.check?.();
  const server = { isDraining: false };
  const main = await listen({ port, host, name: operators && "public", server });
  let second;
  try {
    second = operators && (await listen({ ...operators, name: "operators", server }));
  } catch (error) {
    await main.close(0);
    throw error;
  }
  const endMetrics = startProcessMetrics();
  let closed;
  async function end() {
    server.isDraining = true;
    if (drainDelayMs > 0) await new Promise((done) => setTimeout(done, drainDelayMs));
    const begun = performance.now();
    const flush = () => Promise.resolve(gateway.flush?.()).catch(() => {});
    const first = flush();
    await Promise.all([main.close(drainMs), second?.close(drainMs)]);
    // Sends the telemetry of the last requests, too.
    const rest = (drainMs ?? 0) - (performance.now() - begun);
    await withTimeout(Math.max(FLUSH_MS, Math.min(rest, PATIENT_FLUSH_MS)), Promise.all([first, flush()]));
    endMetrics();
  }
  const close = () => (closed ??= end());
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
