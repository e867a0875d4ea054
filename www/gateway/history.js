// Readings of the last minutes, as what changed from one to the next.

import { change, combined } from "./reading.js";

/** Milliseconds that are remembered. */
const KEPT = 300_000;
/** Milliseconds: what was counted over a longer time, as after a pause, says nothing of now. */
const LONGEST = 60_000;
/** Isolates that are remembered: a Worker has many, and any of them answers. */
const ISOLATES = 50;

/** @typedef {{ at: number, seconds?: number, counted?: import("./reading.js").Reading["counted"] }} Point without counts: a gap */

export function history() {
  /** The last reading of each isolate. */
  const last = new Map();
  /** @type {Point[]} */
  let points = [];
  return {
    /** @param {import("./reading.js").Reading} reading */
    add(reading) {
      const before = last.get(reading.isolate);
      last.delete(reading.isolate);
      last.set(reading.isolate, reading);
      if (last.size > ISOLATES) last.delete(last.keys().next().value);
      const recent = before && reading.at - before.at <= LONGEST;
      points = [...points.filter(({ at }) => reading.at - at < KEPT), { at: reading.at, ...(recent && change(before, reading)) }];
    },
    get points() {
      return points;
    },
    get isolates() {
      return last.size;
    },
    /** All that was counted in the last so many milliseconds, as one; undefined before there are two readings. */
    within(ms, now) {
      const recent = points.filter(({ at, counted }) => counted && now - at < ms);
      return recent.length > 0 ? recent.map(({ at, ...rest }) => rest).reduce((one, other) => combined(one, other, (a, b) => a + b)) : undefined;
    },
  };
}
