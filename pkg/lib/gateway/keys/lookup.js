// Looks up the API key of a caller by its hash, first in memory if the store allows it. The core judges the record.

import { createGenerationalMap, createTtlMap } from "../../util/bounded-maps.js";
import { fail } from "../../util/error.js";
import { isPromise, mapMaybePromise } from "../../util/maybe-promise.js";
import { core } from "../../wasm/gateway.js";
import { OPERATOR_TIMEOUT_MS, withOperatorTimeout } from "../../util/operator-timeout.js";
import { nameClient, createFailedLookups } from "./failed-lookups.js";
import { describeStoreFault } from "./watched-store.js";

/** Maximum API keys cached in memory, separately for existing and for unknown keys. */
const MAX_FOUND_KEYS = 10_000;
const MAX_MISSING_KEYS = 1000;
/** Maximum records whose parsed form is cached, for stores that are read at each request. */
const MAX_READ_RECORDS = 1000;
/** Milliseconds for which an API key counts as unknown after the store did not find it. */
const MISSING_TTL_MS = 5000;

async function awaitRecord(promise) {
  const result = await withOperatorTimeout(Promise.resolve(promise).then((record) => ({ record })));
  if (!result) throw fail("key_store_unavailable", `no response within ${OPERATOR_TIMEOUT_MS} ms`);
  return result.record;
}

/**
 * @typedef {{ env: any, ctx?: any, record: Partial<import("../request-record.js").RequestRecord> }} Context of a request: its record names the
 *   client
 */

/**
 * Creates the function that looks up callers' API keys: `(hash, context)` returns the result for a key, as JSON for the core, or a promise of
 * it.
 *
 * @param {any} store @param {{ failedKeys?: { intervalMs: number, burst: number }, log: Pick<import("../ops/log.js").Log, "alert">,
 * plans?: Set<string>, now?: () => number }} options `failedKeys`: limits how often a client may send keys that do not exist; `plans`: the
 * names of the plans in the configuration
 */
export function createKeyLookup(store, { failedKeys, log, plans, now = Date.now }) {
  const ttlMs = store.ttlMs ?? 0;
  // Expired entries stay, because a key that was good before may be looked up again without counting as a guess.
  const foundKeys = createTtlMap(MAX_FOUND_KEYS);
  const missingKeys = createTtlMap(MAX_MISSING_KEYS);
  const failedLookups = failedKeys ? createFailedLookups(failedKeys, now) : undefined;

  /** Pairs of key and plan about which an alert was sent. */
  const alertedPlans = createGenerationalMap(MAX_READ_RECORDS);
  /**
   * Raises an alert if the configuration lacks the plan of a key, which is then served like a key without a plan.
   *
   * @param {{ id: string, plan?: string | number }} record
   */
  function checkPlan({ id, plan }) {
    if (typeof plan !== "string" || plans === undefined || plans.has(plan) || alertedPlans.get(`${id} ${plan}`)) return;
    alertedPlans.set(`${id} ${plan}`, true);
    const consequence = plans.has("default") ? "the plan `default` applies" : "the rate `limits.keyless` applies";
    const message = `the API key ${id} has the plan ${plan}, which is not in \`limits.plans\`: ${consequence}`;
    log.alert({ level: "warn", code: "key_plan_unknown", message });
  }

  /** Parsed records from the core, by their text. */
  const readRecords = createGenerationalMap(MAX_READ_RECORDS);
  function checkRecord(text) {
    let record = readRecords.get(text);
    if (record !== undefined) return record;
    readRecords.set(text, (record = core.call("keyRecord", text)));
    checkPlan(JSON.parse(record));
    return record;
  }

  function describeRecord(hash, record) {
    if (record === undefined || record === null) return MISSING_RESULT;
    return `"hash":"${hash}","record":${checkRecord(typeof record === "string" ? record : JSON.stringify(record))}}`;
  }

  function alertFailure(error, record) {
    const message = `the store of API keys failed: ${describeStoreFault(error)}`;
    log.alert({ level: "error", code: "key_store_unavailable", message }, record);
    return FAILED_RESULT;
  }

  /**
   * Reads the store. Uses a timeout only if the store returns a promise.
   *
   * @param {string} hash @param {Context} context
   */
  function findRecord(hash, { env, ctx, record: request }) {
    try {
      const recordOrPromise = store.find(hash, env, ctx);
      if (!isPromise(recordOrPromise)) return describeRecord(hash, recordOrPromise);
      return awaitRecord(recordOrPromise)
        .then((record) => describeRecord(hash, record))
        .catch((error) => alertFailure(error, request));
    } catch (error) {
      return alertFailure(error, request);
    }
  }

  /** Caches the result, and writes it for the core. */
  function cacheResult(hash, result) {
    const time = now();
    if (result === FAILED_RESULT) return FAILED_RESULT;
    if (result === MISSING_RESULT) {
      foundKeys.delete(hash);
      if (ttlMs > 0) missingKeys.set(hash, true, time + Math.min(ttlMs, MISSING_TTL_MS));
      return MISSING_RESULT;
    }
    foundKeys.set(hash, ttlMs > 0 ? result : undefined, time + ttlMs);
    return writeFoundRecord(time, result);
  }

  /** Looks up a key that has not been found before. @param {string} hash @param {number} time @param {Context} context */
  async function lookUpUnknown(hash, time, context) {
    const client = nameClient(context.record.client);
    const waitMs = await failedLookups.begin(client);
    if (waitMs > 0) return `{"state":"busy","wait":${waitMs}}`;
    const isKnownMissing = missingKeys.get(hash, time) !== undefined;
    const result = isKnownMissing ? MISSING_RESULT : await findRecord(hash, context);
    // While an unknown key is cached, sending it again does not count as another guess.
    failedLookups.end(client, result === MISSING_RESULT && !isKnownMissing);
    return isKnownMissing ? MISSING_RESULT : cacheResult(hash, result);
  }

  /** @param {string} hash @param {Context} context */
  return function lookUpKey(hash, context) {
    const time = now();
    const cachedKey = foundKeys.get(hash, time);
    // For a store that is read at each request, the cache has no record, only the fact that the key was good.
    if (cachedKey?.value !== undefined) return writeFoundRecord(time, cachedKey.value);
    if (failedLookups && !foundKeys.has(hash)) return lookUpUnknown(hash, time, context);
    return missingKeys.get(hash, time)
      ? MISSING_RESULT
      : mapMaybePromise(findRecord(hash, context), (result) => cacheResult(hash, result));
  };
}

/** Adds the time, by which the core decides whether a key has expired, and to which day and month its quotas belong. */
const writeFoundRecord = (time, result) => `{"state":"found","now":${time},${result}`;
const MISSING_RESULT = '{"state":"missing"}';
const FAILED_RESULT = '{"state":"failed"}';
