// Callers' keys that go to the service: a client that guesses keys uses up its own count only.

import { generationalMap } from "../../util/bounded-maps.js";
import { countedAs, createFailedLookups } from "./failed-lookups.js";

/** Most keys that are known to be good. */
const MOST = 10_000;

/** @param {{ intervalMs: number, burst: number } | null | undefined} pace how many keys of a client the service may refuse */
export function createForwardedKeys(pace, now = Date.now) {
  // A separate map of good keys: failing keys cannot evict them.
  const good = generationalMap(MOST);
  const failed = pace ? createFailedLookups(pace, now) : undefined;

  /** Notes what the service made of a key, by its status; whether it refused the key. */
  function note(key, isKnown, status) {
    const isRefused = status === 401 || status === 403;
    if (isRefused && isKnown) good.set(key, false);
    else if (status < 400) good.set(key, true);
    return isRefused;
  }

  /**
   * What `send` resolves to, an attempt with that key; `{ wait }`, in milliseconds, where the client has to wait before it may send a
   * key that is not known to be good.
   */
  return async function tryKey(client, key, send) {
    const isKnown = good.get(key) === true;
    const wait = isKnown || !failed ? 0 : await failed.begin(countedAs(client));
    if (wait > 0) return { wait };
    let isRefused = false;
    try {
      const made = await send();
      isRefused = note(key, isKnown, made.response?.status);
      return made;
    } finally {
      if (isRefused || !isKnown) failed?.end(countedAs(client), isRefused);
    }
  };
}
