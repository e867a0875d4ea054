// How often a caller may ask: every request that goes on to a service is counted here, what is answered at hand is not.

import { core } from "../../load/gateway.js";

/**
 * Counts a request. Gives the answer for a caller who has asked too often, or nothing; a promise of it where the limiter is elsewhere.
 *
 * @param {{ limiter: object, near: object, reach?: Function }} where `near` counts while the limiter is out of reach
 */
export function counted({ limiter, near, reach }, verdict, env, seen) {
  const { limits: rules, cost } = verdict;
  seen.cost += cost;
  if (!reach) return judged(near.take(rules, cost), verdict, seen);
  return reach(() => limiter.take(rules, cost, env)).then((states) => judged(states ?? near.take(rules, cost), verdict, seen));
}

function judged(states, verdict, seen) {
  const { limits } = verdict;
  const named = limits.map((rule, at) => ({ ...rule, ...states[at] })).filter(({ name }) => name);
  if (named.length > 0) {
    seen.limit = [
      ["ratelimit-policy", named.map(({ name, policy }) => name + policy).join(", ")],
      ["ratelimit", named.map(({ name, remaining, next }) => `${name};r=${remaining};t=${seconds(next)}`).join(", ")],
    ];
  }
  if (states.every(({ allowed }) => allowed)) return undefined;
  // Of several that refuse, the one that does so for the longest.
  const wait = Math.max(...states.map(({ wait: one }) => one));
  const { quota } = limits[states.findIndex(({ wait: one }) => one === wait)];
  return JSON.parse(core.call("limited", verdict.generation === "v3", verdict.problem ?? false, wait, quota));
}

const seconds = (ms) => Math.ceil(ms / 1000);
