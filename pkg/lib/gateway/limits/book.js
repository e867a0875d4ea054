// What callers have used lately: a number each, of a bounded number of callers.

/**
 * Two halves: the younger one is written, and when it is full it becomes the older one, whose predecessor is forgotten. So
 * a caller is forgotten only after half of `most` others have come since, and is then as one never seen: what he gains is
 * one burst, which each of those others has cost a new address or key.
 *
 * @param {number} most callers
 */
export function book(most) {
  const half = Math.max(1, Math.floor(most / 2));
  let young = new Map();
  let old = new Map();
  return {
    /** The caller's number; 0 for one who is not known. */
    get: (key) => young.get(key) ?? old.get(key) ?? 0,

    set(key, arrival) {
      if (young.size >= half && !young.has(key)) {
        old = young;
        young = new Map();
      }
      young.set(key, arrival);
    },

    get size() {
      return young.size + old.size;
    },
  };
}
