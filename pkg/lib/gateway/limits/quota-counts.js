// Counts per API key with a quota: there are only as many as the operator has made, so callers cannot fill this map.

/** Quotas at which those of windows that are over are forgotten: keys come and go. */
const MANY = 10_000;

export function quotaCounts(now = Date.now) {
  const counts = new Map();
  let most = MANY;
  return {
    get: (key) => counts.get(key),
    set(key, used) {
      if (counts.size >= most && !counts.has(key)) {
        for (const [name, { ends }] of counts) if (ends < now()) counts.delete(name);
        most = Math.max(MANY, 2 * counts.size);
      }
      counts.set(key, used);
    },
    get size() {
      return counts.size;
    },
  };
}
