// A service's budget: every attempt to ask it waits for its turn here.

import { pause } from "../pause.js";
import { isolateLimiter } from "./isolate.js";
import { leasing } from "./keep.js";
import { line } from "./places.js";

/** A sleeper looks so often whether it may move up, in milliseconds. */
const LOOK = 250;
/** Milliseconds after which asking again makes sense where the limiter is out of reach. */
const LATER = 1000;

/**
 * @param {{ key: string, rate: number, queue: number, share: number, shared: number }} budget `rate` requests a second, of which
 *   the limiter hands out `shared`, and this process may use `share` while the limiter is out of reach
 * @param {{ limiter: object, reach?: Function }} where without `reach` the limiter is that of this process
 */
export function budgetOf({ key, rate, queue, share, shared }, { limiter, reach }) {
  const ours = { line: line(), rate: reach ? rate * shared : rate };
  const own = reach && share > 0 ? { line: line(), rate: rate * share, limiter: isolateLimiter(2) } : undefined;
  /** How many the last lease was asked for, and when; `open` while its answer is awaited. */
  const last = { want: 1, sent: -Infinity, open: false };

  /** As many at once as were used up lately. While one lease of several is on its way, others ask for themselves alone. */
  function wanted(places, { most, life }, now) {
    if (last.open && now - last.sent < life) return 1;
    const soon = now - last.sent < life;
    const want = places.lost() > 0 ? Math.ceil(last.want / 2) : soon ? last.want * 2 : 1;
    Object.assign(last, { want: Math.min(most, want), sent: now, open: true });
    return last.want;
  }

  /** A place from the limiter; nothing where it is out of reach. */
  async function lease({ line: places, rate: pace, limiter: near }, by, horizon, env) {
    const sizes = leasing(pace);
    const sent = performance.now();
    const want = wanted(places, sizes, sent);
    const ask = () => (near ?? limiter).lease({ key, interval: 1000 / pace, want, horizon }, env);
    const told = reach && !near ? await reach(ask) : await ask();
    if (last.sent === sent) last.open = false;
    if (told === undefined) return undefined;
    const now = performance.now();
    if (told.count === 0) return { wait: told.wait };
    // Due by the limiter's clock between then and now: never too early, and over when the limiter thinks so at the latest.
    places.add(by, told.count, now + told.wait, sent + told.wait + sizes.life, now);
    return { isHeld: true };
  }

  return {
    /** Requests a second. */
    rate,

    /** How many requests of this process wait for their turn. */
    waiting: (now) => ours.line.waiting(now) + (own?.line.waiting(now) ?? 0),

    /**
     * Resolves to nothing when the service may be asked, to `"gone"` when the caller has left, else to why not. Callers with an
     * API key go first.
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
        if (!desk.line.take(by, start, horizon)) {
          let found = await lease(desk, by, horizon, env);
          if (!found && own) {
            desk = own;
            found = desk.line.take(by, performance.now(), horizon) ? { isHeld: true } : await lease(desk, by, horizon, env);
          }
          if (!found) return { failure: "limiter", wait: LATER };
          if (!found.isHeld && !desk.line.displace(by, performance.now())) return { failure: "budget", wait: found.wait };
        }
        const reached = await sleep(desk.line, by, signal);
        if (reached === "gone") return "gone";
        if (reached) return undefined;
        // It was over or another's before we woke: on a busy machine, or where the limiter is farther than a lease is long.
        if (performance.now() >= end) return { failure: "budget", wait: 1000 / desk.rate };
      }
    },
  };
}

/** Waits until a place may be used; false when it is over by then, or another's. */
async function sleep(places, by, signal) {
  for (;;) {
    const now = performance.now();
    const place = places.forward(by, now);
    if (!place || now >= place.until) return false;
    if (now >= place.from) {
      places.use(by);
      return true;
    }
    if (!(await pause(Math.min(place.from - now, LOOK), signal))) {
      places.leave(by);
      return "gone";
    }
  }
}
