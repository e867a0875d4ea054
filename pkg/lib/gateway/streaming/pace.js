// Spaces the upstream requests of a hub, and lets its two kinds of work take turns.

export class Pace {
  #intervalMs;
  /** Those that wait, by kind of work. @type {Record<"live" | "missed", (() => void)[]>} */
  #waiting = { live: [], missed: [] };
  /** @type {"live" | "missed"} */
  #lastKind = "missed";
  #nextAt = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {number} intervalMs the least time between two requests */
  constructor(intervalMs) {
    this.#intervalMs = intervalMs;
  }

  /** Resolves when the next request may be sent. @param {"live" | "missed"} kind @returns {Promise<void>} */
  waitForTurn(kind) {
    return new Promise((resolve) => {
      this.#waiting[kind].push(resolve);
      this.#schedule();
    });
  }

  #schedule() {
    const { live, missed } = this.#waiting;
    if (this.#timer !== undefined || live.length + missed.length === 0) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#nextAt = performance.now() + this.#intervalMs;
        const preferred = this.#lastKind === "live" ? "missed" : "live";
        const other = this.#lastKind;
        const kind = this.#waiting[preferred].length > 0 ? preferred : other;
        this.#lastKind = kind;
        this.#waiting[kind].shift()?.();
        this.#schedule();
      },
      Math.max(0, this.#nextAt - performance.now()),
    );
  }
}
