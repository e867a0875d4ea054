// An iterator whose code is loaded at the first read.

/** The methods of a client that return an iterator: the property with its position, and the value of that before the first read. */
export const ITERATORS = /** @type {const} */ ({ payments: ["cursor", null], watch: ["cursors", []] });

/** @param {keyof typeof ITERATORS} name the method @param {() => Promise<any>} makeIterator makes the iterator */
export function createPendingIterator(name, makeIterator) {
  const [cursorName, start] = ITERATORS[name];
  let source;
  let pendingSource;
  let isOver = false;
  const makeLastResult = (value) => ({ done: true, value });
  return {
    get [cursorName]() {
      return source?.[cursorName] ?? start;
    },
    async next() {
      if (isOver) return makeLastResult(undefined);
      pendingSource ??= makeIterator();
      source = await pendingSource;
      // The iterator may have ended while its code was being loaded.
      return isOver ? makeLastResult(undefined) : source.next();
    },
    async return(value) {
      isOver = true;
      return source ? source.return(value) : makeLastResult(value);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
