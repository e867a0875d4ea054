// Loaded before a program of a document: its output must not depend on the speed of this machine.

const TIMES = 16;

/** Timers of at least this many milliseconds are deadlines, and are extended. Shorter ones, which poll and pace, are unchanged. */
const MIN_WAIT_MS = 5000;
const { setTimeout } = globalThis;
globalThis.setTimeout = /** @type {any} */ (
  (callback, ms, ...args) => setTimeout(callback, ms >= MIN_WAIT_MS ? ms * TIMES : ms, ...args)
);

// Cache entries of the program's gateway expire after a second: on a busy machine that may be too short even to load the virtual machine.
// Programs that send messages do not set this, because their clock must follow the chain's time.
if (process.env.SLOW_CLOCK) {
  const now = Date.now;
  const start = now();
  Date.now = () => Math.floor(start + (now() - start) / TIMES);
}
