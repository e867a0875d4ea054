// Looks up the API key of a caller by its hash, in memory first where the store allows it. The core judges the record.

import { generationalMap, ttlMap } from "../../util/bounded-maps.js";
import { fail } from "../../util/error.js";
import { isPromise, mapMaybe } from "../../util/maybe-promise.js";
import { core } from "../../wasm/gateway.js";
import { OPERATOR_TIMEOUT_MS, withOperatorTimeout } from "../../util/operator-timeout.js";
import { countedAs, createFailedLookups } from "./failed-lookups.js";
import { describeStoreFault } from "./watched-store.js";

/** Most API keys cached in memory, separately for existing and for unknown keys. */
const MOST_FOUND = 10_000;
const MOST_MISSING = 1000;
/** Most records of which is remembered what the core has read from them, for stores that are read each time. */
const MOST_READ = 1000;
/** Milliseconds for which a key that was not found is taken for one that does not exist. */
const MISSING_TTL_MS = 5000;

async function inTime(given) {
  const result = await withOperatorTimeout(Promise.resolve(given).then((record) => ({ record })));
  if (!result) throw fail("key_store_unavailable", `no response within ${OPERATOR_TIMEOUT_MS} ms`);
  return result.record;
}

/**
 * @typedef {{ env: any, ctx?: any, record: Partial<import("../request-record.js").RequestRecord> }} Context of a request: its record names the
 *   client
 */

/**
 * The API keys of callers. `(hash, context)` returns the result of looking up a key, as JSON for the core, or a promise of it.
 *
 * @param {any} store @param {{ failedKeys?: { intervalMs: number, burst: number }, log: Pick<import("../ops/log.js").Log, "alert">,
 *   plans?: Set<string>, now?: () => number }} how `failedKeys`: how many keys that do not exist a client may send; `plans`: the names of those
 *   of the configuration
 */
export function createKeyLookup(store, { failedKeys, log, plans, now = Date.now }) {
  const ttlMs = store.ttlMs ?? 0;
  // Entries stay when their time is over: a key that was good is looked up again, however many others fail.
  const found = ttlMap(MOST_FOUND);
  const missing = ttlMap(MOST_MISSING);
  const failed = failedKeys ? createFailedLookups(failedKeys, now) : undefined;

  /** Keys and plans that an alert has named. */
  const named = generationalMap(MOST_READ);
  /** Such a key is served as one without a plan. @param {{ id: string, plan?: string | number }} record */
  function checkPlan({ id, plan }) {
    if (typeof plan !== "string" || plans === undefined || plans.has(plan) || named.get(`${id} ${plan}`)) return;
    named.set(`${id} ${plan}`, true);
    const used = plans.has("default") ? "it has the plan `default`" : "it has the rate `limits.keyless`";
    const message = `the API key ${id} has the plan ${plan}, which \`limits.plans\` does not have: ${used}`;
    log.alert({ level: "warn", code: "key_plan_unknown", message });
  }

  /** Records as the core has read them, by their text. */
  const read = generationalMap(MOST_READ);
  function checked(text) {
    let record = read.get(text);
    if (record !== undefined) return record;
    read.set(text, (record = core.call("keyRecord", text)));
    checkPlan(JSON.parse(record));
    return record;
  }

  function describe(hash, record) {
    if (record === undefined || record === null) return MISSING;
    return `"hash":"${hash}","record":${checked(typeof record === "string" ? record : JSON.stringify(record))}}`;
  }

  function failedToFind(error, record) {
    const message = `the store of API keys failed: ${describeStoreFault(error)}`;
    log.alert({ level: "error", code: "key_store_unavailable", message }, record);
    return FAILED;
  }

  /**
   * Reads the store. A record that is available at once needs no timer.
   *
   * @param {string} hash @param {Context} context
   */
  function find(hash, { env, ctx, record: request }) {
    try {
      const given = store.find(hash, env, ctx);
      if (!isPromise(given)) return describe(hash, given);
      return inTime(given)
        .then((record) => describe(hash, record))
        .catch((error) => failedToFind(error, request));
    } catch (error) {
      return failedToFind(error, request);
    }
  }

  /** Keeps what was found out, and writes it for the core. */
  function report(hash, result) {
    const time = now();
    if (result === FAILED) return FAILED;
    if (result === MISSING) {
      found.delete(hash);
      if (ttlMs > 0) missing.set(hash, true, time + Math.min(ttlMs, MISSING_TTL_MS));
      return MISSING;
    }
    found.set(hash, ttlMs > 0 ? result : undefined, time + ttlMs);
    return foundAt(time, result);
  }

  /** Looks up a key that was never found. @param {string} hash @param {number} time @param {Context} context */
  async function lookUpGuess(hash, time, context) {
    const client = countedAs(context.record.client);
    const wait = await failed.begin(client);
    if (wait > 0) return `{"state":"busy","wait":${wait}}`;
    const isKnown = missing.get(hash, time) !== undefined;
    const result = isKnown ? MISSING : await find(hash, context);
    // While a wrong key is remembered, sending it again does not count as another guess.
    failed.end(client, result === MISSING && !isKnown);
    return isKnown ? MISSING : report(hash, result);
  }

  /** @param {string} hash @param {Context} context */
  return function lookUp(hash, context) {
    const time = now();
    const known = found.get(hash, time);
    // Where the store is read each time, only the fact that the key was good is cached.
    if (known?.value !== undefined) return foundAt(time, known.value);
    if (failed && !found.has(hash)) return lookUpGuess(hash, time, context);
    return missing.get(hash, time) ? MISSING : mapMaybe(find(hash, context), (result) => report(hash, result));
  };
}

/** With the time: whether a key has expired, and of which day and month its quotas are, is the core's to say. */
const foundAt = (time, result) => `{"state":"found","now":${time},${result}`;
const MISSING = '{"state":"missing"}';
const FAILED = '{"state":"failed"}';
