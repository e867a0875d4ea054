// Limits and budgets as the core counts them, for whoever keeps the numbers.

import { core } from "../../load/gateway.js";

/** Numbers of a limit as the core writes them; see src/js/limits.rs. */
const OUT = 6;

/**
 * Counts a request against all of the limits, or none.
 *
 * @param {{ get(key: string): number, set(key: string, arrival: number): void }} book
 */
export function take(book, rules, cost, now) {
  const numbers = new Float64Array(2 + 3 * rules.length);
  numbers[0] = now;
  numbers[1] = cost;
  for (const [at, { key, interval, burst }] of rules.entries()) numbers.set([interval, burst, book.get(key)], 2 + 3 * at);
  const told = core.call("admit", numbers);
  return rules.map(({ key }, at) => {
    const [allowed, arrival, remaining, next, reset, wait] = told.subarray(at * OUT, (at + 1) * OUT);
    if (allowed === 1) book.set(key, arrival);
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
