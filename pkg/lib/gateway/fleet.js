// Counters of a fleet: every isolate hands on what it has counted since it last did, and the limiter's object sums it up.

import { isTonEdgeError } from "../error.js";
import { within } from "./patience.js";

/** Milliseconds between two times at which an isolate hands on. */
const EVERY = 10_000;
/** Milliseconds after which nobody waits for the sums any more. */
const PATIENCE = 1000;

/** @param {{ tally?: Function } | undefined} limiter @returns undefined where it keeps no sums */
export function fleetOf(limiter) {
  if (typeof limiter?.tally !== "function") return undefined;
  let pending = new Map();
  let handed = -Infinity;
  const add = (series, count) => pending.set(series, (pending.get(series) ?? 0) + count);
  return {
    count: (series) => add(series, 1),
    isDue: (now) => pending.size > 0 && now - handed >= EVERY,

    /** Hands on, and resolves to the sums of all; to nothing where the object is out of reach. */
    async hand(env, now) {
      const counts = pending;
      pending = new Map();
      handed = now;
      try {
        return await within(PATIENCE, limiter.tally(Object.fromEntries(counts), env));
      } catch (error) {
        // Ours says that it was not taken. After any other it may have been: nothing is counted twice.
        if (isTonEdgeError(error)) for (const [series, count] of counts) add(series, count);
        return undefined;
      }
    },
  };
}
