// Maps that forget: by count, by age of use, by bytes or by time, so that no caller can fill the memory.

/** Puts an entry last in a map, and removes the first one when there are more than `most`. */
export function setBounded(map, key, value, most = 256) {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) map.delete(map.keys().next().value);
}

/**
 * A map of at most `most` entries, without a list of their use. It has two halves: entries go into the young one, and when that is
 * full it becomes the old one, whose predecessor is forgotten. An entry is so forgotten only after `most / 2` others have come.
 *
 * @param {number} most entries
 * @param {{ renewsOnGet?: boolean }} [options] whether an entry counts as new when it is read; else only when it is written
 */
export function generationalMap(most, { renewsOnGet = true } = {}) {
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
      if (older !== undefined && renewsOnGet) set(key, older);
      return older;
    },
    set,
    get size() {
      return young.size + old.size;
    },
  };
}

/** A map of at most `most` entries, each valid until a time; the entry written first is forgotten first. */
export function ttlMap(most) {
  const entries = new Map();
  return {
    get(name, now) {
      const entry = entries.get(name);
      return entry !== undefined && now < entry.until ? entry : undefined;
    },
    set: (name, value, until) => setBounded(entries, name, { value, until }, most),
    delete: (name) => entries.delete(name),
    /** Whether there is an entry, valid or not. */
    has: (name) => entries.has(name),
    get size() {
      return entries.size;
    },
  };
}

/** The overhead of an entry of `lruMap` besides its texts: its objects, their headers, and its place in the map. */
const OVERHEAD = 768;

/** A map of responses that holds at most `most` bytes; it drops the least recently used ones first. */
export function lruMap(most) {
  /** A map keeps the order of writing: an entry that is written again at each use lies in the order of use. */
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
    /** For tests. */
    values: () => Array.from(entries.values(), (held) => held.entry),
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
  };
}

/** Engines hold ASCII text in one byte per character, other text in two. */
const weightOf = (key, { body, size }) => OVERHEAD + 2 * key.length + (size === body.length ? 1 : 2) * body.length;
