// Calls a limiter that may be out of reach: with a timeout, and rarely while it fails, so that the caller can fall back.

import { fail } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";

/** Milliseconds. */
const TIMEOUT_MS = 1000;
/** Milliseconds for which a limiter that failed is left alone. */
const RETRY_AFTER_MS = 1000;

/** @param {{ lost(error: unknown): void, found(): void }} report called at the first failure after a success, and the other way round */
export function createFallback(report) {
  let until = -Infinity;
  let failing = false;

  const failed = (error, now) => {
    until = now + RETRY_AFTER_MS;
    if (!failing) report.lost(error);
    failing = true;
  };

  /** Resolves to the result of `call`, or to undefined. */
  return async function reach(call) {
    const now = performance.now();
    if (now < until) return undefined;
    // While the limiter is unavailable, one request at a time tries it, and the others do not wait.
    if (failing) until = now + RETRY_AFTER_MS;
    try {
      const result = await withTimeout(TIMEOUT_MS, call(), () => {
        throw fail("limiter_unavailable", `no response within ${TIMEOUT_MS} ms`);
      });
      until = -Infinity;
      if (failing) report.found();
      failing = false;
      return result;
    } catch (error) {
      failed(error, performance.now());
      return undefined;
    }
  };
}
