// Looking up a caller's key: hashed, from memory where the store allows it, and never more often than a store can bear.
// What is found out is judged by the core.

import { core } from "../../load/gateway.js";
import { alert } from "../log.js";
import { hashKey } from "./hash.js";
import { recent } from "./recent.js";

/** Most keys that are kept in memory: those that were found, and apart from them those that were not. */
const MOST_FOUND = 10_000;
const MOST_MISSING = 1000;
/** Seconds for which a key that was not found is taken for one that does not exist. */
const MISSING_TTL = 5;
/** Most lookups a second of keys that were not seen before. Whoever sends random keys uses this up, and no more. */
const NEW_A_SECOND = 100;

/** For a gateway: `(key, env, ctx, seen)` gives what was found out, as JSON for the core. */
export function lookups(store, ready, now = Date.now) {
  const ttl = store.ttl ?? 0;
  const found = recent(MOST_FOUND);
  const missing = recent(MOST_MISSING);
  let window = { start: 0, count: 0 };

  /** Numbers only, and no timer: an isolate may be frozen between requests. */
  function isBusy(time) {
    if (time - window.start >= 1000 || time < window.start) window = { start: time, count: 0 };
    window.count += 1;
    return window.count > NEW_A_SECOND;
  }

  return async function lookUp(key, env, ctx, seen) {
    const hash = await hashKey(key);
    const time = now();
    const known = found.has(hash);
    const kept = found.get(hash, time);
    if (kept) return kept.value;
    if (missing.get(hash, time)) return MISSING;
    if (ttl > 0 && !known && isBusy(time)) return BUSY;
    try {
      const record = await store.find(hash, env, ctx);
      if (record === undefined || record === null) {
        if (ttl > 0) missing.set(hash, true, time + Math.min(ttl, MISSING_TTL) * 1000);
        return MISSING;
      }
      const text = typeof record === "string" ? record : JSON.stringify(record);
      const told = `{"state":"found","hash":"${hash}","record":${core.call("keyRecord", text)}}`;
      if (ttl > 0) found.set(hash, told, time + ttl * 1000);
      return told;
    } catch (error) {
      // Its message may hold anything: only what kind of error it was, and ours in full.
      const why = error?.name === "TonEdgeError" ? `${error.code}: ${error.message}` : (error?.name ?? typeof error);
      const message = `the store of API keys failed: ${why}`;
      alert(ready, seen, { level: "error", code: "key_store_unavailable", message });
      return FAILED;
    }
  };
}

const MISSING = '{"state":"missing"}';
const BUSY = '{"state":"busy"}';
const FAILED = '{"state":"failed"}';
