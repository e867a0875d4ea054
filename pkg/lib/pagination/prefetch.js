// Fetches pages ahead of their reader: one request at a time, and never more pages than `prefetch`.

import { reasonOf } from "../util/timers.js";

/**
 * @typedef {{ rows: unknown[], address_book: unknown, metadata: unknown, offset: number, last: boolean,
 *   after(count: number): string }} Page
 */

/**
 * @param {{ state: string, prefetch: number, signal?: AbortSignal,
 *   fetchPage: (state: string, wanted: number, signal: AbortSignal) => Promise<{ state: string, done: boolean, page?: Page }> }} what
 */
export function prefetchPages({ state, prefetch, signal, fetchPage }) {
  let pages = [];
  let done = false;
  let failure;
  let flight;
  let stop;

  const stocked = () => pages.reduce((sum, page) => sum + page.rows.length, 0);

  function start(wanted) {
    stop = new AbortController();
    const own = stop;
    const link = () => own.abort(reasonOf(signal));
    if (signal?.aborted) link();
    else signal?.addEventListener("abort", link, { once: true });
    // A failure is stored until the reader reaches it, so that no rejection is unhandled.
    flight = fetchPage(state, wanted, own.signal)
      .then(
        (got) => {
          if (stop !== own) return;
          ({ state, done } = got);
          if (got.page) pages.push(got.page);
        },
        (error) => {
          if (stop === own) failure = { error };
        },
      )
      .finally(() => {
        signal?.removeEventListener("abort", link);
        if (stop === own) flight = stop = undefined;
      });
  }

  return {
    state: () => (pages.length ? pages[0].after(0) : state),

    /** The next page; undefined at the end, and when `over()` after a stop. `wanted` rows at most are of use. */
    async turn(wanted, over) {
      while (!pages.length) {
        if (over()) return undefined;
        if (failure) {
          const { error } = failure;
          failure = undefined;
          throw error;
        }
        if (done) return undefined;
        if (!flight) start(wanted);
        await flight;
      }
      return pages.shift();
    },

    /** Fetches ahead, when there is room and use. */
    fill(wanted) {
      const useful = wanted - stocked();
      if (flight || done || failure || pages.length >= prefetch || useful <= 0) return;
      start(useful);
      const own = stop;
      // The next `turn` reports what is wrong.
      flight.then(() => own.signal.aborted || this.fill(wanted)).catch(() => {});
    },

    /** Cancels the request in flight; pages that have arrived stay. */
    stop() {
      const own = stop;
      flight = stop = undefined;
      own?.abort();
    },
  };
}
