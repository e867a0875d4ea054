// Asking a limiter that may be out of reach: nobody waits long for it, and while it is out of reach few ask.

import { fail } from "../../error.js";

/** Milliseconds after which nobody waits for the answer any more. */
const PATIENCE = 1000;
/** Milliseconds for which a limiter that failed is left alone. */
const PAUSE = 1000;

/** @param {(error: unknown) => void} report called at the first failure after an answer */
export function reaching(report) {
  let until = -Infinity;
  let failing = false;

  const failed = (error, now) => {
    until = now + PAUSE;
    if (!failing) report(error);
    failing = true;
  };

  /** What it answers, or undefined. `ask` may answer at once, which then costs no wait. */
  return async function reach(ask) {
    const now = performance.now();
    if (now < until) return undefined;
    // While it is not known to be back, one asks and the others need not wait with it.
    if (failing) until = now + PAUSE;
    let timer;
    try {
      const late = new Promise((_, refuse) => {
        timer = setTimeout(() => refuse(fail("limiter_unavailable", `no answer within ${PATIENCE} ms`)), PATIENCE);
      });
      const answer = await Promise.race([ask(), late]);
      until = -Infinity;
      failing = false;
      return answer;
    } catch (error) {
      failed(error, performance.now());
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
}
