// Makes the cache of a gateway from its configuration.

import { callCore } from "../core.js";
import { createPool } from "../upstream/body.js";
import { recentHeaders } from "./respond.js";
import { singleFlight } from "./single-flight.js";
import { createStore } from "./store.js";

/** @param {unknown} written the operator's `cache.adapter` @returns undefined where caching is off */
export function createCache(ready, written) {
  const settings = callCore(ready, "caching");
  if (!settings.on) return undefined;
  const { maxEntryBytes, maxSharedBytes, maxUnshared, coalesce, staleAfterMs, stored } = settings;
  return {
    place: createStore(ready, settings, written),
    flights: singleFlight(),
    recent: recentHeaders(),
    pool: createPool(maxSharedBytes),
    maxEntryBytes,
    maxUnshared,
    coalesce,
    staleAfterMs,
    stored,
  };
}
