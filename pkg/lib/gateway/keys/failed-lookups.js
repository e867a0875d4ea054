// Limits failed lookups of API keys per client: a client that guesses keys uses up its own count only.

import { generationalMap } from "../../util/bounded-maps.js";
import { sleepUnlessAborted } from "../../util/timers.js";
import { countAgainstLimits } from "../limits/core.js";

/** The client that a request counts for; all requests without a known client IP count as one client. */
export const countedAs = (client) => client?.name ?? "unknown";
/** Most clients whose count is remembered. */
const CLIENTS = 10_000;
/** If a client has as many lookups in flight as may fail, the next one waits: milliseconds between checks, and the number of checks. */
const LOOK = 50;
const LOOKS = 20;

/** @param {{ intervalMs: number, burst: number }} pace how many may fail @param {() => number} now */
export function createFailedLookups(pace, now) {
  // A lookup is charged when it begins, so that concurrent lookups count separately, and refunded when the key is found.
  const begun = generationalMap(CLIENTS, { renewsOnGet: false });
  const failed = generationalMap(CLIENTS, { renewsOnGet: false });
  const charge = (counts, client) => countAgainstLimits(counts, [{ key: client, ...pace }], 1, now())[0].waitMs;
  const look = (counts, client) => charge({ get: counts.get, set() {} }, client);
  return {
    /** 0: look the key up, and call `end`. Else the milliseconds after which the client may send another key. */
    async begin(client) {
      for (let looks = 0; ; looks += 1) {
        const refused = look(failed, client);
        if (refused > 0) return refused;
        const wait = charge(begun, client);
        if (wait === 0 || looks === LOOKS) return wait;
        await sleepUnlessAborted(LOOK);
      }
    },

    end(client, hasFailed) {
      if (hasFailed) charge(failed, client);
      else begun.set(client, (begun.get(client) ?? 0) - pace.intervalMs);
    },

    get size() {
      return begun.size + failed.size;
    },
  };
}
