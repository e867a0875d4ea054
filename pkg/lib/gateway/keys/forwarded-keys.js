// Callers' keys that go to the service: a client that guesses keys uses up its own count only.

import { generationalMap } from "../../util/bounded-maps.js";
import { countAgainstLimits } from "../limits/core.js";

/** Most clients whose count is remembered, and most keys that are known to be good. */
const MOST = 10_000;
/** The client of requests whose client IP is not known. */
const UNKNOWN = "unknown";

/** @param {{ intervalMs: number, burst: number } | null | undefined} pace how many keys the service may refuse */
export function createForwardedKeys(pace, now = Date.now) {
  const good = generationalMap(MOST);
  const failed = generationalMap(MOST, { renewsOnGet: false });
  const charge = (counts, client) =>
    countAgainstLimits(counts, [{ key: client?.name ?? UNKNOWN, ...pace }], 1, now())[0].waitMs;
  return {
    /** Milliseconds after which the client may send a key that is not known to be good; 0: now. */
    wait: (client, key) => (pace && good.get(key) !== true ? charge({ get: failed.get, set() {} }, client) : 0),

    /** Notes what the service made of a key. */
    note(client, key, status) {
      if (status === 401 || status === 403) {
        good.set(key, false);
        if (pace) charge(failed, client);
      } else if (status < 400) good.set(key, true);
    },
  };
}
