// The counts of API keys with a quota. Only keys that the operator has created have a quota, so callers cannot fill this
// map.

/** When there are this many counts, counts of past windows are removed, since keys are created and revoked. */
const MIN_SWEEP_SIZE = 10_000;

export function createQuotaCounts(now = Date.now) {
  const counts = new Map();
  let sweepSize = MIN_SWEEP_SIZE;
  return {
    get: (key) => counts.get(key),
    set(key, count) {
      if (counts.size >= sweepSize && !counts.has(key)) {
        for (const [name, { ends }] of counts) if (ends < now()) counts.delete(name);
        sweepSize = Math.max(MIN_SWEEP_SIZE, 2 * counts.size);
      }
      counts.set(key, count);
    },
    get size() {
      return counts.size;
    },
  };
}
