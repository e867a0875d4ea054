// Simulated time, which passes at once. Calls of clients that wait for the chain sleep on it and wake in the order of their due times.

import { abortReason } from "../util/timers.js";

/** @returns {import("../actions/time.js").Time} */
export function makeSimulatedTime() {
  // Saved when this module loads, so that fake timers that a test installs later do not stop the simulated time.
  const { setTimeout: startTimer } = globalThis;
  /** Milliseconds by which the simulated time is ahead of the system's. */
  let skippedMs = 0;
  /** @type {{ due: number, wake: () => void }[]} */
  const sleepers = [];
  let isRunning = false;
  const now = () => Date.now() + skippedMs;

  /** Wakes the sleepers one by one, each after all runnable code has run, until none is left. */
  function wakeNextSleeper() {
    isRunning = sleepers.length > 0;
    if (!isRunning) return;
    startTimer(() => {
      const earliestSleeper = sleepers.reduce(
        (earliestSleeper, sleeper) => (sleeper.due < earliestSleeper.due ? sleeper : earliestSleeper),
        sleepers[0],
      );
      if (earliestSleeper) {
        sleepers.splice(sleepers.indexOf(earliestSleeper), 1);
        skippedMs += Math.max(0, earliestSleeper.due - now());
        earliestSleeper.wake();
      }
      wakeNextSleeper();
    }, 0);
  }

  const sleep = (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(abortReason(signal));
      const rejectAborted = () => {
        const index = sleepers.indexOf(sleeper);
        if (index >= 0) sleepers.splice(index, 1);
        reject(abortReason(signal));
      };
      const sleeper = {
        due: now() + ms,
        wake() {
          signal.removeEventListener("abort", rejectAborted);
          resolve(undefined);
        },
      };
      signal.addEventListener("abort", rejectAborted, { once: true });
      sleepers.push(sleeper);
      if (!isRunning) wakeNextSleeper();
    });

  return { now, sleep };
}
