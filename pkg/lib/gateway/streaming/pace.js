// Spaces the upstream requests of a hub, and lets its kinds of work take turns.

/** @typedef {"live" | "details" | "missed"} Kind of work */

/** The order of turns. @type {Kind[]} */
const KINDS = ["live", "details", "missed"];

export class Pace {
  #intervalMs;
  /** The functions that resume waiting work, by kind of work. @type {Record<Kind, (() => void)[]>} */
  #waiting = { live: [], details: [], missed: [] };
  /** The kind of work whose turn is next. */
  #next = 0;
  #nextAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {number} intervalMs the least time between two requests */
  constructor(intervalMs) {
    this.#intervalMs = intervalMs;
  }

  /** Resolves when the next request may be sent. @param {Kind} kind @returns {Promise<void>} */
  waitForTurn(kind) {
    return new Promise((resolve) => {
      this.#waiting[kind].push(resolve);
      this.#schedule();
    });
  }

  #schedule() {
    if (this.#timer !== undefined || KINDS.every((kind) => this.#waiting[kind].length === 0)) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#nextAt = performance.now() + this.#intervalMs;
        this.#takeNext()();
        this.#schedule();
      },
      Math.max(0, this.#nextAt - performance.now()),
    );
  }

  /** Takes the first waiting work of the kind whose turn it is, or of the next kind that has any. */
  #takeNext() {
    while (this.#waiting[KINDS[this.#next]].length === 0) this.#next = (this.#next + 1) % KINDS.length;
    const resolve = /** @type {() => void} */ (this.#waiting[KINDS[this.#next]].shift());
    this.#next = (this.#next + 1) % KINDS.length;
    return resolve;
  }
}
