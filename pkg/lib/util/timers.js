// A promise with a timeout, a sleep that an abort ends, and listeners for aborted signals.

/** The maximum delay of a timer in milliseconds; in some runtimes a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Resolves to the value of the promise, or after `ms` to the result of `onTimeout`; rejects if that throws. The work behind the promise
 * continues.
 */
export function withTimeout(ms, promise, onTimeout) {
  if (ms > MAX_TIMER_MS) return promise;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(new Promise((resolveTimeout) => resolveTimeout(onTimeout?.()))), ms);
    const settleWith = (settlePromise) => (value) => {
      clearTimeout(timer);
      settlePromise(value);
    };
    Promise.resolve(promise).then(settleWith(resolve), settleWith(reject));
  });
}

/** Returns the reason of an abort: the caller's own if the runtime has `AbortSignal.reason` (Chrome 98, Safari 15.4). */
export const abortReason = (signal) =>
  "reason" in signal ? signal.reason : Object.assign(new Error("this call was aborted"), { name: "AbortError" });

/** Functions to call on abort, by signal. Each signal gets only one listener, since runtimes warn about many. */
const abortListeners = /* @__PURE__ */ new WeakMap();

/** Calls `onAbort` when the signal is aborted; returns the set from which `onAbort` can be removed. */
export function onAbortOnce(signal, onAbort) {
  let listeners = abortListeners.get(signal);
  if (!listeners) {
    const signalListeners = (listeners = new Set());
    signal.addEventListener("abort", () => signalListeners.forEach((listener) => listener()), { once: true });
    abortListeners.set(signal, listeners);
  }
  return listeners.add(onAbort);
}

/**
 * Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted.
 *
 * @param {number} ms @param {AbortSignal} signal @returns {Promise<void>}
 */
export function sleep(ms, signal) {
  return new Promise((resolve, reject) => {
    const rejectAborted = () => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", rejectAborted);
      resolve();
    }, ms);
    if (signal.aborted) rejectAborted();
    else signal.addEventListener("abort", rejectAborted, { once: true });
  });
}

/** Waits `ms`, then resolves to true; to false as soon as the signal, if given, is aborted. */
export const sleepUnlessAborted = (ms, signal) =>
  signal
    ? sleep(ms, signal).then(
        () => true,
        () => false,
      )
    : new Promise((resolveTimeout) => setTimeout(resolveTimeout, ms, true));
