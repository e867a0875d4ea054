// The cache of a gateway, as its configuration wants it.

import { consult } from "../policy.js";
import { flights } from "./flights.js";
import { placeOf } from "./place.js";

/** @param {unknown} written the operator's `cache.adapter` @returns undefined where nothing is kept */
export function caching(ready, written) {
  const settings = consult(ready, "caching");
  if (!settings.on) return undefined;
  const { maxEntryBytes, coalesce, stored } = settings;
  return { place: placeOf(ready, settings, written), flights: flights(), maxEntryBytes, coalesce, stored };
}
