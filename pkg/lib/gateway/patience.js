// Waiting no longer than it is worth.

/** Milliseconds for which a request waits for what the operator's own code gives: a record, a key, a token. */
export const OPERATOR_TIMEOUT_MS = 3000;

/** What the promise gives, or undefined when it takes more milliseconds. */
export function within(ms, promise) {
  let timer;
  const late = new Promise((done) => {
    timer = setTimeout(done, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
