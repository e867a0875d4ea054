// Limits and budgets as the core counts them, for whoever keeps the numbers.

import { core } from "../../load/gateway.js";

/** Numbers of a limit as the core reads and writes them; see src/js/limits.rs. */
const IN = 5;
const OUT = 7;

/** What is kept of a quota that was never used. */
const UNUSED = Object.freeze({ count: 0, ends: 0 });

/**
 * Counts a request against all of the limits, or none.
 *
 * @param {{ get(key: string): number, set(key: string, arrival: number): void }} book rates of callers
 * @param {Map<string, { count: number, ends: number }>} [quotas] apart from them: callers come in any number, keys with quotas do not, and
 *   nobody may make a quota forgotten
 */
export function take(book, rules, cost, now, quotas) {
  const numbers = new Float64Array(2 + IN * rules.length);
  numbers[0] = now;
  numbers[1] = cost;
  for (const [at, { key, interval, burst, until = 0 }] of rules.entries()) {
    const { count, ends } = until > 0 ? (quotas.get(key) ?? UNUSED) : { count: book.get(key), ends: 0 };
    numbers.set([interval, burst, until, count, ends], 2 + IN * at);
  }
  const told = core.call("admit", numbers);
  return rules.map(({ key, until = 0 }, at) => {
    const [allowed, arrival, ends, remaining, next, reset, wait] = told.subarray(at * OUT, (at + 1) * OUT);
    if (allowed === 1) {
      if (until > 0) quotas.set(key, { count: arrival, ends });
      else book.set(key, arrival);
    }
    return { allowed: allowed === 1, remaining, next, reset, wait };
  });
}

/** A lease, and the budget's number after it. */
export function lease(arrival, { interval, want, horizon }, now) {
  const [count, wait, next] = core.call("lease", arrival, now, interval, want, horizon);
  return { count, wait, arrival: next };
}

/** Most requests of a lease at that rate, milliseconds for which it counts, milliseconds that are written down ahead, and that it can be due ahead. */
export function leasing(rate) {
  const [most, life, ahead, farthest] = core.call("leasing", rate);
  return { most, life, ahead, farthest };
}
