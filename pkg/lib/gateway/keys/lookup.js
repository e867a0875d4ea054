// Looking up a caller's key: hashed, and from memory where the store allows it. What is found out is judged by the core.

import { core } from "../../load/gateway.js";
import { fail } from "../../error.js";
import { alert } from "../log.js";
import { OPERATOR_TIMEOUT_MS, within } from "../patience.js";
import { failedKeys } from "./failed.js";
import { hashKey } from "./hash.js";
import { recent } from "./recent.js";

/** Most keys that are kept in memory: those that were found, and apart from them those that were not. */
const MOST_FOUND = 10_000;
const MOST_MISSING = 1000;
/** Seconds for which a key that was not found is taken for one that does not exist. */
const MISSING_TTL = 5;
/** The client of requests whose client IP is not known. */
const UNKNOWN = "unknown";

/** For a gateway: `(key, env, ctx, seen)` gives what was found out, as JSON for the core. `seen.client` names the client. */
export function lookups(store, ready, now = Date.now) {
  const ttl = store.ttl ?? 0;
  // Entries stay when their time is over: a key that was good is looked up again, however many others fail.
  const found = recent(MOST_FOUND);
  const missing = recent(MOST_MISSING);
  const pace = ready.budgets?.failedKeys;
  const failed = pace ? failedKeys(pace, now) : undefined;

  async function ask(hash, env, ctx, seen) {
    try {
      const answer = await within(OPERATOR_TIMEOUT_MS, Promise.resolve(store.find(hash, env, ctx)).then((record) => ({ record })));
      if (!answer) throw fail("key_store_unavailable", `no answer within ${OPERATOR_TIMEOUT_MS} ms`);
      const { record } = answer;
      if (record === undefined || record === null) return MISSING;
      const text = typeof record === "string" ? record : JSON.stringify(record);
      return `"hash":"${hash}","record":${core.call("keyRecord", text)}}`;
    } catch (error) {
      // Its message may hold anything: only what kind of error it was, and ours in full.
      const why = error?.name === "TonEdgeError" ? `${error.code}: ${error.message}` : (error?.name ?? typeof error);
      const message = `the store of API keys failed: ${why}`;
      alert(ready, seen, { level: "error", code: "key_store_unavailable", message });
      return FAILED;
    }
  }

  /** Keeps what was found out, and writes it for the core. */
  function told(hash, answer) {
    const time = now();
    if (answer === FAILED) return FAILED;
    if (answer === MISSING) {
      found.delete(hash);
      if (ttl > 0) missing.set(hash, true, time + Math.min(ttl, MISSING_TTL) * 1000);
      return MISSING;
    }
    found.set(hash, ttl > 0 ? answer : undefined, time + ttl * 1000);
    return foundAt(time, answer);
  }

  return async function lookUp(key, env, ctx, seen) {
    const hash = await hashKey(key);
    const time = now();
    const kept = found.get(hash, time);
    // Of a store that is asked each time only that the key was good is remembered.
    if (kept?.value !== undefined) return foundAt(time, kept.value);
    if (!failed || found.has(hash)) return missing.get(hash, time) ? MISSING : told(hash, await ask(hash, env, ctx, seen));
    const client = seen.client?.name ?? UNKNOWN;
    const wait = await failed.begin(client);
    if (wait > 0) return `{"state":"busy","wait":${wait}}`;
    const isKnown = missing.get(hash, time) !== undefined;
    const answer = isKnown ? MISSING : await ask(hash, env, ctx, seen);
    // The same wrong key again is no further guess while it is remembered.
    failed.end(client, answer === MISSING && !isKnown);
    return isKnown ? MISSING : told(hash, answer);
  };
}

/** With the time: whether a key has expired, and of which day and month its quotas are, is the core's to say. */
const foundAt = (time, answer) => `{"state":"found","now":${time},${answer}`;
const MISSING = '{"state":"missing"}';
const FAILED = '{"state":"failed"}';
