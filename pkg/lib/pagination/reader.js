// Reads a list from one position: as rows, as pages or into an array.

import { abortReason } from "../util/timers.js";

/** @param {ReturnType<typeof import("./prefetch.js").prefetchPages>} source */
export function createReader(source, stats, maxItems, signal) {
  /** The page that is being read, and the number of its rows already returned. */
  let page;
  let takenCount = 0;
  const countRoom = (readMax) => Math.min(maxItems - stats.rows, readMax);
  const hasRowInPage = () => page !== undefined && takenCount < page.rows.length;

  /** Opens the next page; returns false at the end. */
  async function openNextPage(readMax, isOver) {
    const nextPage = await source.turn(countRoom(readMax()), isOver);
    if (nextPage === undefined) return false;
    [page, takenCount] = [nextPage, 0];
    if (!isOver()) source.fill(countRoom(readMax()) - nextPage.rows.length);
    return true;
  }

  // Iterators share one position, so their steps run one after the other: the next page is opened only after the current one
  // is read.
  let lastTurn = Promise.resolve();
  function runInTurn(run) {
    const result = lastTurn.then(run);
    lastTurn = result.catch(() => {});
    return result;
  }

  function takeRow() {
    const value = page.rows[takenCount];
    takenCount += 1;
    stats.rows += 1;
    return value;
  }

  function takeRemainingRows(readMax) {
    const start = takenCount;
    const count = Math.min(page.rows.length - start, countRoom(readMax));
    takenCount += count;
    stats.rows += count;
    const { rows, address_book, metadata, offset, last } = page;
    const isWholePage = count === rows.length;
    return {
      rows: isWholePage ? rows : rows.slice(start, start + count),
      address_book,
      metadata,
      offset: offset + start,
      last: countRoom(readMax) <= 0 || (last && takenCount === rows.length),
    };
  }

  /** Makes an iterator whose steps run one after the other, and whose `return` does not wait for a request. */
  function makeIterator(takeStep, readMax = () => Infinity) {
    let isReadingOver = false;
    let waitingCount = 0;
    const isOver = () => isReadingOver;
    const endReading = () => {
      isReadingOver = true;
      source.stop();
    };
    const readNextPage = async () => {
      try {
        while (!isReadingOver && countRoom(readMax()) > 0) {
          // An abort ends the reading before the next row, even if that row was received already.
          if (signal?.aborted) throw abortReason(signal);
          if (hasRowInPage()) return { done: false, value: takeStep() };
          if (!(await openNextPage(readMax, isOver))) break;
        }
      } catch (error) {
        if (!isReadingOver) {
          isReadingOver = true;
          throw error;
        }
      }
      isReadingOver = true;
      return { done: true, value: undefined };
    };
    return {
      next() {
        if (waitingCount === 0 && !isReadingOver && hasRowInPage() && countRoom(readMax()) > 0 && !signal?.aborted)
          return Promise.resolve({ done: false, value: takeStep() });
        waitingCount += 1;
        return runInTurn(readNextPage).finally(() => (waitingCount -= 1));
      },
      async return(value) {
        endReading();
        return { done: true, value };
      },
      /** @returns {Promise<IteratorResult<any>>} */
      async throw(error) {
        endReading();
        throw error;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  return {
    rows: () => makeIterator(takeRow),
    pages: () => makeIterator(() => takeRemainingRows(Infinity)),
    async most(count) {
      const collectedRows = [];
      const partIterator = makeIterator(
        () => takeRemainingRows(count - collectedRows.length),
        () => count - collectedRows.length,
      );
      // Not `for await`, which Hermes lacks.
      for (;;) {
        const { done: isDone, value } = /** @type {any} */ (await partIterator.next());
        if (isDone) return collectedRows;
        collectedRows.push(...value.rows);
      }
    },
    /** Returns the state after the last returned row. */
    state: () => (page === undefined ? source.state() : page.after(takenCount)),
  };
}
