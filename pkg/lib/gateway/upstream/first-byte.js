// Limits the time until an upstream begins a response, if another upstream can follow. The limit adapts to the upstream's latency with
// the estimator of TCP's retransmission timer (RFC 6298). A hanging upstream then costs a caller about a second instead of `timeoutMs`.

import { getFailures, getOpenUntil } from "./breakers.js";

/** The minimum limit in milliseconds, as in RFC 6298, so that a short pause does not count as a hang. */
const MIN_LIMIT_MS = 1000;
/** The estimate before the first response, in milliseconds: this mean and deviation give a limit of 2 s. */
const FIRST_ESTIMATE = [500, 375];

/** Creates the estimates of each upstream: mean and deviation of its latency. @param {number} upstreamCount */
export const createLatencies = (upstreamCount) =>
  Float64Array.from({ length: 2 * upstreamCount }, (_, index) => FIRST_ESTIMATE[index % 2]);

/** Adds a measured latency to the estimate of an upstream. @param {Float64Array} latencies @param {number} upstream @param {number} ms */
export function observeLatency(latencies, upstream, ms) {
  const meanMs = latencies[2 * upstream];
  const deviation = latencies[2 * upstream + 1];
  latencies[2 * upstream] = meanMs + (ms - meanMs) / 8;
  latencies[2 * upstream + 1] = deviation + (Math.abs(ms - meanMs) - deviation) / 4;
}

/**
 * Returns the milliseconds in which the upstream must begin its response; undefined if only the timeout applies: no other upstream can
 * follow or has reached the block that the caller requires, the operation writes, hedging is on, or the setting is 0.
 *
 * @param {import("../request-context.js").RequestContext} context @param {import("./attempt.js").UpstreamPick} pick
 */
export function limitFirstByte({ gateway, verdict, record, fixedUpstream }, { upstream, first }) {
  const { firstByteTimeoutMs: maxLimit, breakerFailures, maxAttempts } = gateway;
  if (fixedUpstream !== undefined || maxLimit === 0 || !verdict.reads || verdict.hedge !== undefined) return undefined;
  // The last allowed attempt has the whole timeout.
  if (!record.mayAttempt(maxAttempts - 1)) return undefined;
  const { breakers, latencies, upstreams } = gateway.networks[verdict.network];
  const now = Date.now();
  // A round begins with `first`, and the others follow in the order of the list.
  const isLaterInRound = (index) => index !== first && (upstream === first || index > upstream);
  if (!upstreams.some((_, index) => isLaterInRound(index) && getOpenUntil(breakers, index) <= now)) return undefined;
  // A probe gets the maximum limit, so that an upstream that has become slower can be measured and used again.
  if (getFailures(breakers, upstream) >= breakerFailures) return maxLimit;
  const limit = latencies[2 * upstream] + 4 * latencies[2 * upstream + 1];
  return Math.min(maxLimit, Math.max(MIN_LIMIT_MS, limit));
}
