// Counts a request against the limits of its caller.

import { describeLimited } from "../core/gateway-core.js";

/**
 * @typedef {import("../../../gateway.js").Limiter} Limiter
 * @typedef {Pick<ReturnType<typeof import("./isolate-limiter.js").createIsolateLimiter>, "take">} LocalLimiter
 * @typedef {{ refusal: any, headers: [string, string][] | undefined }} Counted
 * @typedef {{ limiter?: Pick<Limiter, "take">, localLimiter: LocalLimiter, callLimiter?: import("./budget.js").LimiterCall }} CallerLimits
 */

/**
 * Counts a request. Returns `{ refusal, headers }`, or a promise of it if the limiter is remote: the response if the caller is over a
 * limit, and the headers about the limits.
 *
 * @param {CallerLimits} limits `localLimiter` counts if there is no `callLimiter`, or while the limiter is unreachable
 */
export function countAtLimits({ limiter, localLimiter, callLimiter }, verdict, env) {
  const { limits: rules, cost } = verdict;
  if (!callLimiter) return admitCaller(localLimiter.take(rules, cost), verdict);
  return callLimiter(() => limiter.take(rules, cost, env)).then((states) =>
    admitCaller(states ?? localLimiter.take(rules, cost), verdict),
  );
}

/** @returns {Counted} */
function admitCaller(states, verdict) {
  const { limits } = verdict;
  let policies = "";
  let rates = "";
  for (let index = 0; index < limits.length; index += 1) {
    const { name, policy } = limits[index];
    if (!name) continue;
    const separator = policies === "" ? "" : ", ";
    policies += separator + name + policy;
    rates += `${separator}${name};r=${states[index].remaining};t=${toSeconds(states[index].nextMs)}`;
  }
  const headers =
    policies === ""
      ? undefined
      : /** @type {[string, string][]} */ ([
          ["ratelimit-policy", policies],
          ["ratelimit", rates],
        ]);
  if (states.every(({ allowed }) => allowed)) return { refusal: undefined, headers };
  // If several limits refuse, the response reports the one with the longest wait.
  const waitMs = Math.max(...states.map(({ waitMs: ms }) => ms));
  const { quota, name } = limits[states.findIndex(({ waitMs: ms }) => ms === waitMs)];
  const refusal = describeLimited(verdict, waitMs, quota);
  // The limit on all callers together has no name, nor has a quota beside a plan, whose name is in the headers above.
  refusal.headers.push(["x-ton-edge-limit", quota ?? name?.replaceAll('"', "") ?? "global"]);
  return { refusal, headers };
}

const toSeconds = (ms) => Math.ceil(ms / 1000);
