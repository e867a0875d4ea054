// A map of what was found lately: bounded in entries and in time.

/** @param {number} most entries; the one that was written first goes first */
export function recent(most) {
  const entries = new Map();
  return {
    get(name, now) {
      const entry = entries.get(name);
      return entry !== undefined && now < entry.until ? entry : undefined;
    },
    set(name, value, until) {
      entries.delete(name);
      if (entries.size >= most) entries.delete(entries.keys().next().value);
      entries.set(name, { value, until });
    },
    delete: (name) => entries.delete(name),
    /** Whether it is kept, fresh or not. */
    has: (name) => entries.has(name),
    get size() {
      return entries.size;
    },
  };
}
