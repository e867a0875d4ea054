// The limiter of one process or isolate, in memory.

import { createGenerationalMap } from "../../util/bounded-maps.js";
import { countAgainstLimits, leaseSlots } from "./core.js";
import { createQuotaCounts } from "./quota-counts.js";

/**
 * @param {number} entries maximum callers that are remembered
 *
 * @param {ReturnType<typeof createQuotaCounts>} [quotas] counts from before a reload
 */
export function createIsolateLimiter(entries, quotas = createQuotaCounts()) {
  const callers = createGenerationalMap(entries, { renewsOnGet: false });
  /** For each budget, the time at which its next request is due. */
  const budgets = new Map();
  return {
    take: (rules, cost) => countAgainstLimits(callers, rules, cost, Date.now(), quotas),

    get size() {
      return callers.size;
    },

    lease(budget) {
      const { count, waitMs, arrival } = leaseSlots(budgets.get(budget.key) ?? 0, budget, performance.now());
      budgets.set(budget.key, arrival);
      return { count, waitMs };
    },
  };
}
