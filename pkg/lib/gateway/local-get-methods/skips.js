// Remembers calls that are forwarded without trying to compute them, because that failed a moment ago and would only add
// work.

/** Milliseconds for which calls of an account, or of one of its methods, are forwarded directly. */
const SKIP_MS = 60_000;
const MAX_SKIPS = 4096;
/** Number of consecutive failed reads that pause local computing for a network, and the pause in milliseconds. */
const MAX_FAILURES = 3;
const PAUSE_MS = 5000;

/** @param {import("./load.js").Tools} tools */
export function createSkips({ ttlMap }, now = Date.now) {
  const skippedNames = ttlMap(MAX_SKIPS);
  const failures = {};
  const pausedUntil = {};
  return {
    /** Returns why a call is forwarded directly, or undefined. */
    findReason: (network, account, method) =>
      pausedUntil[network] > now()
        ? "paused"
        : (skippedNames.get(account, now())?.value ?? skippedNames.get(`${account} ${method}`, now())?.value),
    skip: (name, reason) => skippedNames.set(name, reason, now() + SKIP_MS),
    recordFailure(network) {
      failures[network] = (failures[network] ?? 0) + 1;
      if (failures[network] >= MAX_FAILURES) pausedUntil[network] = now() + PAUSE_MS;
    },
    recordSuccess(network) {
      failures[network] = 0;
    },
  };
}
