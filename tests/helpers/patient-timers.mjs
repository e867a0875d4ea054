// Loaded before a program of a document: what it shows must not depend on how fast this machine is.

const TIMES = 16;

/** Timers of at least so many milliseconds are deadlines, and last longer. Shorter ones, which poll and pace, stay as they are. */
const LEAST_MS = 5000;
const { setTimeout } = globalThis;
globalThis.setTimeout = /** @type {any} */ (
  (callback, ms, ...args) => setTimeout(callback, ms >= LEAST_MS ? ms * TIMES : ms, ...args)
);

// A gateway in the program has a cache whose entries last a second, in which a busy machine may not even load the virtual machine. The clock of
// programs that send keeps the time of the chain.
if (process.env.SLOW_CLOCK) {
  const now = Date.now;
  const start = now();
  Date.now = () => Math.floor(start + (now() - start) / TIMES);
}
