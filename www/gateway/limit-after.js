// Computes how many requests of a limit are available after some time.

/**
 * Returns the remaining requests at a later time. One request becomes available after `reset`, then one more after each equal part of the
 * window, as the gateway counts (GCRA).
 *
 * @param {import("../shared/rate-limit.js").RateLimit} limit @param {number} elapsed seconds since it was read
 * @returns {{ left: number, next?: number }} `next`: seconds until the next request is available; undefined if the limit is full
 */
export function computeLimitAfter({ left, reset, quota, seconds }, elapsed) {
  if (quota === undefined || seconds === undefined || quota <= 0) return { left };
  if (left >= quota) return { left: quota };
  const secondsPerRequest = seconds / quota;
  const refilledCount = elapsed < reset ? 0 : 1 + Math.floor((elapsed - reset) / secondsPerRequest);
  if (left + refilledCount >= quota) return { left: quota };
  return { left: left + refilledCount, next: reset + refilledCount * secondsPerRequest - elapsed };
}
