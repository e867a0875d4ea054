// A pager that the client makes later, or refuses to make.

/**
 * @param {() => Promise<any>} makePager the pager. Where that rejects, so does reading: to throw at once would leave other calls of the same
 *   expression without anyone who handles their rejection.
 * @param {unknown} [refusalError] with what it rejects, if that is known
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
        // It may have ended meanwhile.
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
