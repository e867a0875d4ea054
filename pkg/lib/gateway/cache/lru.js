// Answers in memory, bounded in bytes: those that were not asked for the longest go first.

/** What an entry costs besides its texts: its objects, their headers, and its place in the map. */
const OVERHEAD = 768;

/** @param {number} most bytes of all entries together */
export function lru(most) {
  /** A map keeps the order of writing, so what is written again at every use lies in the order of use. */
  const entries = new Map();
  let bytes = 0;

  function drop(key, held) {
    entries.delete(key);
    bytes -= held.weight;
  }

  return {
    get(key) {
      const held = entries.get(key);
      if (held === undefined) return undefined;
      entries.delete(key);
      entries.set(key, held);
      return held.entry;
    },
    put(key, entry) {
      const before = entries.get(key);
      if (before) drop(key, before);
      const weight = weightOf(key, entry);
      if (weight > most) return;
      entries.set(key, { entry, weight });
      bytes += weight;
      for (const [oldest, held] of entries) {
        if (bytes <= most) break;
        drop(oldest, held);
      }
    },
    delete(key) {
      const held = entries.get(key);
      if (held) drop(key, held);
    },
    /** For tests: what is in it. */
    values: () => Array.from(entries.values(), (held) => held.entry),
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
  };
}

/** Engines keep a text of ASCII in a byte a character, any other in two. */
const weightOf = (key, { body, size }) => OVERHEAD + 2 * key.length + (size === body.length ? 1 : 2) * body.length;
