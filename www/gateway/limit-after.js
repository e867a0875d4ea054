// How a limit fills again.

/**
 * The remaining requests at a later time: one request more after `reset`, then one after each share of the window, as the gateway counts
 * (GCRA).
 *
 * @param {import("../shared/rate-limit.js").RateLimit} limit @param {number} elapsed seconds since it was read
 * @returns {{ left: number, next?: number }} `next`: seconds until there is one more; undefined if all are there
 */
export function limitAfter({ left, reset, quota, seconds }, elapsed) {
  if (quota === undefined || seconds === undefined || quota <= 0) return { left };
  if (left >= quota) return { left: quota };
  const share = seconds / quota;
  const more = elapsed < reset ? 0 : 1 + Math.floor((elapsed - reset) / share);
  if (left + more >= quota) return { left: quota };
  return { left: left + more, next: reset + more * share - elapsed };
}
