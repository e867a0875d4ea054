// A pager that is made later, or that the client refuses to make.

/**
 * @param {() => Promise<any>} makePager makes the pager. If it rejects, so does reading: throwing at once would leave other calls of the
 *   same
 * expression without a handler for their rejection.
 * @param {unknown} [refusalError] the error with which it rejects, if known
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
        // The iterator may have ended meanwhile.
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
