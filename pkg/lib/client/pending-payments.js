// Payments whose code is loaded when they are first read.

/** @param {() => Promise<any>} make the iterator */
export function createPendingPayments(make) {
  let inner;
  let iterator;
  let isOver = false;
  const end = (value) => ({ done: true, value });
  return {
    get cursor() {
      return inner?.cursor ?? null;
    },
    async next() {
      if (isOver) return end(undefined);
      iterator ??= make();
      inner = await iterator;
      // It may have ended meanwhile.
      return isOver ? end(undefined) : inner.next();
    },
    async return(value) {
      isOver = true;
      return inner ? inner.return(value) : end(value);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
