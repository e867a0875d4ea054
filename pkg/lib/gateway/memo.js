// A bounded map of what was found out before.

/**
 * Two halves: the younger one is written, and when it is full it becomes the older one, whose predecessor is forgotten. What is
 * used moves to the younger half, so it is forgotten only after `most / 2` others have come since.
 *
 * @param {number} most entries
 */
export function memo(most) {
  const half = Math.max(1, Math.floor(most / 2));
  let young = new Map();
  let old = new Map();

  function set(key, value) {
    if (young.size >= half && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const found = young.get(key);
      if (found !== undefined) return found;
      const older = old.get(key);
      if (older !== undefined) set(key, older);
      return older;
    },
    set,
  };
}
