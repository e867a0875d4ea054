// Sums metrics over all isolates: each hands its new counts to a Durable Object of the limiter from time to time.

import { isTonEdgeError } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";

/** Milliseconds between two reports of an isolate. */
const EVERY = 10_000;
/** Milliseconds that a request waits for the sums. */
const TIMEOUT_MS = 1000;

/** @param {{ tally?: import("../../../gateway.js").Limiter["tally"] } | undefined} limiter @returns undefined where it keeps no sums */
export function createAggregate(limiter) {
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
        return await withTimeout(TIMEOUT_MS, limiter.tally(Object.fromEntries(counts), env));
      } catch (error) {
        // Ours says that it was not taken. After any other it may have been: nothing is counted twice.
        if (isTonEdgeError(error)) for (const [series, count] of counts) add(series, count);
        return undefined;
      }
    },
  };
}
