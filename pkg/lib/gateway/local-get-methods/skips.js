// Remembers calls that are forwarded without trying to compute them, because that failed a moment ago and would only add
// work.

/** Milliseconds for which calls of an account, or of one of its methods, are forwarded directly. */
const SKIP_MS = 60_000;
const MAX_SKIPS = 4096;
/** Calls that are remembered have cache keys of at most this many characters. */
const MAX_KEY_LENGTH = 1024;
/** After this many calls of an account that took too much work, all its calls go upstream for a while. */
const MAX_HEAVY_CALLS = 3;
/** Number of consecutive failed reads that pause local computing for a network, and the pause in milliseconds. */
const MAX_FAILURES = 3;
const PAUSE_MS = 5000;

/** @param {import("./load.js").Tools} tools */
export function createSkips({ ttlMap }, now = Date.now) {
  const skippedNames = ttlMap(MAX_SKIPS);
  const heavyCalls = ttlMap(MAX_SKIPS);
  const heavyCallCounts = ttlMap(MAX_SKIPS);
  const failures = {};
  const pausedUntil = {};
  return {
    /** Returns why a call is forwarded directly, or undefined. */
    findReason: (network, account, method) =>
      pausedUntil[network] > now()
        ? "paused"
        : (skippedNames.get(account, now())?.value ?? skippedNames.get(`${account} ${method}`, now())?.value),
    skip: (name, reason) => skippedNames.set(name, reason, now() + SKIP_MS),
    /** Remembers a call that took too much work. @param {string} key of the cache: network, account, method and arguments */
    addHeavyCall(key, account, lt) {
      if (key.length <= MAX_KEY_LENGTH) heavyCalls.set(key, lt, now() + SKIP_MS);
      const count = (heavyCallCounts.get(account, now())?.value ?? 0) + 1;
      heavyCallCounts.set(account, count, now() + SKIP_MS);
      if (count >= MAX_HEAVY_CALLS) this.skip(account, "too_complex");
    },
    /** Whether a call took too much work, unless a later state of its account is known. */
    isHeavyCall(key, knownLt) {
      const lt = heavyCalls.get(key, now())?.value;
      return lt !== undefined && (knownLt ?? lt) === lt;
    },
    recordFailure(network) {
      failures[network] = (failures[network] ?? 0) + 1;
      if (failures[network] >= MAX_FAILURES) pausedUntil[network] = now() + PAUSE_MS;
    },
    recordSuccess(network) {
      failures[network] = 0;
    },
  };
}
