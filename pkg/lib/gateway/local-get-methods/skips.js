// Calls that go upstream for a while without an attempt to compute them, because computing failed a moment ago and would only add work.

/** Milliseconds during which calls of an account, or of one of its methods, go upstream directly. */
const SKIP_MS = 60_000;
const MOST_SKIPS = 4096;
/** Consecutive failed reads that pause local computing for a network, and the length of the pause in milliseconds. */
const MOST_FAILURES = 3;
const PAUSE_MS = 5000;

/** @param {import("./load.js").Tools} tools */
export function createSkips({ ttlMap }, now = Date.now) {
  const skipped = ttlMap(MOST_SKIPS);
  const failures = {};
  const paused = {};
  return {
    /** Why a call goes upstream without an attempt to compute it, or undefined. */
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
