// Sums metrics over all isolates: each isolate regularly sends its new counts to a Durable Object of the limiter.

import { isTonEdgeError } from "../../util/error.js";
import { withTimeout } from "../../util/timers.js";

/** Milliseconds between two reports of an isolate. */
const INTERVAL_MS = 10_000;
/** The timeout of a report in milliseconds. */
const TIMEOUT_MS = 1000;

/**
 * @param {{ tally?: import("../../../gateway.js").Limiter["tally"] } | undefined} limiter
 *
 * @returns undefined if the limiter keeps no sums
 */
export function createAggregate(limiter) {
  if (typeof limiter?.tally !== "function") return undefined;
  /** The counts sent so far, by series. */
  let sentCounts = new Map();
  let dueAt = -Infinity;
  return {
    /** Whether a report is due. Returns true to one caller only, which then sends the counts. */
    isDue(now) {
      if (now < dueAt) return false;
      dueAt = now + INTERVAL_MS;
      return true;
    },

    /** Sends the new counts of the meter. Resolves to the sums of all isolates, or to undefined if the object is unreachable. */
    async sendCounts(meter, env, now) {
      dueAt = now + INTERVAL_MS;
      const counts = (await import("./write-metrics.js")).countForFleet(meter);
      const newCounts = [...counts]
        .map(([series, count]) => /** @type {[string, number]} */ ([series, count - (sentCounts.get(series) ?? 0)]))
        .filter(([, count]) => count > 0);
      sentCounts = counts;
      try {
        return await withTimeout(TIMEOUT_MS, limiter.tally(Object.fromEntries(newCounts), env));
      } catch (error) {
        // Only a refusal of the limiter itself proves that the counts were not added, so they are sent again. After any other failure they
        // may have been added.
        if (isTonEdgeError(error))
          for (const [series, count] of newCounts) sentCounts.set(series, sentCounts.get(series) - count);
        return undefined;
      }
    },
  };
}
