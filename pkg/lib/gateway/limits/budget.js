// The budget of an upstream: every attempt waits here for a slot.

import { sleepUnlessAborted } from "../../util/timers.js";
import { leaseTerms } from "./core.js";
import { isolateLimiter } from "./isolate-limiter.js";
import { createSlotQueue } from "./queue.js";

/** Milliseconds between two looks of a waiting request whether it may move up. */
const LOOK = 250;
/** Milliseconds until a retry makes sense while the limiter is out of reach. */
const LATER = 1000;

/**
 * @typedef {import("../../../gateway.js").Limiter} Limiter
 * @typedef {ReturnType<typeof import("./fallback.js").createFallback>} Reach
 */

/**
 * @param {{ key: string, rate: number, queue: number, share: number, shared: number }} budget `rate` requests per second, of which
 *   the limiter hands out `shared`, and this process may use `share` while the limiter is out of reach
 * @param {{ limiter: Limiter, reach?: Reach }} where without `reach` the limiter is that of this process
 */
export function createBudget({ key, rate, queue, share, shared }, { limiter, reach }) {
  const ours = { slots: createSlotQueue(), rate: reach ? rate * shared : rate };
  const own =
    reach && share > 0 ? { slots: createSlotQueue(), rate: rate * share, limiter: isolateLimiter(2) } : undefined;
  /** How many slots the last lease requested, and when; `open` while its result is awaited. */
  const last = { want: 1, sent: -Infinity, open: false };

  /** As many slots at once as were used lately. While a lease of several is on its way, other requests lease one each. */
  function wanted(slots, { most, life }, now) {
    if (last.open && now - last.sent < life) return 1;
    const soon = now - last.sent < life;
    const want = slots.lost() > 0 ? Math.ceil(last.want / 2) : soon ? last.want * 2 : 1;
    Object.assign(last, { want: Math.min(most, want), sent: now, open: true });
    return last.want;
  }

  /**
   * Leases slots from the limiter; undefined while it is out of reach.
   *
   * @param {{ slots: ReturnType<typeof createSlotQueue>, rate: number, limiter?: ReturnType<typeof isolateLimiter> }} desk
   */
  async function lease({ slots, rate: pace, limiter: near }, by, horizon, env) {
    const sizes = leaseTerms(pace);
    const sent = performance.now();
    const want = wanted(slots, sizes, sent);
    const requestLease = () => (near ?? limiter).lease({ key, intervalMs: 1000 / pace, want, horizonMs: horizon }, env);
    const leased = reach && !near ? await reach(requestLease) : await requestLease();
    if (last.sent === sent) last.open = false;
    if (leased === undefined) return undefined;
    const now = performance.now();
    if (leased.count === 0) return { wait: leased.waitMs };
    // Due by the limiter's clock between then and now: never too early, and over when the limiter thinks so at the latest.
    slots.add(by, leased.count, now + leased.waitMs, sent + leased.waitMs + sizes.life, now);
    return { isHeld: true };
  }

  return {
    /** Requests per second. */
    rate,

    /** How many requests of this process wait for a slot. */
    waiting: (now) => ours.slots.waiting(now) + (own?.slots.waiting(now) ?? 0),

    /**
     * Resolves to undefined when the attempt may start, to `"gone"` when the caller has disconnected, else to the reason why not.
     * Callers with an API key go first.
     *
     * @returns {Promise<undefined | "gone" | { failure: "budget" | "limiter", wait: number }>}
     */
    async turn(env, signal, isKeyed = false) {
      const end = performance.now() + queue;
      const by = { isKeyed, end, seen: -Infinity };
      for (;;) {
        const start = performance.now();
        const horizon = Math.max(0, end - start);
        let desk = ours;
        if (!desk.slots.take(by, start, horizon)) {
          let found = await lease(desk, by, horizon, env);
          if (!found && own) {
            desk = own;
            found = desk.slots.take(by, performance.now(), horizon)
              ? { isHeld: true }
              : await lease(desk, by, horizon, env);
          }
          if (!found) return { failure: "limiter", wait: LATER };
          if (!found.isHeld && !desk.slots.displace(by, performance.now()))
            return { failure: "budget", wait: found.wait };
        }
        const reached = await awaitSlot(desk.slots, by, signal);
        if (reached === "gone") return "gone";
        if (reached) return undefined;
        // It was over or another's before we woke: on a busy machine, or where the limiter is farther than a lease is long.
        if (performance.now() >= end) return { failure: "budget", wait: 1000 / desk.rate };
      }
    },
  };
}

/** Waits until the slot begins; false when it has expired by then, or belongs to another request. */
async function awaitSlot(slots, by, signal) {
  for (;;) {
    const now = performance.now();
    const slot = slots.forward(by, now);
    if (!slot || now >= slot.until) return false;
    if (now >= slot.from) {
      slots.use(by);
      return true;
    }
    if (!(await sleepUnlessAborted(Math.min(slot.from - now, LOOK), signal))) {
      slots.leave(by);
      return "gone";
    }
  }
}
