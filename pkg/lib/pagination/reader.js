// Reads a list from one position: as rows, as pages or into an array.

import { reasonOf } from "../util/timers.js";

/** @param {ReturnType<typeof import("./prefetch.js").prefetchPages>} source */
export function createReader(source, stats, maxItems, signal) {
  /** The page that the reader is in, and how many of its rows are taken. */
  let page;
  let taken = 0;
  const room = (most) => Math.min(maxItems - stats.rows, most);
  const inPage = () => page !== undefined && taken < page.rows.length;

  /** The next page becomes the one that the reader is in; false at the end. */
  async function open(most, over) {
    const next = await source.turn(room(most()), over);
    if (next === undefined) return false;
    [page, taken] = [next, 0];
    if (!over()) source.fill(room(most()) - next.rows.length);
    return true;
  }

  // Readers share one position and wait for one another: the next page must not be requested before the current one is read.
  let door = Promise.resolve();
  function inTurn(work) {
    const done = door.then(work);
    door = done.catch(() => {});
    return done;
  }

  function row() {
    const value = page.rows[taken];
    taken += 1;
    stats.rows += 1;
    return value;
  }

  function rest(most) {
    const from = taken;
    const count = Math.min(page.rows.length - from, room(most));
    taken += count;
    stats.rows += count;
    const { rows, address_book, metadata, offset, last } = page;
    const whole = count === rows.length;
    return {
      rows: whole ? rows : rows.slice(from, from + count),
      address_book,
      metadata,
      offset: offset + from,
      last: room(most) <= 0 || (last && taken === rows.length),
    };
  }

  /** An iterator whose calls wait for one another, and whose `return` does not wait for a request. */
  function iterator(step, most = () => Infinity) {
    let over = false;
    let waiting = 0;
    const isOver = () => over;
    const end = () => {
      over = true;
      source.stop();
    };
    const next = async () => {
      try {
        while (!over && room(most()) > 0) {
          // An abort ends the reading before the next row, also where that row is here already.
          if (signal?.aborted) throw reasonOf(signal);
          if (inPage()) return { done: false, value: step() };
          if (!(await open(most, isOver))) break;
        }
      } catch (error) {
        if (!over) {
          over = true;
          throw error;
        }
      }
      over = true;
      return { done: true, value: undefined };
    };
    return {
      next() {
        if (waiting === 0 && !over && inPage() && room(most()) > 0 && !signal?.aborted)
          return Promise.resolve({ done: false, value: step() });
        waiting += 1;
        return inTurn(next).finally(() => (waiting -= 1));
      },
      async return(value) {
        end();
        return { done: true, value };
      },
      /** @returns {Promise<IteratorResult<any>>} */
      async throw(error) {
        end();
        throw error;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  return {
    rows: () => iterator(row),
    pages: () => iterator(() => rest(Infinity)),
    async most(count) {
      const all = [];
      const parts = iterator(
        () => rest(count - all.length),
        () => count - all.length,
      );
      // Not `for await`, which Hermes has not.
      for (;;) {
        const { done, value } = /** @type {any} */ (await parts.next());
        if (done) return all;
        all.push(...value.rows);
      }
    },
    /** The state behind the last row taken. */
    state: () => (page === undefined ? source.state() : page.after(taken)),
  };
}
