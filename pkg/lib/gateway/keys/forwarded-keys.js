// Forwards callers' keys to the service: a client that guesses keys exhausts only its own limit.

import { createGenerationalMap } from "../../util/bounded-maps.js";
import { nameClient, createFailedLookups } from "./failed-lookups.js";

/** Maximum keys that are remembered as good: those that the service has accepted. */
const MAX_GOOD_KEYS = 10_000;

/**
 * @param {{ intervalMs: number, burst: number } | null | undefined} failureLimit limits how often a client may send keys that the service
 * refuses
 */
export function createForwardedKeys(failureLimit, now = Date.now) {
  // A separate map of good keys: failing keys cannot evict them.
  const goodKeys = createGenerationalMap(MAX_GOOD_KEYS);
  const failedLookups = failureLimit ? createFailedLookups(failureLimit, now) : undefined;

  /** Records whether the service refused a key, by the response's status, and returns it. */
  function recordStatus(key, isKnown, status) {
    const isRefused = status === 401 || status === 403;
    if (isRefused && isKnown) goodKeys.set(key, false);
    else if (status < 400) goodKeys.set(key, true);
    return isRefused;
  }

  /**
   * Returns the result of `send`, an attempt with that key; or `{ wait }`, in milliseconds, if the client has to wait before it may send a
   * key that is not known to be good.
   */
  return async function sendWithKey(client, key, send) {
    const isKnown = goodKeys.get(key) === true;
    const waitMs = isKnown || !failedLookups ? 0 : await failedLookups.begin(nameClient(client));
    if (waitMs > 0) return { wait: waitMs };
    let isRefused = false;
    try {
      const attempt = await send();
      isRefused = recordStatus(key, isKnown, attempt.response?.status);
      return attempt;
    } finally {
      if (isRefused || !isKnown) failedLookups?.end(nameClient(client), isRefused);
    }
  };
}
