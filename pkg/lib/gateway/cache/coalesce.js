// Fetches a cacheable response, coalesced with the other callers of its single-flight or alone.

import { WORKERD } from "../../util/runtime.js";
import { withTimeout } from "../../util/timers.js";
import { discardBody } from "../http/response.js";
import { traced } from "../ops/traced.js";
import { watchStream } from "../upstream/body.js";
import { failUnattempted, GONE } from "../upstream/forward.js";
import { fetchAndStore } from "./fetch-and-store.js";
import { isUsable, usableUntil } from "./freshness.js";

const NEVER = Number.POSITIVE_INFINITY;
/** Milliseconds that a stale response needs to the caller: it is served so long before it expires. */
const MARGIN_MS = 50;

/**
 * A flight is named by its cache key and by the form of the gateway's errors; where there are budgets, keyed callers do not wait
 * behind keyless ones.
 */
const nameOf = ({ limits }, { cacheUse, problem, network, caller }) =>
  `${cacheUse.flight ?? cacheUse.key}${problem ? "!" : ""}${caller && limits.isBudgeted(network) ? "+" : ""}`;

/**
 * The outcome of a read: that of `fetchAndStore`, with `collapsed` where another request fetched it. `old` is a stale entry that may be served
 * after `staleAfterMs`: then `{ isStale: true }`.
 */
export async function fetchCoalesced(ready, call, old, env, ctx) {
  const { verdict, request, seen } = call;
  const { flights, coalesce } = ready.cache;
  const { signal } = request;
  if (signal?.aborted) return { reply: GONE };
  const stale = staleness(ready, old);
  const fetch = (flight, stop) =>
    fetchAndStore(ready, verdict, { signal: stop }, env, ctx, seen, { flight, isStaleAtHand: old !== undefined });
  if (!coalesce || verdict.callerKey !== undefined)
    return stale.instead(alone(fetch(undefined, signal)), ctx, () => {});

  const flight = flights.join(nameOf(ready, verdict));
  let waits = true;
  const leave = () => {
    if (waits) flights.leave(flight);
    waits = false;
  };
  if (!WORKERD) signal?.addEventListener("abort", leave, { once: true });
  const end = seen.start + ready.deadline;
  const keepAlive = ctx?.waitUntil && ((work) => ctx.waitUntil(work));
  let isBehind = false;
  const goOn = () => {
    isBehind = true;
    flight.isRefresh = true;
    return leave;
  };
  try {
    for (;;) {
      const state = flights.isLed(flight)
        ? await traced(seen, "coalesced", () => flights.follow(flight, { end, staleAt: stale.at, signal }))
        : "lead";
      if (state === "gone") return { reply: GONE };
      if (state === "late") return late(ready, call);
      if (state === "stale" && stale.holds()) {
        flight.isRefresh = true;
        return { isStale: true };
      }
      if (state === "lead") {
        if (!WORKERD) flight.stop = new AbortController();
        const made = await stale.instead(
          flights.lead(flight, () => fetch(flight, flight.stop?.signal), keepAlive),
          ctx,
          goOn,
        );
        return made.unshared ? taking(made, flights.takeTurn(flight, end)) : made;
      }
      if (state === "over")
        return flight.shared
          ? { shared: flight.shared, collapsed: true }
          : await inTurn(ready, call, flight, end, fetch);
    }
  } finally {
    if (!WORKERD) signal?.removeEventListener("abort", leave);
    if (!isBehind) leave();
  }
}

/** When a stale response is served in place of one that takes too long, and whether it still may be. */
function staleness({ cache: { staleAfterMs } }, old) {
  const stale = {
    /** By `performance.now()`. */
    at:
      old && staleAfterMs > 0
        ? performance.now() + Math.min(staleAfterMs, usableUntil(old) - Date.now() - MARGIN_MS)
        : NEVER,
    holds() {
      if (isUsable(old, Date.now())) return true;
      stale.at = NEVER;
      return false;
    },
    /** What `work` gives, or `{ isStale: true }`; `work` then goes on behind that, and calls what `goOn` returns at its end. */
    async instead(work, ctx, goOn) {
      if (stale.at === NEVER) return work;
      const made = await withTimeout(Math.max(0, stale.at - performance.now()), work);
      if (made) return made;
      if (!stale.holds()) return work;
      const behind = work
        .then(
          ({ reply }) => discardBody(reply?.body),
          () => {},
        )
        .finally(goOn());
      ctx?.waitUntil?.(behind);
      return { isStale: true };
    },
  };
  return stale;
}

const late = (ready, { verdict, seen }) => {
  const { status, headers, body } = failUnattempted(
    ready,
    { ...verdict, tail: undefined, origin: undefined },
    "timeout",
    seen,
  );
  return { shared: { status, headers, text: body }, collapsed: true };
};

/** The outcome of a request that no other one waits for: its memory is not held for others. */
async function alone(work) {
  const made = await work;
  made.shared?.give?.();
  return made;
}

/** Fetches an outcome too long to share: each caller fetches its own, a few at once. */
async function inTurn(ready, call, flight, end, fetch) {
  const { flights, maxUnshared } = ready.cache;
  const { request } = call;
  const turn = await flights.turn(flight, { end, signal: request.signal, most: maxUnshared });
  if (turn === "gone") return { reply: GONE };
  if (turn === "late") return late(ready, call);
  let made;
  try {
    made = await alone(fetch(undefined, request.signal));
  } finally {
    if (!made?.unshared) turn();
  }
  return made.unshared ? taking(made, turn) : made;
}

/** A turn lasts until the last byte of what came of it. */
const taking = (made, turn) => ({
  ...made,
  reply: { ...made.reply, body: watchStream(made.reply.body, turn) },
});

/** A fresh response is fetched behind a stale one, for no caller in particular. */
export function refreshEntry(ready, verdict, env, ctx, seen) {
  const { flights } = ready.cache;
  const flight = flights.join(nameOf(ready, verdict));
  if (flights.isLed(flight)) return flights.leave(flight);
  flight.isRefresh = true;
  const work = flights
    .lead(flight, () =>
      fetchAndStore(ready, verdict, { signal: undefined }, env, ctx, seen, { flight, isStaleAtHand: true }),
    )
    .then(({ reply }) => discardBody(reply?.body))
    .catch(() => {})
    .finally(() => {
      flights.leave(flight);
    });
  ctx?.waitUntil?.(work);
}
