// A map of what was found lately: bounded in entries and in time.

/** @param {number} most entries; the one that was written first goes first */
export function recent(most) {
  const entries = new Map();
  return {
    get(name, now) {
      const entry = entries.get(name);
      if (entry === undefined) return undefined;
      if (now < entry.until) return entry;
      entries.delete(name);
      return undefined;
    },
    set(name, value, until) {
      entries.delete(name);
      if (entries.size >= most) entries.delete(entries.keys().next().value);
      entries.set(name, { value, until });
    },
    /** Whether it is kept, fresh or not. */
    has: (name) => entries.has(name),
    get size() {
      return entries.size;
    },
  };
}
