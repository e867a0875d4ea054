// Limits failed lookups of API keys per client: a client that guesses keys exhausts only its own limit.

import { createGenerationalMap } from "../../util/bounded-maps.js";
import { sleepUnlessAborted } from "../../util/timers.js";
import { countAgainstLimits } from "../limits/core.js";

/** Returns the name of the client to which a request counts. All requests without a known client IP count as one client. */
export const nameClient = (client) => client?.name ?? "unknown";
/** Maximum clients whose counts are remembered. */
const MAX_CLIENTS = 10_000;
/**
 * If a client has as many lookups in flight as may fail, its next lookup waits: the milliseconds between two checks, and the maximum
 * number of checks.
 */
const POLL_MS = 50;
const MAX_POLLS = 20;

/** @param {{ intervalMs: number, burst: number }} failureLimit how many lookups may fail @param {() => number} now */
export function createFailedLookups(failureLimit, now) {
  // A lookup is charged when it begins, so that concurrent lookups count separately, and refunded when the key is found.
  const pendingLookups = createGenerationalMap(MAX_CLIENTS, { renewsOnGet: false });
  const failedLookups = createGenerationalMap(MAX_CLIENTS, { renewsOnGet: false });
  const chargeLookup = (counts, client) =>
    countAgainstLimits(counts, [{ key: client, ...failureLimit }], 1, now())[0].waitMs;
  const readWait = (counts, client) => chargeLookup({ get: counts.get, set() {} }, client);
  return {
    /** Returns 0 if the key may be looked up (then call `end`), otherwise the milliseconds until the client may send another key. */
    async begin(client) {
      for (let pollCount = 0; ; pollCount += 1) {
        const failedWaitMs = readWait(failedLookups, client);
        if (failedWaitMs > 0) return failedWaitMs;
        const waitMs = chargeLookup(pendingLookups, client);
        if (waitMs === 0 || pollCount === MAX_POLLS) return waitMs;
        await sleepUnlessAborted(POLL_MS);
      }
    },

    end(client, hasFailed) {
      if (hasFailed) chargeLookup(failedLookups, client);
      else pendingLookups.set(client, (pendingLookups.get(client) ?? 0) - failureLimit.intervalMs);
    },

    get size() {
      return pendingLookups.size + failedLookups.size;
    },
  };
}
