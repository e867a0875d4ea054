// Creates the cache of a gateway from its configuration.

import { createPool } from "../upstream/body.js";
import { createRecentWrites } from "./recent-writes.js";
import { createRecentHeaders } from "./respond.js";
import { createSingleFlight } from "./single-flight.js";
import { createStore } from "./store.js";

/**
 * @param {any} settings from the core @param {Parameters<typeof createStore>[1]} parts
 * @returns undefined if caching is off
 */
export function createCache(settings, parts) {
  if (!settings.on) return undefined;
  const { maxEntryBytes, maxSharedBytes, maxUnshared, coalesce, staleAfterMs, stored: storedHeaders } = settings;
  return {
    store: createStore(settings, parts),
    flights: createSingleFlight(),
    /** The accounts that sent messages have changed. */
    writes: createRecentWrites(Math.max(settings.staleWhileRevalidateMs, settings.staleIfErrorMs)),
    /** The headers of recent responses. */
    recent: createRecentHeaders(),
    /** The memory that long responses share while they are read. */
    pool: createPool(maxSharedBytes),
    maxEntryBytes,
    maxUnshared,
    coalesce,
    staleAfterMs,
    /** Names of the upstream's response headers that are stored. */
    stored: storedHeaders,
  };
}

/** @typedef {NonNullable<ReturnType<typeof createCache>>} Cache */
