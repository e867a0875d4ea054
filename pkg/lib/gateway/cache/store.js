// The store of cache entries: memory first, then optionally a store that others share.

import { lruMap } from "../../util/bounded-maps.js";
import { withTimeout } from "../../util/timers.js";
import { nameError } from "../ops/error-name.js";
import { logAlert } from "../ops/log.js";
import { cacheApi } from "./cache-api.js";

/** Milliseconds that a lookup in a shared store may take; a later result counts as a miss. */
const TIMEOUT_MS = 500;

/**
 * @param {{ urls: { mainnet: string[], testnet: string[] } }} ready
 * @param {{ maxBytes: number, adapter: "memory" | "cache-api" | "own" }} settings from the core
 * @param {unknown} written the operator's `cache.adapter`
 */
export function createStore(ready, settings, written) {
  const near = lruMap(settings.maxBytes);
  const far = { "cache-api": () => cacheApi(ready.urls), own: () => written }[settings.adapter]?.();
  const failed = (seen, what, error) => {
    const message = `the cache failed to ${what}: ${nameError(error)}`;
    logAlert(ready, seen, { level: "warn", code: "cache_unavailable", message });
  };

  /** Copies an entry from the shared store into memory. */
  async function fetched(key, env, ctx, seen) {
    try {
      const found = await withTimeout(TIMEOUT_MS, far.get(key, env, ctx));
      if (!isEntry(found)) return undefined;
      near.put(key, found);
      return found;
    } catch (error) {
      failed(seen, "find an entry", error);
      return undefined;
    }
  }

  return {
    near,
    /** The entry, or a promise of it; it may be too old for any use. */
    find(key, isFresh, env, ctx, seen) {
      const found = near.get(key);
      if (!far || (found && isFresh(found))) return found;
      return fetched(key, env, ctx, seen).then((other) => (other && !(other.stored < found?.stored) ? other : found));
    },
    put(key, entry, env, ctx, seen) {
      near.put(key, entry);
      if (!far) return;
      const work = Promise.resolve()
        .then(() => far.put(key, entry, env, ctx))
        .catch((error) => failed(seen, "store an entry", error));
      ctx?.waitUntil?.(work);
    },
  };
}

/** Whether a value from a store that others write too is an entry. */
function isEntry(one) {
  return (
    typeof one === "object" &&
    one !== null &&
    typeof one.body === "string" &&
    typeof one.tag === "string" &&
    typeof one.control === "string" &&
    [one.status, one.size, one.stored, one.fresh, one.stale, one.failing].every(Number.isFinite) &&
    Array.isArray(one.headers) &&
    one.headers.every((pair) => pair.length === 2 && pair.every((part) => typeof part === "string"))
  );
}
