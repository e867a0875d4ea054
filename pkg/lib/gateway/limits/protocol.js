// The protocol between a gateway and a limiter that it calls by fetch: requests and responses are JSON.

import { fail } from "../../util/error.js";

/** The name of the object that counts callers; each budget has its own object. */
const CALLERS_OBJECT = "callers";
/** The name of the object that sums up the counters of all gateways. */
const TOTALS_OBJECT = "totals";
/** Maximum number of counters of all gateways, and maximum length of a counter's name. */
const MAX_COUNTERS = 2000;
const MAX_NAME_LENGTH = 200;

/** @param {(object: string, body: string, env: Record<string, any>) => Promise<Response>} post */
export function createLimiterClient(post) {
  const send = async (object, limiterRequest, env) => {
    const response = await post(object, JSON.stringify(limiterRequest), env);
    const text = await response.text();
    // Any other status is an error, not permission.
    if (response.status !== 200) throw fail("limiter_unavailable", `it responded with ${response.status}`);
    return JSON.parse(text);
  };
  return {
    take: (rules, cost, env) =>
      send(
        CALLERS_OBJECT,
        { rules: rules.map(({ key, intervalMs, burst, until }) => ({ key, intervalMs, burst, until })), cost },
        env,
      ),
    lease: ({ key, intervalMs, want, horizonMs }, env) => send(`budget:${key}`, { intervalMs, want, horizonMs }, env),
    tally: (counts, env) => send(TOTALS_OBJECT, { counts }, env),
  };
}

const isNumber = (value) => typeof value === "number" && Number.isFinite(value);
const isQuota = ({ key, intervalMs, until }) =>
  key.startsWith("quota:") && intervalMs === 0 && isNumber(until) && until > 0;
const isRate = ({ key, intervalMs, until }) =>
  !key.startsWith("quota:") && isNumber(intervalMs) && intervalMs > 0 && until === undefined;
const isRule = (rule) =>
  typeof rule?.key === "string" &&
  rule.key.length <= 256 &&
  isNumber(rule.burst) &&
  rule.burst >= 1 &&
  (isQuota(rule) || isRate(rule));

function areCounts(counts) {
  if (typeof counts !== "object" || counts === null || Array.isArray(counts)) return false;
  const entries = Object.entries(counts);
  return (
    entries.length <= MAX_COUNTERS &&
    entries.every(([name, count]) => name.length <= MAX_NAME_LENGTH && Number.isSafeInteger(count) && count >= 0)
  );
}

/** Adds counts to sums; once there are `MAX_COUNTERS`, new counters are ignored. */
export function addCounts(sums, counts) {
  for (const [name, count] of Object.entries(counts)) {
    if (sums.has(name) || sums.size < MAX_COUNTERS) sums.set(name, (sums.get(name) ?? 0) + count);
  }
}

/**
 * @typedef {{ rules?: import("../../../gateway.js").LimitRule[], cost?: number, counts?: Record<string, number>, intervalMs?: number,
 *   want?: number, horizonMs?: number }} LimiterRequest either `rules` and `cost` (take), or `counts` (tally), or the other fields
 *   (lease)
 */

/**
 * Parses a request; undefined if the text is not one.
 *
 * @param {string} text @returns {LimiterRequest | undefined}
 */
export function parseLimiterRequest(text) {
  let limiterRequest;
  try {
    limiterRequest = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { rules, cost, intervalMs, want, horizonMs, counts } = limiterRequest ?? {};
  if (areCounts(counts)) return { counts };
  if (
    Array.isArray(rules) &&
    rules.length >= 1 &&
    rules.length <= 8 &&
    rules.every(isRule) &&
    isNumber(cost) &&
    cost > 0
  )
    return { rules, cost };
  if (
    isNumber(intervalMs) &&
    intervalMs > 0 &&
    Number.isInteger(want) &&
    want >= 1 &&
    isNumber(horizonMs) &&
    horizonMs >= 0
  )
    return { intervalMs, want, horizonMs };
  return undefined;
}
