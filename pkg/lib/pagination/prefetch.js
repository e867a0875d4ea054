// Fetches up to `prefetch` pages ahead of the reader, one request at a time.

import { abortReason } from "../util/timers.js";

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
  let isDone = false;
  let failure;
  let inFlightPage;
  let currentController;

  const countStockedRows = () => pages.reduce((sum, page) => sum + page.rows.length, 0);

  function startFetch(wantedRows) {
    currentController = new AbortController();
    const ownController = currentController;
    const forwardAbort = () => ownController.abort(abortReason(signal));
    if (signal?.aborted) forwardAbort();
    else signal?.addEventListener("abort", forwardAbort, { once: true });
    // A failure is stored until the reader reaches it, so that no rejection is unhandled.
    inFlightPage = fetchPage(state, wantedRows, ownController.signal)
      .then(
        (page) => {
          if (currentController !== ownController) return;
          ({ state, done: isDone } = page);
          if (page.page) pages.push(page.page);
        },
        (error) => {
          if (currentController === ownController) failure = { error };
        },
      )
      .finally(() => {
        signal?.removeEventListener("abort", forwardAbort);
        if (currentController === ownController) inFlightPage = currentController = undefined;
      });
  }

  return {
    state: () => (pages.length ? pages[0].after(0) : state),

    /**
     * Returns the next page; undefined at the end, or if `isOver()` is true after a stop. The reader wants at most `wantedRows` rows.
     */
    async turn(wantedRows, isOver) {
      while (!pages.length) {
        if (isOver()) return undefined;
        if (failure) {
          const { error } = failure;
          failure = undefined;
          throw error;
        }
        if (isDone) return undefined;
        if (!inFlightPage) startFetch(wantedRows);
        await inFlightPage;
      }
      return pages.shift();
    },

    /** Starts the next prefetch, unless enough pages are stored or the reader wants no more rows. */
    fill(wantedRows) {
      const missingCount = wantedRows - countStockedRows();
      if (inFlightPage || isDone || failure || pages.length >= prefetch || missingCount <= 0) return;
      startFetch(missingCount);
      const ownController = currentController;
      // The next `turn` reports the error.
      inFlightPage.then(() => ownController.signal.aborted || this.fill(wantedRows)).catch(() => {});
    },

    /** Cancels the request in flight; received pages stay. */
    stop() {
      const ownController = currentController;
      inFlightPage = currentController = undefined;
      ownController?.abort();
    },
  };
}
