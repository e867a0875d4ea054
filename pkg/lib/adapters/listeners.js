// Starts the listeners of a server: one for callers, and optionally a second one for operators.

import { withTimeout } from "../util/timers.js";
import { startProcessMetrics } from "./process-metrics.js";

/** Milliseconds to send pending telemetry after the drain time, when platforms soon end the process. */
const FLUSH_MS = 800;
/** Milliseconds to send pending telemetry if the drain ended early. */
const EARLY_DRAIN_FLUSH_MS = 3000;

/**
 * Checks the gateway's configuration, and starts the listeners. `listen` starts one: it gets `{ port, host, name, server }` and
 * returns `{ url, close(drainMs) }`. The gateway gets `name`, `server.isDraining`, which makes its health checks fail, and
 * `server.byteCounter`.
 *
 * @returns {Promise<{ url: string, operatorsUrl: string | undefined, close(): Promise<void> }>}
 */
export async function startListeners(gateway, settings, listen) {
  const { port, host, drainMs, drainDelayMs, operators, exitOnSignal, byteCounter } = settings;
  // Checked before the first caller sees an error. Optional, because an object that only has `fetch` can be served, too.
  gateway.check?.();
  const server = { isDraining: false, byteCounter };
  const mainListener = await listen({ port, host, name: operators && "public", server });
  let operatorsListener;
  try {
    operatorsListener = operators && (await listen({ ...operators, name: "operators", server }));
  } catch (error) {
    await mainListener.close(0);
    throw error;
  }
  const stopMetrics = startProcessMetrics();
  let closePromise;
  async function closeListeners() {
    server.isDraining = true;
    if (drainDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, drainDelayMs));
    const startedAt = performance.now();
    const flush = () => Promise.resolve(gateway.flush?.()).catch(() => {});
    const firstFlush = flush();
    await Promise.all([mainListener.close(drainMs), operatorsListener?.close(drainMs)]);
    // Sends the telemetry of the last requests.
    const remainingMs = (drainMs ?? 0) - (performance.now() - startedAt);
    await withTimeout(
      Math.max(FLUSH_MS, Math.min(remainingMs, EARLY_DRAIN_FLUSH_MS)),
      Promise.all([firstFlush, flush()]),
    );
    stopMetrics();
  }
  const close = () => (closePromise ??= closeListeners());
  if (exitOnSignal) exitOnSignals(close);
  return { url: mainListener.url, operatorsUrl: operatorsListener?.url, close };
}

/** Closes the server on these signals and ends the process with 0; a second signal ends it at once, with 1. */
export function exitOnSignals(close, signals = ["SIGTERM", "SIGINT", "SIGHUP"]) {
  let isClosing = false;
  const closeAndExit = () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    close().then(() => process.exit(0));
  };
  for (const signal of signals) process.on(signal, closeAndExit);
}
