// Watches a store of API keys. Raises an alert when the store cannot be read and begins to use earlier records, and when it recovers;
// logs which records have changed.

import { isTonEdgeError } from "../../util/error.js";
import { isPromise } from "../../util/maybe-promise.js";
import { withOperatorTimeout } from "../../util/operator-timeout.js";
import { nameError } from "../ops/error-name.js";

/**
 * Returns why a store failed. The message of a foreign error may contain a secret, so only its kind is reported. Errors of this package are
 * reported in full.
 *
 * @param {any} error
 */
export const describeStoreFault = (error) =>
  isTonEdgeError(error) ? `${error.code}: ${error.message}` : nameError(error);

/** Maximum ids that one report of changes lists; further ones are only counted. */
const MAX_REPORTED_IDS = 20;

/** @typedef {Record<"added" | "changed" | "revoked" | "removed", string[]>} KeyChanges the ids of records that changed */

/** Describes which records differ, by their ids: "added a1, a2; revoked b1". @param {KeyChanges} changes */
const describeChanges = (changes) =>
  Object.entries(changes)
    .filter(([, ids]) => ids.length > 0)
    .map(([verb, ids]) => {
      const hiddenCount = ids.length - MAX_REPORTED_IDS;
      return `${verb} ${ids.slice(0, MAX_REPORTED_IDS).join(", ")}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ""}`;
    })
    .join("; ");

const formatTime = (ms) => new Date(ms).toISOString();

/**
 * @typedef {{ time: string, unlisted: number } & KeyChanges} LastChange `unlisted`: the number of ids that are not listed
 * @typedef {{ state: "good" | "stale" | "failed", fault?: string, since?: string, until?: string, readAt?: string,
 *   lastChange?: LastChange }} StoreReport of `/readyz`
 */

/** @param {KeyChanges} changes @param {number} time @returns {LastChange} */
function listChange(changes, time) {
  const lists = Object.entries(changes).map(([verb, ids]) => [verb, ids.slice(0, MAX_REPORTED_IDS)]);
  const unlisted = Object.values(changes).reduce((sum, ids) => sum + Math.max(0, ids.length - MAX_REPORTED_IDS), 0);
  return { time: formatTime(time), unlisted, .../** @type {KeyChanges} */ (Object.fromEntries(lists)) };
}

/**
 * Wraps a store to watch it. Returns a store without `reportStaleness` unchanged.
 *
 * @param {any} store @param {Pick<import("../ops/log.js").Log, "alert">} log @param {() => number} [now]
 * @param {any} [predecessor] the watched store before a reload
 */
export function watchKeyStore(store, log, now = Date.now, predecessor = undefined) {
  if (typeof store.reportStaleness !== "function") return store;
  let isReported = false;
  /** @type {LastChange | undefined} */
  let lastChange = predecessor?.getLastChange?.();

  /** Raises one alert at the beginning of a failure and one at its end, whichever request notices them first. */
  function reportState() {
    for (const changes of store.reportChanges?.() ?? []) {
      lastChange = listChange(changes, now());
      const message = `API key records changed: ${describeChanges(changes)}`;
      log.alert({ level: "info", code: "api_keys_changed", message });
    }
    const staleness = store.reportStaleness();
    if (staleness === undefined && isReported) {
      isReported = false;
      log.alert({ level: "info", code: "key_store_restored", message: "the store of API keys can be read again" });
    } else if (staleness !== undefined && !isReported && staleness.until > now()) {
      isReported = true;
      const fault = describeStoreFault(staleness.cause);
      const message = `the store of API keys cannot be read: ${fault}; its records of ${formatTime(staleness.since)} stay in use until ${formatTime(staleness.until)}, without later changes and revocations`;
      log.alert({ level: "warn", code: "key_store_stale", message });
    }
  }

  function findRecord(hash, env, ctx) {
    const recordOrPromise = store.find(hash, env, ctx);
    if (isPromise(recordOrPromise)) return Promise.resolve(recordOrPromise).finally(reportState);
    reportState();
    return recordOrPromise;
  }

  return {
    ttlMs: store.ttlMs,
    find: findRecord,
    getLastChange: () => lastChange,

    /** Returns the seconds since the records were last read, while they cannot be read; else 0. */
    computeStaleSeconds() {
      const staleness = store.reportStaleness();
      return staleness === undefined ? 0 : Math.max(0, now() - staleness.since) / 1000;
    },

    /** Checks whether the store can be read now. @returns {Promise<StoreReport>} */
    async check(env, ctx) {
      let fault;
      try {
        // Looks up a hash that no key has, so that the store reads its data if a read is due.
        if (!(await withOperatorTimeout(Promise.resolve(findRecord("", env, ctx)).then(() => true)))) fault = "timeout";
      } catch (error) {
        fault = describeStoreFault(error);
      }
      const staleness = store.reportStaleness();
      const readTime = store.getReadTime?.();
      const facts = { readAt: readTime === undefined ? undefined : formatTime(readTime), lastChange };
      if (staleness === undefined)
        return fault === undefined ? { state: "good", ...facts } : { state: "failed", fault, ...facts };
      const since = formatTime(staleness.since);
      if (fault !== undefined) return { state: "failed", fault, since, ...facts };
      const until = formatTime(staleness.until);
      return { state: "stale", fault: describeStoreFault(staleness.cause), since, until, ...facts };
    },
  };
}
