// Circuit breakers, as plain numbers per upstream: failures, until when the upstream is not used, which upstream key to use first, the time of
// its last good response, and whether a request is probing it. src/gateway/upstream/breaker.rs defines their meaning.

import { BREAKER_NUMBERS } from "../../settings/numbers.js";

/** Maximum timed-out requests that are remembered per upstream, and maximum characters of the key of one. */
const MAX_TIMED_OUT_REQUESTS = 64;
const MAX_REQUEST_KEY_LENGTH = 8192;
/** Requests that timed out at an upstream since its last good response, by the breakers' states. */
const timedOutRequests = new WeakMap();

export const createBreakers = (upstreamCount) => new Float64Array(upstreamCount * BREAKER_NUMBERS);

/** Copies the breaker at `index` of `states` to `targetIndex` of `target`. */
export const copyBreaker = (states, index, target, targetIndex) =>
  target.set(states.subarray(index * BREAKER_NUMBERS, (index + 1) * BREAKER_NUMBERS), targetIndex * BREAKER_NUMBERS);

export const getFailures = (states, upstream) => states[upstream * BREAKER_NUMBERS];
export const getOpenUntil = (states, upstream) => states[upstream * BREAKER_NUMBERS + 1];
/**
 * Returns the state of a breaker: `closed`, `open`, or `probing`, when the next request tries the upstream again.
 *
 * @param {Float64Array} states @param {number} upstream @param {{ now: number, maxFailures: number }} options `maxFailures`: those that open a breaker
 */
export function readBreakerState(states, upstream, { now, maxFailures }) {
  if (getOpenUntil(states, upstream) > now) return "open";
  return getFailures(states, upstream) >= maxFailures ? "probing" : "closed";
}

/**
 * Records the time at which a breaker opened or closed, if it did so at the last change of its numbers. A breaker that is being probed
 * remains the one that opened.
 *
 * @param {{ breakers: Float64Array, breakerChanges: Float64Array }} network `breakerChanges`: of each breaker the time of its last
 *   opening, or minus the time of its last closing; 0 before the first one
 */
export function noteBreakerChange({ breakers, breakerChanges }, upstream, maxFailures) {
  const isTripped = getFailures(breakers, upstream) >= maxFailures;
  if (isTripped !== breakerChanges[upstream] > 0) breakerChanges[upstream] = isTripped ? Date.now() : -Date.now();
}

export const getFirstKeyIndex = (states, upstream) => states[upstream * BREAKER_NUMBERS + 2];
/** Returns the time of the last good response of an upstream, in milliseconds since 1970; 0 before the first one. */
export const getLastSuccess = (states, upstream) => states[upstream * BREAKER_NUMBERS + 3];

/**
 * Records a good response of an upstream. Does the same as `State::succeeded` in src/gateway/upstream/breaker.rs, without a call into the
 * core.
 */
export function recordSuccess(states, upstream, now) {
  const offset = upstream * BREAKER_NUMBERS;
  if (states[offset] > 0) {
    states[offset] = 0;
    states[offset + 1] = 0;
    states[offset + 4] = 0;
  }
  timedOutRequests.get(states)?.delete(upstream);
  states[offset + 3] = now;
}

/**
 * Records that an upstream has begun to stream a good response: the breaker closes, so that the upstream may be used however slowly this
 * response is read. One further failure, also of this response, opens the breaker again.
 */
export function recordStreamStart(states, upstream, maxFailures) {
  const offset = upstream * BREAKER_NUMBERS;
  if (states[offset] < maxFailures) return;
  states[offset] = maxFailures - 1;
  states[offset + 1] = 0;
  states[offset + 4] = 0;
}

/**
 * Whether a failure counts. The same request counts only once if it times out, so that a caller who repeats it does not open the breaker for
 * all others.
 */
export function isNewFailure(states, upstream, { response, failure }, { cacheUse, url, body = "" }) {
  if (failure !== "timeout" && response?.status !== 504) return true;
  let keysByUpstream = timedOutRequests.get(states);
  if (!keysByUpstream) timedOutRequests.set(states, (keysByUpstream = new Map()));
  let keys = keysByUpstream.get(upstream);
  if (!keys) keysByUpstream.set(upstream, (keys = new Set()));
  const key = cacheUse?.key ?? shortenKey(`${url}\n${body}`);
  if (keys.has(key)) return false;
  if (keys.size < MAX_TIMED_OUT_REQUESTS) keys.add(key);
  return true;
}

const shortenKey = (key) =>
  key.length > MAX_REQUEST_KEY_LENGTH ? `${key.slice(0, MAX_REQUEST_KEY_LENGTH)}${key.length}` : key;
