// How a limit fills again.

/**
 * The remaining requests at a later time: one request more after `reset`, then one after each share of the window, as the gateway counts
 * (GCRA).
 *
 * @param {import("../shared/rate-limit.js").RateLimit} limit @param {number} elapsed seconds since it was read
 * @returns {{ left: number, next?: number }} `next`: seconds until there is one more; undefined if all are there
 */
export function computeLimitAfter({ left, reset, quota, seconds }, elapsed) {
  if (quota === undefined || seconds === undefined || quota <= 0) return { left };
  if (left >= quota) return { left: quota };
  const secondsPerRequest = seconds / quota;
  const refilled = elapsed < reset ? 0 : 1 + Math.floor((elapsed - reset) / secondsPerRequest);
  if (left + refilled >= quota) return { left: quota };
  return { left: left + refilled, next: reset + refilled * secondsPerRequest - elapsed };
}
