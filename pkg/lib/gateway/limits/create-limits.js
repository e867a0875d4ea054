// Creates the limits of a gateway from its configuration.

import { fail, isList } from "../../util/error.js";
import { nameError } from "../ops/error-name.js";
import { createBudget } from "./budget.js";
import { createFallback } from "./fallback.js";
import { durableObjectLimiter } from "./http-client.js";

/**
 * Wraps a limiter that is shared: a result of another form counts as a failure of the limiter. Otherwise a limiter that responds with `{}`
 * would be a fault of the gateway, and a lease of a billion slots would take all of its memory.
 */
function checkResults(limiter) {
  const failResult = (problem) => fail("limiter_unavailable", `results of the limiter must have ${problem}`);
  const checkNumbers = (result, names) => {
    if (result?.wait !== undefined && result.waitMs === undefined) throw failResult("`waitMs` instead of `wait`");
    for (const name of names)
      if (!(typeof result?.[name] === "number" && result[name] >= 0)) throw failResult(`\`${name}\`, a number from 0`);
  };
  return {
    async take(rules, ...args) {
      const states = await limiter.take(rules, ...args);
      if (!isList(states) || states.length !== rules.length)
        throw failResult("one state for each limit, in their order");
      for (const state of states) {
        checkNumbers(state, ["waitMs", "remaining", "nextMs", "resetMs"]);
        if (typeof state.allowed !== "boolean") throw failResult("`allowed`, a boolean");
      }
      return states;
    },
    async lease(request, ...args) {
      const lease = await limiter.lease(request, ...args);
      checkNumbers(lease, ["waitMs", "count"]);
      if (!Number.isInteger(lease.count) || lease.count > request.want)
        throw failResult(`\`count\`, a whole number up to the ${request.want} that the request wants`);
      return lease;
    },
    tally: limiter.tally && ((...args) => limiter.tally(...args)),
  };
}

/** @typedef {ReturnType<typeof createBudget>} Budget */

/**
 * @param {{ scope: unknown, budgets: any, urls: { mainnet: string[], testnet: string[] }, localLimiter: ReturnType<typeof import("./isolate-limiter.js").createIsolateLimiter> }} settings
 *   `scope`: as configured, already checked; `budgets` from the core; `localLimiter`: the limiter of this process or isolate
 * @param {Pick<import("../ops/log.js").Log, "alert">} log
 * @returns {{ shared?: import("../../../gateway.js").Limiter, size: number, callers: import("./callers.js").CallerLimits,
 *   budgets(): Iterable<{ network: string, upstream: number, budget: Budget }>, isBudgeted(network: string): boolean,
 *   budget(network: string, upstream: number, isKeyless: boolean): Budget | undefined }}
 */
export function createLimits({ scope, budgets, urls, localLimiter }, log) {
  const limiter =
    typeof scope === "object" && scope !== null
      ? checkResults(scope)
      : scope === "durable-object"
        ? checkResults(durableObjectLimiter())
        : localLimiter;
  const alertLimiter = (level, message) => log.alert({ level, code: "limiter_unavailable", message });
  const callLimiter =
    limiter === localLimiter
      ? undefined
      : createFallback({
          onLost: (error) => alertLimiter("error", `the limiter cannot be reached: ${nameError(error)}`),
          onRestored: () => alertLimiter("warn", "the limiter can be reached again"),
        });
  const budgetLists = { mainnet: [], testnet: [] };
  const createUpstreamBudget = (network, upstream, rate) =>
    createBudget(
      {
        key: `${network}:${urls[network][upstream]}`,
        rate,
        queue: budgets.queue,
        share: budgets.share,
        shared: budgets.shared,
      },
      { limiter, callLimiter },
    );
  return {
    /** The limiter that is shared with other processes, if there is one. */
    shared: limiter === localLimiter ? undefined : limiter,

    callers: budgets.together ? { limiter, localLimiter, callLimiter } : { localLimiter },

    get size() {
      return localLimiter.size;
    },

    /** Yields the budgets that were used so far. */
    *budgets() {
      for (const [network, budgetList] of Object.entries(budgetLists)) {
        for (const [upstream, budget] of budgetList.entries()) if (budget) yield { network, upstream, budget };
      }
    },

    /** Whether an upstream of that network has a budget that was used so far. */
    isBudgeted: (network) => budgetLists[network].length > 0,

    /** Returns the budget of an upstream; undefined if it has none. */
    budget(network, upstream, isKeyless) {
      const rate = budgets[network][upstream];
      // A negative rate means: the budget applies only while the upstream has no upstream key.
      if (rate === 0 || (rate < 0 && !isKeyless)) return undefined;
      return (budgetLists[network][upstream] ??= createUpstreamBudget(network, upstream, Math.abs(rate)));
    },
  };
}
