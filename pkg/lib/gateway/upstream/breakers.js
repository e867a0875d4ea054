// Circuit breakers as plain numbers per upstream: failures, the time until which it is not used, the upstream key that comes
// first, the time of its last good response, and whether a request probes it. src/gateway/upstream/breaker.rs defines their meaning.

import { BREAKER_NUMBERS } from "../../settings/numbers.js";

/** Most such requests that are remembered per upstream, and most characters of one. */
const MOST_KEYS = 64;
const MOST_CHARACTERS = 8192;
/** Requests that timed out at an upstream since its last good response, by its states. */
const slow = new WeakMap();

export const createBreakers = (upstreams) => new Float64Array(upstreams * BREAKER_NUMBERS);

/** Copies the breaker of an upstream, number `index` of `states`, to number `to` of `target`. */
export const copyBreaker = (states, index, target, to) =>
  target.set(states.subarray(index * BREAKER_NUMBERS, (index + 1) * BREAKER_NUMBERS), to * BREAKER_NUMBERS);

export const failures = (states, upstream) => states[upstream * BREAKER_NUMBERS];
export const openUntil = (states, upstream) => states[upstream * BREAKER_NUMBERS + 1];
export const firstKey = (states, upstream) => states[upstream * BREAKER_NUMBERS + 2];

/** Records a good response of an upstream: the same as `State::succeeded` in src/gateway/upstream/breaker.rs, without a call into the core. */
export function recordSuccess(states, upstream, now) {
  const at = upstream * BREAKER_NUMBERS;
  if (states[at] > 0) {
    states[at] = 0;
    states[at + 1] = 0;
    states[at + 4] = 0;
  }
  slow.get(states)?.delete(upstream);
  states[at + 3] = now;
}

/**
 * An upstream has begun to stream a good response: it may be used again, however slowly this one is read. Another failure,
 * of this response too, opens the breaker again.
 */
export function recordStreamStart(states, upstream, most) {
  const at = upstream * BREAKER_NUMBERS;
  if (states[at] < most) return;
  states[at] = most - 1;
  states[at + 1] = 0;
  states[at + 4] = 0;
}

/**
 * Whether a failure says something new about the upstream. A request that times out counts once: repeated again and again, it
 * must not open the breaker for all other requests.
 */
export function isNewFailure(states, upstream, { response, failure }, { cacheUse, url, body = "" }) {
  if (failure !== "timeout" && response?.status !== 504) return true;
  let upstreams = slow.get(states);
  if (!upstreams) slow.set(states, (upstreams = new Map()));
  let keys = upstreams.get(upstream);
  if (!keys) upstreams.set(upstream, (keys = new Set()));
  const key = cacheUse?.key ?? shortened(`${url}\n${body}`);
  if (keys.has(key)) return false;
  if (keys.size < MOST_KEYS) keys.add(key);
  return true;
}

const shortened = (key) => (key.length > MOST_CHARACTERS ? `${key.slice(0, MOST_CHARACTERS)}${key.length}` : key);
