// The store of cache entries: first memory, then optionally a store that several gateways share.

import { createLruMap } from "../../util/bounded-maps.js";
import { fail } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";
import { CompressedForms } from "../http/compressed-forms.js";
import { nameError } from "../ops/error-name.js";
import { createCacheApi } from "./cache-api.js";
import { isUsable } from "./freshness.js";
import { isLower } from "./height.js";

/** Milliseconds that a lookup in a shared store may take; a slower one counts as a failure. */
const TIMEOUT_MS = 500;

/**
 * @typedef {{ env: any, ctx: any, record: Partial<import("../request-record.js").RequestRecord> }} Context of a request: alerts name it
 */

/**
 * @param {{ maxBytes: number, adapter: "memory" | "cache-api" | "own" }} settings from the core
 * @param {{ urls: { mainnet: string[], testnet: string[] }, adapter: unknown, log: Pick<import("../ops/log.js").Log, "alert"> }} parts
 *   `urls` of the upstreams; `adapter`: the operator's `cache.adapter`
 */
export function createStore(settings, { urls, adapter, log }) {
  const memory = createLruMap(settings.maxBytes);
  /** @type {WeakMap<import("../../../gateway.js").CacheEntry, CompressedForms>} */
  const formsOfEntries = new WeakMap();
  const sharedStore = { "cache-api": () => createCacheApi(urls), own: () => adapter }[settings.adapter]?.();
  const alertFailure = (record, action, error) => {
    const message = `the cache failed to ${action}: ${nameError(error)}`;
    log.alert({ level: "warn", code: "cache_unavailable", message }, record);
  };

  /**
   * Whether an entry shows an older block than another one that may still be served, so that it must not replace this one: its upstream is
   * behind.
   */
  const isRegression = (entry, earlierEntry) => isLower(entry, earlierEntry) && isUsable(earlierEntry, Date.now());

  /** Copies an entry from the shared store into memory. @param {string} key @param {Context} context */
  async function fetchEntry(key, { env, ctx, record }) {
    try {
      const entry = await withTimeout(TIMEOUT_MS, sharedStore.get(key, env, ctx), () => {
        throw fail("timeout", `no response within ${TIMEOUT_MS} ms`);
      });
      if (!isEntry(entry) || isRegression(entry, memory.get(key))) return undefined;
      memory.put(key, entry);
      return entry;
    } catch (error) {
      alertFailure(record, "find an entry", error);
      return undefined;
    }
  }

  /** Stores an entry, unless another gateway has stored a newer one in the meantime. */
  async function putSharedEntry(key, entry, env, ctx) {
    const currentEntry = entry.seqno === undefined ? undefined : await sharedStore.get(key, env, ctx);
    if (isEntry(currentEntry) && isRegression(entry, currentEntry)) memory.put(key, currentEntry);
    else await sharedStore.put(key, entry, env, ctx);
  }

  return {
    memory,
    /** Sends alerts to this log from now on: the cache outlives a reload of the configuration, which may change the settings of the log. */
    useLog(/** @type {typeof log} */ newLog) {
      log = newLog;
    },
    /**
     * Returns the entry, or a promise of it. The caller must check whether the entry is still fresh enough to be served. @param
     * {string} key @param {Context} context
     */
    find(key, isFresh, context) {
      const entry = memory.get(key);
      if (!sharedStore || (entry && isFresh(entry))) return entry;
      return fetchEntry(key, context).then((sharedEntry) =>
        sharedEntry && !(sharedEntry.stored < entry?.stored) ? sharedEntry : entry,
      );
    },
    /**
     * Returns the compressed forms of an entry. Their bytes count towards `maxBytes`, and they are removed together with the entry.
     *
     * @param {string} key @param {import("../../../gateway.js").CacheEntry} entry
     */
    formsOf(key, entry) {
      let forms = formsOfEntries.get(entry);
      if (forms === undefined) {
        forms = new CompressedForms((bytes) => memory.grow(key, entry, bytes));
        formsOfEntries.set(entry, forms);
      }
      return forms;
    },
    /** @param {string} key @param {import("../../../gateway.js").CacheEntry} entry @param {Context} context */
    put(key, entry, { env, ctx, record }) {
      if (isRegression(entry, memory.get(key))) return;
      memory.put(key, entry);
      if (!sharedStore) return;
      const storePromise = putSharedEntry(key, entry, env, ctx).catch((error) =>
        alertFailure(record, "store an entry", error),
      );
      ctx?.waitUntil?.(storePromise);
    },
  };
}

/** Whether a value from a shared store, to which others write, is a valid entry. */
function isEntry(value) {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof value.body === "string" &&
    typeof value.tag === "string" &&
    typeof value.control === "string" &&
    [value.seqno, value.behind, value.began].every((number) => number === undefined || Number.isSafeInteger(number)) &&
    [value.status, value.size, value.stored, value.fresh, value.stale, value.failing].every(Number.isFinite) &&
    Array.isArray(value.headers) &&
    value.headers.every((pair) => pair.length === 2 && pair.every((part) => typeof part === "string"))
  );
}
