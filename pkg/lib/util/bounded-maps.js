// Maps that evict entries by count, last use, bytes or time, so that no caller can fill the memory.

/** Puts an entry at the end of a map, and removes the first one if there are more than `maxEntries`. */
export function setBounded(map, key, value, maxEntries = 256) {
  map.delete(key);
  map.set(key, value);
  if (map.size > maxEntries) map.delete(map.keys().next().value);
}

/**
 * Creates a map of at most `maxEntries` entries that needs no list of their use. Entries go into the young half; when that is full, it
 * becomes the old half, and the previous old half is dropped. So an entry is evicted only after `maxEntries / 2` others were added.
 *
 * @param {number} maxEntries maximum entries
 * @param {{ renewsOnGet?: boolean }} [options] whether reading an entry renews it, as writing does
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

/** Creates a map of at most `maxEntries` entries, each valid until a given time. The entry that was written first is evicted first. */
export function createTtlMap(maxEntries) {
  const entries = new Map();
  return {
    get(name, now) {
      const entry = entries.get(name);
      return entry !== undefined && now < entry.until ? entry : undefined;
    },
    set: (name, value, expiresAt) => setBounded(entries, name, { value, until: expiresAt }, maxEntries),
    delete: (name) => entries.delete(name),
    /** Whether an entry exists, even if it is no longer valid. */
    has: (name) => entries.has(name),
    get size() {
      return entries.size;
    },
  };
}

/** The bytes that an entry of an LRU map, or a compressed form of one, takes besides its texts: objects and its slot in the map. */
const ENTRY_OVERHEAD_BYTES = 768;

/** Creates a map of responses that holds at most `maxBytes` bytes; it evicts the least recently used ones first. */
export function createLruMap(maxBytes) {
  /** A `Map` keeps the order of insertion. Entries are inserted again at each use, so they are in the order of use. */
  const entries = new Map();
  let bytes = 0;

  function dropEntry(key, record) {
    entries.delete(key);
    bytes -= record.weight;
  }

  function dropOldestEntry() {
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
      const entryBytes = weighEntry(key, entry);
      if (entryBytes > maxBytes) return;
      entries.set(key, { entry, weight: entryBytes });
      bytes += entryBytes;
      dropOldestEntry();
    },
    /** Adds bytes to an entry, for a compressed form of it; returns false if the entry was evicted or there is no room. */
    grow(key, entry, formBytes) {
      const record = entries.get(key);
      const entryBytes = ENTRY_OVERHEAD_BYTES + formBytes;
      if (record?.entry !== entry || record.weight + entryBytes > maxBytes) return false;
      record.weight += entryBytes;
      bytes += entryBytes;
      dropOldestEntry();
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
