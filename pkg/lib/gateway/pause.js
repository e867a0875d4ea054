// A wait that ends with the caller.

/** Waits; false as soon as the caller is gone. */
export function pause(ms, signal) {
  return new Promise((done) => {
    if (signal?.aborted) return done(false);
    const end = (stayed) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", leave);
      done(stayed);
    };
    const leave = () => end(false);
    const timer = setTimeout(end, ms, true);
    signal?.addEventListener("abort", leave, { once: true });
  });
}
