// Reads of hubs in several processes. A process takes rows that another process has just read from the store, and only one process at a time requests
// rows from the upstreams. Shared rows are like those of a lagging replica, so nothing is lost if the store is slow, outdated or unavailable.

import { fail } from "../../util/error.js";
import { randomUuid } from "../../util/crypto.js";
import { withTimeout } from "../../util/timers.js";

/** Timeout of a call of the store, in milliseconds. */
const TIMEOUT_MS = 1000;
/** Milliseconds for which the store is not used after it failed. */
const PAUSE_MS = 5000;
/** How many times per interval a waiting process looks for the rows of another process. */
const LOOKS_PER_INTERVAL = 4;
/** Milliseconds after which a process requests the rows without a turn, because other processes had all turns. */
const MAX_WAIT_MS = 30_000;
/** The longest text that is stored. */
const MAX_TEXT = 1024 * 1024;

/** @typedef {import("../../../gateway.js").StreamStore} StreamStore */

export class SharedReads {
  #getStore;
  #prefix;
  #intervalMs;
  #onFailure;
  #name = randomUuid();
  #unavailableUntil = Number.NEGATIVE_INFINITY;
  /** The last read that waits for rows or for its turn. @type {Promise<unknown>} */
  #lastRead = Promise.resolve();

  /**
   * @param {() => StreamStore | undefined} getStore returns the current store; without one, each read goes upstream @param {string} network @param {number} intervalMs the least time between two requests of all processes together
   * @param {(error: unknown) => void} onFailure is called when the store fails
   */
  constructor(getStore, network, intervalMs, onFailure) {
    this.#getStore = getStore;
    this.#prefix = `${network}:`;
    this.#intervalMs = intervalMs;
    this.#onFailure = onFailure;
  }

  /**
   * Returns the rows of keys: rows that any process has just read, and the missing rows from the upstreams when this process has the turn.
   *
   * @param {string[]} keys @param {(missingKeys: string[]) => Promise<Map<string, any[]>>} ask reads the rows of keys from the upstreams
   * @returns {Promise<any[]>}
   */
  async read(keys, ask) {
    const end = performance.now() + MAX_WAIT_MS;
    // Reads run in their order: otherwise one kind of reads could take all turns of this process.
    const waitPromise = this.#lastRead.then(() => this.#waitForRows(keys, end));
    this.#lastRead = waitPromise.catch(() => {});
    const storedReads = await waitPromise;
    if (storedReads === undefined) return [...(await ask(keys)).values()].flat();
    if (storedReads.missing.length === 0) return [...storedReads.rows.values()].flat();
    const readEntries = await ask(storedReads.missing);
    await this.#save(readEntries);
    return [...storedReads.rows.values(), ...readEntries.values()].flat();
  }

  /**
   * Waits until there are rows of all keys, or until it is this process's turn to read the missing ones. Undefined: it reads without a turn.
   *
   * @param {string[]} keys @param {number} end
   */
  async #waitForRows(keys, end) {
    while (performance.now() < end) {
      const storedReads = await this.#look(keys);
      if (storedReads === undefined) return undefined;
      const missingKeys = keys.filter((key) => !storedReads.rows.has(key));
      if (missingKeys.length === 0 || storedReads.hasTurn) return { rows: storedReads.rows, missing: missingKeys };
      await new Promise((resolve) => void setTimeout(resolve, this.#intervalMs / LOOKS_PER_INTERVAL));
    }
    return undefined;
  }

  /** Looks up the rows of keys. If rows are missing, takes the turn to read them, if it is free. Undefined while the store is unavailable. @param {string[]} keys */
  async #look(keys) {
    const turnRequest = { turn: `${this.#prefix}turn`, gateway: this.#name, ms: this.#intervalMs };
    const storedReads = await this.#use((store) => store.look(keys.map(this.#addPrefix), turnRequest));
    if (storedReads === undefined) return undefined;
    const rows = new Map();
    for (const [index, key] of keys.entries()) {
      const list = readList(storedReads.texts[index]);
      if (list !== undefined) rows.set(key, list);
    }
    return { rows, hasTurn: storedReads.hasTurn };
  }

  /** @param {Map<string, any[]>} rows */
  async #save(rows) {
    const texts = [...rows]
      .map(([key, list]) => /** @type {[string, string]} */ ([this.#addPrefix(key), JSON.stringify(list)]))
      .filter(([, text]) => text.length <= MAX_TEXT);
    if (texts.length > 0) await this.#use((store) => store.save(texts, this.#intervalMs));
  }

  #addPrefix = (key) => this.#prefix + key;

  /** Calls the store; undefined while it is unavailable, or if there is none. @template T @param {(store: StreamStore) => Promise<T>} call @returns {Promise<T | undefined>} */
  async #use(call) {
    const store = this.#getStore();
    if (!store || performance.now() < this.#unavailableUntil) return undefined;
    try {
      return await withTimeout(TIMEOUT_MS, call(store), () => {
        throw fail("timeout", `the store of streams has not responded within ${TIMEOUT_MS} ms`);
      });
    } catch (error) {
      this.#unavailableUntil = performance.now() + PAUSE_MS;
      this.#onFailure(error);
      return undefined;
    }
  }
}

/** Reads rows from a text of the store; undefined if it has none, or not a list. @param {unknown} text */
function readList(text) {
  if (typeof text !== "string") return undefined;
  try {
    const list = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}
