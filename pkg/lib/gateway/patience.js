// Waiting no longer than it is worth.

/** What the promise gives, or undefined when it takes more milliseconds. */
export function within(ms, promise) {
  let timer;
  const late = new Promise((done) => {
    timer = setTimeout(done, ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
