// The cache of a gateway, as its configuration wants it.

import { consult } from "../policy.js";
import { poolOf } from "../upstream-body.js";
import { singleFlight } from "./single-flight.js";
import { placeOf } from "./place.js";
import { recentHeaders } from "./told.js";

/** @param {unknown} written the operator's `cache.adapter` @returns undefined where nothing is kept */
export function caching(ready, written) {
  const settings = consult(ready, "caching");
  if (!settings.on) return undefined;
  const { maxEntryBytes, maxSharedBytes, maxUnshared, coalesce, staleAfterMs, stored } = settings;
  return {
    place: placeOf(ready, settings, written),
    flights: singleFlight(),
    recent: recentHeaders(),
    pool: poolOf(maxSharedBytes),
    maxEntryBytes,
    maxUnshared,
    coalesce,
    staleAfterMs,
    stored,
  };
}
