// How old an answer is, and what that allows. The lifetimes are the core's.

/** Clocks of machines that share a cache part by less; an answer from further ahead is not believed. */
const SKEW = 5000;

export const ageOf = (entry, now) => Math.max(0, now - entry.stored);

/** `"fresh"`: as it is. `"stale"`: while it is fetched anew. `"failing"`: where the service fails. `"gone"`. */
export function stateOf(entry, now) {
  if (now < entry.stored - SKEW) return "gone";
  const late = ageOf(entry, now) - entry.fresh;
  if (late < 0) return "fresh";
  if (late < entry.stale) return "stale";
  return late < entry.failing ? "failing" : "gone";
}

/** Seconds until nothing may be made of it any more. */
export const seconds = ({ fresh, stale, failing }) => Math.ceil((fresh + Math.max(stale, failing)) / 1000);
