// Calls into the core that count rates, quotas and budgets. The limiter that calls them stores the numbers.

import { core } from "../../wasm/gateway.js";

/** Numbers of a limit as the core writes them; see src/js/limits.rs. */
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
  const numbers = [now, cost];
  for (const { key, intervalMs, burst, until = 0 } of rules) {
    const { count, ends } = until > 0 ? (quotas.get(key) ?? UNUSED) : { count: callers.get(key) ?? 0, ends: 0 };
    numbers.push(intervalMs, burst, until, count, ends);
  }
  const out = core.call("admit", new Float64Array(numbers));
  return rules.map(({ key, until = 0 }, at) => {
    const from = OUT * at;
    const allowed = out[from] === 1;
    const arrival = out[from + 1];
    if (allowed && until > 0) quotas.set(key, { count: arrival, ends: out[from + 2] });
    else if (allowed) callers.set(key, arrival);
    // By number, not by iterators: every request that is counted runs this.
    return { allowed, remaining: out[from + 3], nextMs: out[from + 4], resetMs: out[from + 5], waitMs: out[from + 6] };
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
