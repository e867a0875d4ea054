// Counts requests per caller: requests that go to an upstream count, requests that the gateway serves itself do not.

import { describeLimited } from "../core.js";

/**
 * @typedef {import("../../../gateway.js").Limiter} Limiter
 * @typedef {Pick<ReturnType<typeof import("./isolate-limiter.js").isolateLimiter>, "take">} Near
 * @typedef {{ limiter?: Pick<Limiter, "take">, near: Near, reach?: import("./budget.js").Reach }} CallerLimits
 */

/**
 * Counts a request. Returns the refusal for a caller over the rate limit, or undefined; a promise of it where the limiter is remote.
 *
 * @param {CallerLimits} where without `reach` only `near` counts; else `near` counts while the limiter is out of reach
 */
export function countCaller({ limiter, near, reach }, verdict, env, seen) {
  const { limits: rules, cost } = verdict;
  seen.cost += cost;
  if (!reach) return admitCaller(near.take(rules, cost), verdict, seen);
  return reach(() => limiter.take(rules, cost, env)).then((states) =>
    admitCaller(states ?? near.take(rules, cost), verdict, seen),
  );
}

function admitCaller(states, verdict, seen) {
  const { limits } = verdict;
  let policies = "";
  let rates = "";
  for (let at = 0; at < limits.length; at += 1) {
    const { name, policy } = limits[at];
    if (!name) continue;
    const between = policies === "" ? "" : ", ";
    policies += between + name + policy;
    rates += `${between}${name};r=${states[at].remaining};t=${seconds(states[at].nextMs)}`;
  }
  if (policies !== "")
    seen.limit = [
      ["ratelimit-policy", policies],
      ["ratelimit", rates],
    ];
  if (states.every(({ allowed }) => allowed)) return undefined;
  // Of several that refuse, the one that does so for the longest.
  const wait = Math.max(...states.map(({ waitMs: one }) => one));
  const { quota } = limits[states.findIndex(({ waitMs: one }) => one === wait)];
  return describeLimited(verdict.generation === "v3", verdict.problem ?? false, wait, quota);
}

const seconds = (ms) => Math.ceil(ms / 1000);
