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
  const named = limits.map((rule, at) => ({ ...rule, ...states[at] })).filter(({ name }) => name);
  if (named.length > 0) {
    seen.limit = [
      ["ratelimit-policy", named.map(({ name, policy }) => name + policy).join(", ")],
      [
        "ratelimit",
        named.map(({ name, remaining, nextMs }) => `${name};r=${remaining};t=${seconds(nextMs)}`).join(", "),
      ],
    ];
  }
  if (states.every(({ allowed }) => allowed)) return undefined;
  // Of several that refuse, the one that does so for the longest.
  const wait = Math.max(...states.map(({ waitMs: one }) => one));
  const { quota } = limits[states.findIndex(({ waitMs: one }) => one === wait)];
  return describeLimited(verdict.generation === "v3", verdict.problem ?? false, wait, quota);
}

const seconds = (ms) => Math.ceil(ms / 1000);
