// A pager that is created later, or whose creation fails.

/**
 * @param {() => Promise<any>} makePager creates the pager. If it rejects, so does reading. Throwing at once would leave promises of the
 *   same expression without a rejection handler.
 * @param {unknown} [refusalError] the error with which `makePager` rejects, if already known
 */
export function createPendingPager(makePager, refusalError) {
  let pager;
  const makeReader = (method) => {
    let reader;
    let isOver = false;
    return {
      async next() {
        try {
          if (!isOver) pager ??= await makePager();
        } catch (error) {
          isOver = true;
          throw error;
        }
        // The iterator may have ended while the pager was being created.
        return isOver ? { done: true, value: undefined } : (reader ??= pager[method]()).next();
      },
      async return(value) {
        isOver = true;
        return reader ? reader.return(value) : { done: true, value };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };
  return {
    [Symbol.asyncIterator]: () => makeReader(Symbol.asyncIterator),
    pages: () => makeReader("pages"),
    async toArray(limits) {
      pager = await makePager();
      return pager.toArray(limits);
    },
    get cursor() {
      if (refusalError) throw refusalError;
      return pager?.cursor;
    },
    get stats() {
      return pager?.stats ?? { pages: 0, rows: 0, duplicates: 0, drift: 0 };
    },
  };
}
