// Calls into the core that count rates, quotas and budgets. The limiter that calls them stores the numbers.

import { core } from "../../wasm/gateway.js";

/** Numbers of a limit as the core reads and writes them; see src/js/limits.rs. */
const IN = 5;
const OUT = 7;

/** The count of a quota that was never used. */
const UNUSED = Object.freeze({ count: 0, ends: 0 });

/** @typedef {{ count: number, ends: number }} QuotaCount */

/**
 * Counts a request against all of the limits, or none.
 *
 * @param {{ get(key: string): number | undefined, set(key: string, arrival: number): void }} callers rates of callers
 * @param {{ get(key: string): QuotaCount | undefined, set(key: string, used: QuotaCount): void }} [quotas] apart from
 *   them: callers come in any number, keys with quotas do not, and no caller may make a quota forgotten
 */
export function countAgainstLimits(callers, rules, cost, now, quotas) {
  const numbers = new Float64Array(2 + IN * rules.length);
  numbers[0] = now;
  numbers[1] = cost;
  for (const [at, { key, intervalMs, burst, until = 0 }] of rules.entries()) {
    const { count, ends } = until > 0 ? (quotas.get(key) ?? UNUSED) : { count: callers.get(key) ?? 0, ends: 0 };
    numbers.set([intervalMs, burst, until, count, ends], 2 + IN * at);
  }
  const numbersOut = core.call("admit", numbers);
  return rules.map(({ key, until = 0 }, at) => {
    const [allowed, arrival, ends, remaining, nextMs, resetMs, waitMs] = numbersOut.subarray(at * OUT, (at + 1) * OUT);
    if (allowed === 1) {
      if (until > 0) quotas.set(key, { count: arrival, ends });
      else callers.set(key, arrival);
    }
    return { allowed: allowed === 1, remaining, nextMs, resetMs, waitMs };
  });
}

/** A lease, and the budget's number after it. */
export function leaseSlots(arrival, { intervalMs, want, horizonMs }, now) {
  const [count, waitMs, next] = core.call("lease", arrival, now, intervalMs, want, horizonMs);
  return { count, waitMs, arrival: next };
}

/** Most requests of a lease at that rate, milliseconds for which it counts, milliseconds that are written down ahead, and that it can be due ahead. */
export function leaseTerms(rate) {
  const [most, life, ahead, farthest] = core.call("leasing", rate);
  return { most, life, ahead, farthest };
}
