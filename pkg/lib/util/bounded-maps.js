// Maps that drop entries: by count, by age of use, by bytes or by time, so that no caller can fill the memory.

/** Puts an entry last in a map, and removes the first one when there are more than `most`. */
export function setBounded(map, key, value, maxEntries = 256) {
  map.delete(key);
  map.set(key, value);
  if (map.size > maxEntries) map.delete(map.keys().next().value);
}

/**
 * Makes a map of at most `most` entries, without a list of their use. It has two halves: entries go into the young half; when that is
 * full, it becomes the old half, and the previous old half is dropped. So an entry is dropped only after `most / 2` others were added.
 *
 * @param {number} maxEntries most entries
 * @param {{ renewsOnGet?: boolean }} [options] whether an entry counts as new when it is read, not only when it is written
 */
export function createGenerationalMap(maxEntries, { renewsOnGet = true } = {}) {
  const half = Math.max(1, Math.floor(maxEntries / 2));
  let newerEntries = new Map();
  let olderEntries = new Map();

  function set(key, value) {
    if (newerEntries.size >= half && !newerEntries.has(key)) {
      olderEntries = newerEntries;
      newerEntries = new Map();
    }
    newerEntries.set(key, value);
  }

  return {
    get(key) {
      const value = newerEntries.get(key);
      if (value !== undefined) return value;
      const oldValue = olderEntries.get(key);
      if (oldValue !== undefined && renewsOnGet) set(key, oldValue);
      return oldValue;
    },
    set,
    get size() {
      return newerEntries.size + olderEntries.size;
    },
  };
}

/** Makes a map of at most `most` entries, each valid until a time; the entry written first is dropped first. */
export function createTtlMap(maxEntries) {
  const entries = new Map();
  return {
    get(name, now) {
      const entry = entries.get(name);
      return entry !== undefined && now < entry.until ? entry : undefined;
    },
    set: (name, value, until) => setBounded(entries, name, { value, until }, maxEntries),
    delete: (name) => entries.delete(name),
    /** Whether an entry exists, valid or not. */
    has: (name) => entries.has(name),
    get size() {
      return entries.size;
    },
  };
}

/** The bytes that an entry of `lruMap`, or a form of one, takes besides its texts: its objects, their headers, its place in the map. */
const ENTRY_OVERHEAD_BYTES = 768;

/** Makes a map of responses that holds at most `most` bytes; it drops the least recently used ones first. */
export function createLruMap(maxBytes) {
  /** A map keeps the order of writing: entries that are rewritten at each use are in the order of use. */
  const entries = new Map();
  let bytes = 0;

  function dropEntry(key, record) {
    entries.delete(key);
    bytes -= record.weight;
  }

  function dropOldest() {
    for (const [oldest, record] of entries) {
      if (bytes <= maxBytes) break;
      dropEntry(oldest, record);
    }
  }

  return {
    get(key) {
      const record = entries.get(key);
      if (record === undefined) return undefined;
      entries.delete(key);
      entries.set(key, record);
      return record.entry;
    },
    put(key, entry) {
      const previous = entries.get(key);
      if (previous) dropEntry(key, previous);
      const weight = weighEntry(key, entry);
      if (weight > maxBytes) return;
      entries.set(key, { entry, weight });
      bytes += weight;
      dropOldest();
    },
    /** Counts more bytes with an entry, for a form of it; returns false if the entry has gone or has no room for them. */
    grow(key, entry, formBytes) {
      const record = entries.get(key);
      const weight = ENTRY_OVERHEAD_BYTES + formBytes;
      if (record?.entry !== entry || record.weight + weight > maxBytes) return false;
      record.weight += weight;
      bytes += weight;
      dropOldest();
      return true;
    },
    delete(key) {
      const record = entries.get(key);
      if (record) dropEntry(key, record);
    },
    /** For tests. */
    values: () => Array.from(entries.values(), (record) => record.entry),
    get bytes() {
      return bytes;
    },
    get size() {
      return entries.size;
    },
  };
}

/** Engines store ASCII text with one byte per character, other text with two. */
const weighEntry = (key, { body, size }) =>
  ENTRY_OVERHEAD_BYTES + 2 * key.length + (size === body.length ? 1 : 2) * body.length;
