// Calls a limiter that may be unreachable: with a timeout, and less often while it fails, so that the caller can use a
// fallback.

import { fail } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";

/** The timeout of a call in milliseconds. */
const TIMEOUT_MS = 1000;
/** Milliseconds for which the limiter is not called after a failure. */
const RETRY_AFTER_MS = 1000;

/**
 * @param {{ onLost(error: unknown): void, onRestored(): void }} report `onLost` is called at the first failure after a success,
 * `onRestored` at the first success after a failure
 */
export function createFallback(report) {
  let retryAt = -Infinity;
  let isFailing = false;

  const recordFailure = (error, now) => {
    retryAt = now + RETRY_AFTER_MS;
    if (!isFailing) report.onLost(error);
    isFailing = true;
  };

  /** Resolves to the result of `call`, or to undefined if it fails. */
  return async function callLimiter(call) {
    const now = performance.now();
    if (now < retryAt) return undefined;
    // While the limiter fails, only one request at a time tries it, and the others do not wait.
    if (isFailing) retryAt = now + RETRY_AFTER_MS;
    try {
      const result = await withTimeout(TIMEOUT_MS, call(), () => {
        throw fail("limiter_unavailable", `no response within ${TIMEOUT_MS} ms`);
      });
      retryAt = -Infinity;
      if (isFailing) report.onRestored();
      isFailing = false;
      return result;
    } catch (error) {
      recordFailure(error, performance.now());
      return undefined;
    }
  };
}
