// What is not computed for a while: it would cost a request for the state or time of the processor, and then one more request all the same.

/** Milliseconds for which an account or one of its methods goes upstream at once. */
const SKIP_MS = 60_000;
const MOST_SKIPS = 4096;
/** Failed reads one after another that pause a network, and for how many milliseconds. */
const MOST_FAILURES = 3;
const PAUSE_MS = 5000;

/** @param {import("./load.js").Tools} tools */
export function createSkips({ ttlMap }, now = Date.now) {
  const skipped = ttlMap(MOST_SKIPS);
  const failures = {};
  const paused = {};
  return {
    /** Why a call goes upstream without a try, or undefined. */
    of: (network, account, method) =>
      paused[network] > now()
        ? "paused"
        : (skipped.get(account, now())?.value ?? skipped.get(`${account} ${method}`, now())?.value),
    skip: (name, why) => skipped.set(name, why, now() + SKIP_MS),
    failed(network) {
      failures[network] = (failures[network] ?? 0) + 1;
      if (failures[network] >= MOST_FAILURES) paused[network] = now() + PAUSE_MS;
    },
    succeeded(network) {
      failures[network] = 0;
    },
  };
}
