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
  /** The counts handed on so far, by series. */
  let handed = new Map();
  let due = -Infinity;
  return {
    /** Whether the counts are due; true once, for the caller that then hands them on. */
    isDue(now) {
      if (now < due) return false;
      due = now + EVERY;
      return true;
    },

    /** Hands on the new counts of the meter, and resolves to the sums of all isolates; to undefined if the object is out of reach. */
    async hand(meter, env, now) {
      due = now + EVERY;
      const counts = (await import("./write-metrics.js")).fleetCounts(meter);
      const news = [...counts]
        .map(([series, count]) => /** @type {[string, number]} */ ([series, count - (handed.get(series) ?? 0)]))
        .filter(([, count]) => count > 0);
      handed = counts;
      try {
        return await withTimeout(TIMEOUT_MS, limiter.tally(Object.fromEntries(news), env));
      } catch (error) {
        // Only the limiter's own refusal proves that the counts were not added. After any other failure they may have been, so they are not
        // sent again.
        if (isTonEdgeError(error)) for (const [series, count] of news) handed.set(series, handed.get(series) - count);
        return undefined;
      }
    },
  };
}
