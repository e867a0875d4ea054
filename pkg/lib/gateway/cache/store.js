// The store of cache entries: memory first, then optionally a store that others share.

import { lruMap } from "../../util/bounded-maps.js";
import { withTimeout } from "../../util/timers.js";
import { nameError } from "../ops/error-name.js";
import { cacheApi } from "./cache-api.js";

/** Milliseconds that a lookup in a shared store may take; a later result counts as a miss. */
const TIMEOUT_MS = 500;

/**
 * @typedef {{ env: any, ctx: any, record: Partial<import("../request-record.js").RequestRecord> }} Context of a request: alerts name it
 */

/**
 * @param {{ maxBytes: number, adapter: "memory" | "cache-api" | "own" }} settings from the core
 * @param {{ urls: { mainnet: string[], testnet: string[] }, written: unknown, log: Pick<import("../ops/log.js").Log, "alert"> }} parts
 *   `urls` of the upstreams; `written`: the operator's `cache.adapter`
 */
export function createStore(settings, { urls, written, log }) {
  const near = lruMap(settings.maxBytes);
  const far = { "cache-api": () => cacheApi(urls), own: () => written }[settings.adapter]?.();
  const alertFailure = (record, what, error) => {
    const message = `the cache failed to ${what}: ${nameError(error)}`;
    log.alert({ level: "warn", code: "cache_unavailable", message }, record);
  };

  /** Copies an entry from the shared store into memory. @param {string} key @param {Context} context */
  async function fetchEntry(key, { env, ctx, record }) {
    try {
      const found = await withTimeout(TIMEOUT_MS, far.get(key, env, ctx));
      if (!isEntry(found)) return undefined;
      near.put(key, found);
      return found;
    } catch (error) {
      alertFailure(record, "find an entry", error);
      return undefined;
    }
  }

  return {
    near,
    /** The entry, or a promise of it; it may be too old for any use. @param {string} key @param {Context} context */
    find(key, isFresh, context) {
      const found = near.get(key);
      if (!far || (found && isFresh(found))) return found;
      return fetchEntry(key, context).then((other) => (other && !(other.stored < found?.stored) ? other : found));
    },
    /** @param {string} key @param {import("../../../gateway.js").CacheEntry} entry @param {Context} context */
    put(key, entry, { env, ctx, record }) {
      near.put(key, entry);
      if (!far) return;
      const work = Promise.resolve()
        .then(() => far.put(key, entry, env, ctx))
        .catch((error) => alertFailure(record, "store an entry", error));
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
