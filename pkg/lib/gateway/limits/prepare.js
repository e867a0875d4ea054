// The limits of a gateway, by its configuration.

import { isTonEdgeError } from "../../error.js";
import * as log from "../log.js";
import { budgetOf } from "./budget.js";
import { durableObjectLimiter } from "./durable-object.js";
import { isolateLimiter } from "./isolate.js";
import { reaching } from "./reach.js";

/**
 * @param {object} ready of a gateway @param {unknown} scope as configured, and checked
 * @returns {{ shared?: object, size: number, callers: object, budgets(): Iterable<{ network: string, upstream: number, budget: object }>,
 *   budget(network: string, upstream: number, isKeyless: boolean): object | undefined }}
 */
export function limitsOf(ready, scope, budgets) {
  const near = isolateLimiter(budgets.entries);
  const limiter = typeof scope === "object" && scope !== null ? scope : scope === "durable-object" ? durableObjectLimiter() : near;
  const report = (error) => {
    // Words of others may have a secret in them.
    const why = isTonEdgeError(error) ? error.message : `${error?.name ?? "Error"} ${error?.cause?.code ?? error?.code ?? ""}`.trim();
    log.alert(ready, {}, { level: "error", code: "limiter_unavailable", message: `the limiter cannot be reached: ${why}` });
  };
  const reach = limiter === near ? undefined : reaching(report);
  const made = { mainnet: [], testnet: [] };
  const make = (network, upstream, rate) =>
    budgetOf({ key: `${network}:${ready.urls[network][upstream]}`, rate, queue: budgets.queue, share: budgets.share, shared: budgets.shared }, { limiter, reach });
  return {
    /** The limiter that other processes use too, if there is one. */
    shared: limiter === near ? undefined : limiter,

    callers: budgets.together ? { limiter, near, reach } : { limiter: near },

    get size() {
      return near.size;
    },

    /** The budgets that were used so far. */
    *budgets() {
      for (const [network, all] of Object.entries(made)) {
        for (const [upstream, budget] of all.entries()) if (budget) yield { network, upstream, budget };
      }
    },

    /** Whether a service of that network has a budget that was used so far. */
    isBudgeted: (network) => made[network].length > 0,

    /** The budget of a service; nothing when it may be asked as often as anybody likes. */
    budget(network, upstream, isKeyless) {
      const rate = budgets[network][upstream];
      // Below 0: that of a service that is asked without a key.
      if (rate === 0 || (rate < 0 && !isKeyless)) return undefined;
      return (made[network][upstream] ??= make(network, upstream, Math.abs(rate)));
    },
  };
}
