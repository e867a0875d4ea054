// Counts a request at the limits of its caller.

import { describeLimited } from "../core/gateway-core.js";

/**
 * @typedef {import("../../../gateway.js").Limiter} Limiter
 * @typedef {Pick<ReturnType<typeof import("./isolate-limiter.js").isolateLimiter>, "take">} Near
 * @typedef {{ refusal: any, headers: [string, string][] | undefined }} Counted
 * @typedef {{ limiter?: Pick<Limiter, "take">, near: Near, reach?: import("./budget.js").Reach }} CallerLimits
 */

/**
 * Counts a request. Returns `{ refusal, headers }`, a promise of it where the limiter is remote: the response to a caller over the rate limit,
 * and the headers about the limits.
 *
 * @param {CallerLimits} where without `reach` only `near` counts; else `near` counts while the limiter is out of reach
 */
export function countAtLimits({ limiter, near, reach }, verdict, env) {
  const { limits: rules, cost } = verdict;
  if (!reach) return admitCaller(near.take(rules, cost), verdict);
  return reach(() => limiter.take(rules, cost, env)).then((states) =>
    admitCaller(states ?? near.take(rules, cost), verdict),
  );
}

/** @returns {Counted} */
function admitCaller(states, verdict) {
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
  const headers =
    policies === ""
      ? undefined
      : /** @type {[string, string][]} */ ([
          ["ratelimit-policy", policies],
          ["ratelimit", rates],
        ]);
  if (states.every(({ allowed }) => allowed)) return { refusal: undefined, headers };
  // Of several limits that refuse, the one with the longest wait.
  const waitMs = Math.max(...states.map(({ waitMs: one }) => one));
  const { quota } = limits[states.findIndex(({ waitMs: one }) => one === waitMs)];
  return { refusal: describeLimited(verdict, waitMs, quota), headers };
}

const seconds = (ms) => Math.ceil(ms / 1000);
