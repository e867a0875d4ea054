// The limiter of one process or isolate.

import { book } from "./book.js";
import * as keep from "./keep.js";
import { quotaCounts } from "./quota-counts.js";

/** @param {number} entries callers that are remembered */
export function isolateLimiter(entries) {
  const callers = book(entries);
  const quotas = quotaCounts();
  /** Of each budget the time at which its next request is due. */
  const budgets = new Map();
  return {
    take: (rules, cost) => keep.take(callers, rules, cost, Date.now(), quotas),

    get size() {
      return callers.size;
    },

    lease(budget) {
      const { count, wait, arrival } = keep.lease(budgets.get(budget.key) ?? 0, budget, performance.now());
      budgets.set(budget.key, arrival);
      return { count, wait };
    },
  };
}
