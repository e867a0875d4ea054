// Reads of hubs in several processes: each takes the rows that another one has just read from a store, and only one at a time asks the upstreams. Such
// rows are like those of a replica that is a little behind, so nothing is lost if the store is slow, old or away.

import { fail } from "../../util/error.js";
import { randomUuid } from "../../util/crypto.js";
import { withTimeout } from "../../util/timers.js";

/** Milliseconds in which the store must respond. */
const TIMEOUT_MS = 1000;
/** Milliseconds without the store after it failed. */
const PAUSE_MS = 5000;
/** Looks per interval at what another process reads. */
const LOOKS_PER_INTERVAL = 4;
/** Milliseconds after which a process asks although others have had all turns. */
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
  #awayUntil = Number.NEGATIVE_INFINITY;
  /** The last read that waits for rows or its turn. @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {() => StreamStore | undefined} getStore the current one; without one, the upstreams are asked each time @param {string} network @param {number} intervalMs the least time between two requests of all processes together
   * @param {(error: unknown) => void} onFailure is called when the store fails
   */
  constructor(getStore, network, intervalMs, onFailure) {
    this.#getStore = getStore;
    this.#prefix = `${network}:`;
    this.#intervalMs = intervalMs;
    this.#onFailure = onFailure;
  }

  /**
   * Returns the rows of keys: those that a process has just read, and the others from the upstreams when it is this one's turn.
   *
   * @param {string[]} keys @param {(missing: string[]) => Promise<Map<string, any[]>>} ask reads the rows of keys from the upstreams
   * @returns {Promise<any[]>}
   */
  async read(keys, ask) {
    const end = performance.now() + MAX_WAIT_MS;
    // In their order: otherwise one kind of reads could take all turns of this process.
    const waiting = this.#last.then(() => this.#waitForRows(keys, end));
    this.#last = waiting.catch(() => {});
    const seen = await waiting;
    if (seen === undefined) return [...(await ask(keys)).values()].flat();
    if (seen.missing.length === 0) return [...seen.rows.values()].flat();
    const asked = await ask(seen.missing);
    await this.#save(asked);
    return [...seen.rows.values(), ...asked.values()].flat();
  }

  /**
   * Waits until there are rows of all keys, or it is this process's turn to read those that are missing. Undefined: it asks without a turn.
   *
   * @param {string[]} keys @param {number} end
   */
  async #waitForRows(keys, end) {
    while (performance.now() < end) {
      const seen = await this.#look(keys);
      if (seen === undefined) return undefined;
      const missing = keys.filter((key) => !seen.rows.has(key));
      if (missing.length === 0 || seen.hasTurn) return { rows: seen.rows, missing };
      await new Promise((resolve) => void setTimeout(resolve, this.#intervalMs / LOOKS_PER_INTERVAL));
    }
    return undefined;
  }

  /** Looks for the rows of keys, and takes the turn to read those that are missing. Undefined while the store is away. @param {string[]} keys */
  async #look(keys) {
    const want = { turn: `${this.#prefix}turn`, gateway: this.#name, ms: this.#intervalMs };
    const seen = await this.#use((store) => store.look(keys.map(this.#addPrefix), want));
    if (seen === undefined) return undefined;
    const rows = new Map();
    for (const [index, key] of keys.entries()) {
      const list = readList(seen.texts[index]);
      if (list !== undefined) rows.set(key, list);
    }
    return { rows, hasTurn: seen.hasTurn };
  }

  /** @param {Map<string, any[]>} rows */
  async #save(rows) {
    const texts = [...rows]
      .map(([key, list]) => /** @type {[string, string]} */ ([this.#addPrefix(key), JSON.stringify(list)]))
      .filter(([, text]) => text.length <= MAX_TEXT);
    if (texts.length > 0) await this.#use((store) => store.save(texts, this.#intervalMs));
  }

  #addPrefix = (key) => this.#prefix + key;

  /** Uses the store; undefined while it is away, or there is none. @template T @param {(store: StreamStore) => Promise<T>} call @returns {Promise<T | undefined>} */
  async #use(call) {
    const store = this.#getStore();
    if (!store || performance.now() < this.#awayUntil) return undefined;
    try {
      return await withTimeout(TIMEOUT_MS, call(store), () => {
        throw fail("timeout", `the store of streams has not responded within ${TIMEOUT_MS} ms`);
      });
    } catch (error) {
      this.#awayUntil = performance.now() + PAUSE_MS;
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
