// An iterator over payments whose code is loaded at the first read.

/** @param {() => Promise<any>} makeIterator makes the iterator */
export function createPendingPayments(makeIterator) {
  let source;
  let pendingSource;
  let isOver = false;
  const makeEnd = (value) => ({ done: true, value });
  return {
    get cursor() {
      return source?.cursor ?? null;
    },
    async next() {
      if (isOver) return makeEnd(undefined);
      pendingSource ??= makeIterator();
      source = await pendingSource;
      // The iterator may have ended while its code was being loaded.
      return isOver ? makeEnd(undefined) : source.next();
    },
    async return(value) {
      isOver = true;
      return source ? source.return(value) : makeEnd(value);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
