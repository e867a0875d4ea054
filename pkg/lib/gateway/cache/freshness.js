// The age of a cache entry, and what it allows: fresh, stale, or only while the upstream fails. The core sets the lifetimes.

/** Most milliseconds by which clocks of machines that share a cache differ; an entry from further ahead is not used. */
const SKEW = 5000;

export const ageOf = (entry, now) => Math.max(0, now - entry.stored);

/** `"fresh"`: may be served. `"stale"`: while it is refreshed. `"failing"`: only where the upstream fails. `"gone"`: not at all. */
export function freshnessOf(entry, now) {
  if (now < entry.stored - SKEW) return "gone";
  const late = ageOf(entry, now) - entry.fresh;
  if (late < 0) return "fresh";
  if (late < entry.stale) return "stale";
  return late < entry.failing ? "failing" : "gone";
}

const usableFor = ({ fresh, stale, failing }) => fresh + Math.max(stale, failing);

/** Seconds until an entry may not be served at all. */
export const lifetimeSeconds = (entry) => Math.ceil(usableFor(entry) / 1000);

/** Whether an entry may be served where the upstream fails. */
export const isUsable = (entry, now) => entry !== undefined && freshnessOf(entry, now) !== "gone";

export const usableUntil = (entry) => entry.stored + usableFor(entry);
