// Calls into the core that count rates, quotas and budgets. The limiter that calls these functions stores the numbers.

import {
  NUMBERS_OF_LIMIT_OUTCOME,
  readLease,
  readLeaseTerms,
  readLimitOutcome,
  writeLimitState,
} from "../../../dist/gateway-abi.js";
import { core } from "../../wasm/gateway.js";

/** The count of an unused quota. */
const UNUSED_QUOTA = Object.freeze({ count: 0, ends: 0 });

/** @typedef {{ count: number, ends: number }} QuotaCount */

/**
 * Counts a request against all of the limits, or against none if one refuses.
 *
 * @param {{ get(key: string): number | undefined, set(key: string, arrival: number): void }} callers the rates of callers, each as the
 *   time of its next due request
 * @param {{ get(key: string): QuotaCount | undefined, set(key: string, count: QuotaCount): void }} [quotas] quotas, separate from the
 *   rates: the number of callers is unbounded, so callers must not be able to evict a quota
 */
export function countAgainstLimits(callers, rules, cost, now, quotas) {
  const numbers = [now, cost];
  for (const { key, intervalMs, burst, until = 0 } of rules) {
    const { count, ends: windowEnd } =
      until > 0 ? (quotas.get(key) ?? UNUSED_QUOTA) : { count: callers.get(key) ?? 0, ends: 0 };
    numbers.push(...writeLimitState({ intervalMs, burst, until, arrival: count, ends: windowEnd }));
  }
  const outcomes = core.call("admit", new Float64Array(numbers));
  return rules.map(({ key, until = 0 }, index) => {
    const outcome = readLimitOutcome(outcomes, NUMBERS_OF_LIMIT_OUTCOME * index);
    const { arrival, ends, remaining, nextMs, resetMs, waitMs } = outcome;
    const isAllowed = outcome.allowed === 1;
    if (isAllowed && until > 0) quotas.set(key, { count: arrival, ends });
    else if (isAllowed) callers.set(key, arrival);
    return { allowed: isAllowed, remaining, nextMs, resetMs, waitMs };
  });
}

/** Returns a lease, and the budget's state (the time of its next due request) after it. */
export const leaseSlots = (arrival, { intervalMs, want, horizonMs }, now) =>
  readLease(core.call("lease", arrival, now, intervalMs, want, horizonMs));

/**
 * Returns the terms of leases at a rate: maximum requests, validity in milliseconds, milliseconds that are stored ahead, and how far in
 * the future a lease may be due.
 */
export const computeLeaseTerms = (rate) => readLeaseTerms(core.call("leasing", rate));
