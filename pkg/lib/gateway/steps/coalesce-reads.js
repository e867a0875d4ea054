// Coalesces equal reads: one of them passes the following steps, and the others wait for its outcome.

import { WORKERD } from "../../util/runtime.js";
import { withTimeout } from "../../util/timers.js";
import { isUsable, usableUntil } from "../cache/freshness.js";
import { replyFromOutcome } from "../cache/outcome.js";
import { missHeaders } from "../cache/respond.js";
import { discardBody, GONE } from "../http/reply.js";
import { runTraced } from "../ops/run-traced.js";
import { watchStream } from "../upstream/body.js";
import { failUnattempted } from "../upstream/judge-attempt.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../create-gateway.js").Next} Next the following steps; of a read with a cache key they give an `Outcome`
 * @typedef {import("../cache/outcome.js").Outcome} Outcome
 */

const NEVER = Number.POSITIVE_INFINITY;
/** Milliseconds that a stale response needs to the caller: it is served so long before it expires. */
const MARGIN_MS = 50;

/** @param {RequestContext} context @param {Next} next */
export function coalesceReads(context, next) {
  const { gateway, verdict, isRefresh } = context;
  if (!gateway.cache) return next(context);
  if (!verdict.cacheUse) return bypassCache(context, next);
  return isRefresh ? leadRefresh(context, next) : fetchAndReply(context, next);
}

/** @param {RequestContext} context @param {Next} next */
async function bypassCache(context, next) {
  context.record.cache = "bypass";
  const { status, headers, body } = await next(context);
  return { status, headers: [...headers, ...missHeaders("fwd=bypass")], body };
}

/** @param {RequestContext} context @param {Next} next */
async function fetchAndReply(context, next) {
  return replyFromOutcome(context, await fetchCoalesced(context, next));
}

/**
 * A flight is named by its cache key and by the form of the gateway's errors; where there are budgets, keyed callers do not wait
 * behind keyless ones.
 *
 * @param {RequestContext} context
 */
const nameFlight = ({ gateway: { limits }, verdict: { cacheUse, problem, network, caller } }) =>
  `${cacheUse.flight ?? cacheUse.key}${problem ? "!" : ""}${caller && limits.isBudgeted(network) ? "+" : ""}`;

/**
 * The outcome of a read, fetched by this request or another one.
 *
 * @param {RequestContext} context @param {Next} next @returns {Promise<Outcome>}
 */
export async function fetchCoalesced(context, next) {
  const { gateway, verdict, request, ctx, record, staleEntry } = context;
  const { flights, coalesce, staleAfterMs } = gateway.cache;
  const { signal } = request;
  if (signal?.aborted) return { reply: GONE };
  const stale = createStaleness(staleEntry, staleAfterMs);
  const fetch = (flight, stop) => next(context.derive({ flight, request: { signal: stop } }));
  if (!coalesce || verdict.callerKey !== undefined)
    return stale.instead(takeAlone(fetch(undefined, signal)), ctx, () => {});

  const flight = flights.join(nameFlight(context));
  let waits = true;
  const leave = () => {
    if (waits) flights.leave(flight);
    waits = false;
  };
  if (!WORKERD) signal?.addEventListener("abort", leave, { once: true });
  const end = record.start + gateway.deadlineMs;
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
        ? await runTraced(record, "coalesced", () => flights.follow(flight, { end, staleAt: stale.at, signal }))
        : "lead";
      if (state === "gone") return { reply: GONE };
      if (state === "late") return failLate(context);
      if (state === "stale" && stale.holds()) {
        flight.isRefresh = true;
        return { isStale: true };
      }
      if (state === "lead") {
        if (!WORKERD) flight.stop = new AbortController();
        const work = flights.lead(flight, () => fetch(flight, flight.stop?.signal), keepAlive);
        const outcome = await stale.instead(work, ctx, goOn);
        return outcome.unshared ? holdTurn(outcome, flights.takeTurn(flight, end)) : outcome;
      }
      if (state === "over")
        return flight.shared
          ? { shared: flight.shared, collapsed: true }
          : await fetchInTurn(context, flight, end, fetch);
    }
  } finally {
    if (!WORKERD) signal?.removeEventListener("abort", leave);
    if (!isBehind) leave();
  }
}

/** When a stale response is served in place of one that takes too long, and whether it still may be. */
function createStaleness(entry, staleAfterMs) {
  const stale = {
    /** By `performance.now()`. */
    at:
      entry && staleAfterMs > 0
        ? performance.now() + Math.min(staleAfterMs, usableUntil(entry) - Date.now() - MARGIN_MS)
        : NEVER,
    holds() {
      if (isUsable(entry, Date.now())) return true;
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

/** The time of the request was up while it waited. @param {RequestContext} context @returns {Outcome} */
function failLate(context) {
  const verdict = { ...context.verdict, tail: undefined, origin: undefined };
  const { status, headers, body } = failUnattempted(context.derive({ verdict }), "timeout");
  return { shared: { status, headers, text: body }, collapsed: true };
}

/** The outcome of a request that no other one waits for: its memory is not held for others. @param {Promise<Outcome>} work */
async function takeAlone(work) {
  const outcome = await work;
  outcome.shared?.give?.();
  return outcome;
}

/**
 * Fetches an outcome too long to share: each caller fetches its own, a few at once.
 *
 * @param {RequestContext} context @param {any} flight @param {number} end @param {(flight: any, stop: any) => Promise<Outcome>} fetch
 */
async function fetchInTurn(context, flight, end, fetch) {
  const { flights, maxUnshared } = context.gateway.cache;
  const { signal } = context.request;
  const turn = await flights.turn(flight, { end, signal, most: maxUnshared });
  if (turn === "gone") return { reply: GONE };
  if (turn === "late") return failLate(context);
  let outcome;
  try {
    outcome = await takeAlone(fetch(undefined, signal));
  } finally {
    if (!outcome?.unshared) turn();
  }
  return outcome.unshared ? holdTurn(outcome, turn) : outcome;
}

/** A turn lasts until the last byte of what came of it. @param {Outcome} outcome @param {() => void} turn */
const holdTurn = (outcome, turn) => ({
  ...outcome,
  reply: { ...outcome.reply, body: watchStream(outcome.reply.body, turn) },
});

/**
 * Leads a flight for the cache, unless it has a leader.
 *
 * @param {RequestContext} context @param {Next} next @returns {Promise<any> | undefined}
 */
function leadRefresh(context, next) {
  const { flights } = context.gateway.cache;
  const flight = flights.join(nameFlight(context));
  if (flights.isLed(flight)) {
    flights.leave(flight);
    return undefined;
  }
  flight.isRefresh = true;
  return flights
    .lead(flight, () => next(context.derive({ flight })))
    .then(({ reply }) => reply)
    .finally(() => {
      flights.leave(flight);
    });
}
