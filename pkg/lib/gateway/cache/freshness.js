// The age of a cache entry, and whether it is fresh, stale, or usable only while the upstream fails. The core sets the lifetimes.

/**
 * Maximum milliseconds by which the clocks of machines that share a cache may differ. An entry stored further in the future is not
 * used.
 */
const MAX_SKEW_MS = 5000;

export const computeAge = (entry, now) => Math.max(0, now - entry.stored);

/**
 * `"fresh"`: may be served. `"stale"`: may be served while it is refreshed. `"failing"`: may be served only if the upstream fails.
 * `"gone"`: may not be served.
 */
export function judgeFreshness(entry, now) {
  if (now < entry.stored - MAX_SKEW_MS) return "gone";
  const overdueMs = computeAge(entry, now) - entry.fresh;
  if (overdueMs < 0) return "fresh";
  if (overdueMs < entry.stale) return "stale";
  return overdueMs < entry.failing ? "failing" : "gone";
}

const computeUsableMs = ({ fresh, stale, failing }) => fresh + Math.max(stale, failing);

/** Seconds, from its storage, for which an entry may be served. */
export const computeLifetimeSeconds = (entry) => Math.ceil(computeUsableMs(entry) / 1000);

/** Whether an entry may be served when the upstream fails. */
export const isUsable = (entry, now) => entry !== undefined && judgeFreshness(entry, now) !== "gone";

export const computeUsableUntil = (entry) => entry.stored + computeUsableMs(entry);
