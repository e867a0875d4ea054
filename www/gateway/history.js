// A history of readings of the last minutes: the changes between them.

import { combineTrees, diffReadings } from "./metrics-reading.js";

/** Milliseconds that the history covers. */
export const HISTORY_MS = 300_000;
/** Maximum number of milliseconds between two readings. After a longer gap, such as a pause, the rate would not be current. */
const MAX_GAP_MS = 60_000;
/** Maximum number of isolates that are remembered: a Worker has many, and any of them may respond. */
const MAX_ISOLATES = 50;

/**
 * @typedef {{ at: number, seconds?: number, counted?: import("./metrics-reading.js").Reading["counted"] }} Point a point without counts is
 *   a gap
 */

export function createHistory() {
  /** The last reading of each isolate. */
  const lastReadings = new Map();
  /** @type {Point[]} */
  let points = [];
  return {
    /** @param {import("./metrics-reading.js").Reading} reading */
    add(reading) {
      const previousReading = lastReadings.get(reading.isolate);
      lastReadings.delete(reading.isolate);
      lastReadings.set(reading.isolate, reading);
      if (lastReadings.size > MAX_ISOLATES) lastReadings.delete(lastReadings.keys().next().value);
      const isRecent = previousReading && reading.at - previousReading.at <= MAX_GAP_MS;
      points = [
        ...points.filter(({ at: readAt }) => reading.at - readAt < HISTORY_MS),
        { at: reading.at, ...(isRecent && diffReadings(previousReading, reading)) },
      ];
    },
    get points() {
      return points;
    },
    get isolates() {
      return lastReadings.size;
    },
    /** Returns the sum of the changes in the last `ms` milliseconds; undefined before the second reading. */
    sumWithin(ms, now) {
      const recentPoints = points.filter(({ at: readAt, counted }) => counted && now - readAt < ms);
      return recentPoints.length > 0
        ? recentPoints.map(({ at: readAt, ...rest }) => rest).reduce((a, b) => combineTrees(a, b, (a, b) => a + b))
        : undefined;
    },
  };
}
