// The budget of an upstream: every attempt waits here for a slot.

import { sleepUnlessAborted } from "../../util/timers.js";
import { computeLeaseTerms } from "./core.js";
import { createIsolateLimiter } from "./isolate-limiter.js";
import { createSlotQueue } from "./queue.js";

/** Milliseconds between two checks of a waiting request for an earlier slot. */
const POLL_MS = 250;
/** Milliseconds until a retry makes sense while the limiter is unreachable. */
const RETRY_AFTER_MS = 1000;

/**
 * @typedef {import("../../../gateway.js").Limiter} Limiter
 * @typedef {ReturnType<typeof import("./fallback.js").createFallback>} LimiterCall
 */

/**
 * @param {{ key: string, rate: number, queue: number, share: number, shared: number }} budget `rate`: requests per second; `shared`: the
 *   fraction of `rate` that the limiter grants; `share`: the fraction that this process may use while the limiter is unreachable
 * @param {{ limiter: Limiter, callLimiter?: LimiterCall }} where without `callLimiter`, the limiter is the one of this process
 */
export function createBudget({ key, rate, queue, share, shared }, { limiter, callLimiter }) {
  const sharedSource = { slots: createSlotQueue(), rate: callLimiter ? rate * shared : rate };
  const fallbackSource =
    callLimiter && share > 0
      ? { slots: createSlotQueue(), rate: rate * share, limiter: createIsolateLimiter(2) }
      : undefined;
  /** The last lease: the number of requested slots, the time of the request, and whether its response is pending. */
  const lastLease = { want: 1, sentAt: -Infinity, isPending: false };

  /**
   * Returns how many slots to lease: as many as were used recently. While a lease of several is in flight, other requests lease one each.
   */
  function chooseLeaseSize(slots, { most, life }, now) {
    if (lastLease.isPending && now - lastLease.sentAt < life) return 1;
    const isSoon = now - lastLease.sentAt < life;
    const wantedCount = slots.takeLostCount() > 0 ? Math.ceil(lastLease.want / 2) : isSoon ? lastLease.want * 2 : 1;
    Object.assign(lastLease, { want: Math.min(most, wantedCount), sentAt: now, isPending: true });
    return lastLease.want;
  }

  /**
   * Leases slots from the limiter; resolves to undefined while it is unreachable.
   *
   * @param {{ slots: ReturnType<typeof createSlotQueue>, rate: number, limiter?: ReturnType<typeof createIsolateLimiter> }} source
   */
  async function leaseSlots({ slots, rate: sourceRate, limiter: sourceLimiter }, holder, horizon, env) {
    const leaseTerms = computeLeaseTerms(sourceRate);
    const sentAt = performance.now();
    const wantedCount = chooseLeaseSize(slots, leaseTerms, sentAt);
    const requestLease = () =>
      (sourceLimiter ?? limiter).lease(
        { key, intervalMs: 1000 / sourceRate, want: wantedCount, horizonMs: horizon },
        env,
      );
    const lease = callLimiter && !sourceLimiter ? await callLimiter(requestLease) : await requestLease();
    if (lastLease.sentAt === sentAt) lastLease.isPending = false;
    if (lease === undefined) return undefined;
    const now = performance.now();
    if (lease.count === 0) return { wait: lease.waitMs };
    // The limiter computed the slot at some time between the request and now. The slot is assumed to begin as late and to end as early as
    // possible, so that it is never used outside the limiter's window.
    slots.add(holder, lease.count, now + lease.waitMs, sentAt + lease.waitMs + leaseTerms.life, now);
    return { isHeld: true };
  }

  return {
    /** Requests per second. */
    rate,

    /** The number of requests of this process that wait for a slot. */
    countWaiting: (now) => sharedSource.slots.countWaiting(now) + (fallbackSource?.slots.countWaiting(now) ?? 0),

    /**
     * Waits for a slot. Resolves to undefined when the attempt may start, otherwise to the reason why it may not: `"gone"` if the caller
     * has disconnected. Callers with an API key go first.
     *
     * @returns {Promise<undefined | "gone" | { failure: "budget" | "limiter", wait: number }>}
     */
    async waitForTurn(env, signal, isKeyed = false) {
      const deadline = performance.now() + queue;
      const holder = { isKeyed, deadline, seenAt: -Infinity };
      for (;;) {
        const start = performance.now();
        const horizon = Math.max(0, deadline - start);
        let source = sharedSource;
        if (!source.slots.take(holder, start, horizon)) {
          let lease = await leaseSlots(source, holder, horizon, env);
          if (!lease && fallbackSource) {
            source = fallbackSource;
            lease = source.slots.take(holder, performance.now(), horizon)
              ? { isHeld: true }
              : await leaseSlots(source, holder, horizon, env);
          }
          if (!lease) return { failure: "limiter", wait: RETRY_AFTER_MS };
          if (!lease.isHeld && !source.slots.displace(holder, performance.now()))
            return { failure: "budget", wait: lease.wait };
        }
        const state = await awaitSlot(source.slots, holder, signal);
        if (state === "gone") return "gone";
        if (state) return undefined;
        // The slot had expired, or another request got it, before this one woke up: the machine is busy, or a round trip to the limiter
        // takes longer than a lease lasts.
        if (performance.now() >= deadline) return { failure: "budget", wait: 1000 / source.rate };
      }
    },
  };
}

/** Waits until the slot begins. Resolves to false if it has expired by then or belongs to another request. */
async function awaitSlot(slots, holder, signal) {
  for (;;) {
    const now = performance.now();
    const slot = slots.moveUp(holder, now);
    if (!slot || now >= slot.until) return false;
    if (now >= slot.from) {
      slots.use(holder);
      return true;
    }
    if (!(await sleepUnlessAborted(Math.min(slot.from - now, POLL_MS), signal))) {
      slots.leave(holder);
      return "gone";
    }
  }
}
