// How long an upstream may take to begin a response where another one comes after it. The limit follows the upstream's own latency, by the estimator
// of TCP's retransmission timer (RFC 6298): a hang then costs a caller about a second, and not `timeoutMs`.

import { getFailures, getOpenUntil } from "./breakers.js";

/** Least milliseconds of a limit, as RFC 6298 has it: a short pause is not a hang. */
const MIN_LIMIT_MS = 1000;
/** The estimate before the first response, in milliseconds: mean and deviation that give a limit of 2 s. */
const FIRST_ESTIMATE = [500, 375];

/** Mean and deviation of the latency of each upstream. @param {number} upstreamCount */
export const createLatencies = (upstreamCount) =>
  Float64Array.from({ length: 2 * upstreamCount }, (_, index) => FIRST_ESTIMATE[index % 2]);

/** Adds a measured latency to the estimate of an upstream. @param {Float64Array} latencies @param {number} upstream @param {number} ms */
export function observeLatency(latencies, upstream, ms) {
  const mean = latencies[2 * upstream];
  const deviation = latencies[2 * upstream + 1];
  latencies[2 * upstream] = mean + (ms - mean) / 8;
  latencies[2 * upstream + 1] = deviation + (Math.abs(ms - mean) - deviation) / 4;
}

/**
 * Milliseconds within which the upstream must begin its response; undefined where it has the whole timeout: without another upstream after it,
 * for an operation that writes, with hedging, and where the setting is 0.
 *
 * @param {import("../request-context.js").RequestContext} context @param {import("./attempt.js").UpstreamPick} pick
 */
export function limitFirstByte({ gateway, verdict }, { upstream }) {
  const { firstByteTimeoutMs: maxLimit, breakerFailures } = gateway;
  if (maxLimit === 0 || !verdict.reads || verdict.hedge !== undefined) return undefined;
  const { breakers, latencies, upstreams } = gateway.networks[verdict.network];
  const now = Date.now();
  let next = upstream + 1;
  while (next < upstreams.length && getOpenUntil(breakers, next) > now) next += 1;
  if (next >= upstreams.length) return undefined;
  // A probe has the longest time: an upstream that has become slower shows so, and is used again.
  if (getFailures(breakers, upstream) >= breakerFailures) return maxLimit;
  const limit = latencies[2 * upstream] + 4 * latencies[2 * upstream + 1];
  return Math.min(maxLimit, Math.max(MIN_LIMIT_MS, limit));
}
