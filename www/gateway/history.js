// A history of readings of the last minutes: the changes between them.

import { combineTrees, diffReadings } from "./metrics-reading.js";

/** Milliseconds. */
export const HISTORY_MS = 300_000;
/** Milliseconds between readings; after a longer gap, such as a pause, the rate would not be current. */
const LONGEST_GAP_MS = 60_000;
/** Isolates remembered: a Worker has many, and any of them may respond. */
const ISOLATES = 50;

/** @typedef {{ at: number, seconds?: number, counted?: import("./metrics-reading.js").Reading["counted"] }} Point a gap if it has no counts */

export function createHistory() {
  /** The last reading of each isolate. */
  const last = new Map();
  /** @type {Point[]} */
  let points = [];
  return {
    /** @param {import("./metrics-reading.js").Reading} reading */
    add(reading) {
      const before = last.get(reading.isolate);
      last.delete(reading.isolate);
      last.set(reading.isolate, reading);
      if (last.size > ISOLATES) last.delete(last.keys().next().value);
      const recent = before && reading.at - before.at <= LONGEST_GAP_MS;
      points = [
        ...points.filter(({ at }) => reading.at - at < HISTORY_MS),
        { at: reading.at, ...(recent && diffReadings(before, reading)) },
      ];
    },
    get points() {
      return points;
    },
    get isolates() {
      return last.size;
    },
    /** The sum of the changes in the last `ms` milliseconds; undefined before the second reading. */
    within(ms, now) {
      const recent = points.filter(({ at, counted }) => counted && now - at < ms);
      return recent.length > 0
        ? recent.map(({ at, ...rest }) => rest).reduce((one, other) => combineTrees(one, other, (a, b) => a + b))
        : undefined;
    },
  };
}
