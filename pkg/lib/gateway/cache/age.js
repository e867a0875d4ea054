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

const usableFor = ({ fresh, stale, failing }) => fresh + Math.max(stale, failing);

/** Seconds until nothing may be made of it any more. */
export const seconds = (entry) => Math.ceil(usableFor(entry) / 1000);

/** Whether an entry may be served where the upstream fails. */
export const isUsable = (entry, now) => entry !== undefined && stateOf(entry, now) !== "gone";

export const usableUntil = (entry) => entry.stored + usableFor(entry);
