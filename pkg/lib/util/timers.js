// Waits with an end: a promise with a timeout, a sleep that an abort ends, and listeners for aborted signals.

/** The longest delay of a timer in all runtimes, in milliseconds; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** Resolves to what `work` gives; after `ms` to what `onTimeout` returns, if it does not throw. The timer is cleared, `work` goes on. */
export function withTimeout(ms, work, onTimeout) {
  if (ms > MAX_TIMER_MS) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(new Promise((done) => done(onTimeout?.()))), ms);
    const end = (how) => (value) => {
      clearTimeout(timer);
      how(value);
    };
    Promise.resolve(work).then(end(resolve), end(reject));
  });
}

/** The reason of an abort: the caller's own where the runtime has `AbortSignal.reason` (Chrome 98, Safari 15.4). */
export const reasonOf = (signal) =>
  "reason" in signal ? signal.reason : Object.assign(new Error("this call was aborted"), { name: "AbortError" });

/** Functions to call on abort, by signal: one listener serves all calls of a signal, since runtimes warn about many listeners. */
const listeners = /* @__PURE__ */ new WeakMap();

/** Calls `leave` when the signal says abort; gives the set to take it out of. */
export function onAbortOnce(signal, leave) {
  let all = listeners.get(signal);
  if (!all) {
    const each = (all = new Set());
    signal.addEventListener("abort", () => each.forEach((one) => one()), { once: true });
    listeners.set(signal, all);
  }
  return all.add(leave);
}

/**
 * Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted.
 *
 * @param {number} ms @param {AbortSignal} signal @returns {Promise<void>}
 */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}

/** Waits `ms`. Resolves to false as soon as the signal, if there is one, is aborted; else to true. */
export const sleepUnlessAborted = (ms, signal) =>
  signal
    ? sleep(ms, signal).then(
        () => true,
        () => false,
      )
    : new Promise((done) => setTimeout(done, ms, true));
