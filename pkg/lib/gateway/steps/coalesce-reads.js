// Coalesces equal reads: one of them calls the following steps, and the others wait for its outcome.

import { WORKERD } from "../../util/runtime.js";
import { withTimeout } from "../../util/timers.js";
import { isUsable, computeUsableUntil } from "../cache/freshness.js";
import { replyFromOutcome } from "../cache/outcome.js";
import { createMissHeaders } from "../cache/respond.js";
import { discardBody, CLIENT_GONE_REPLY } from "../http/reply.js";
import { runTraced } from "../ops/run-traced.js";
import { watchStream } from "../upstream/body.js";
import { failWithoutAttempt } from "../upstream/judge-attempt.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../create-gateway.js").Next} Next the following steps; for a read with a cache key they return an `Outcome`
 * @typedef {import("../cache/outcome.js").Outcome} Outcome
 */

const NO_DEADLINE = Number.POSITIVE_INFINITY;
/** A stale response is sent at least this many milliseconds before it expires, so that it reaches the caller in time. */
const STALE_MARGIN_MS = 50;

/** @param {RequestContext} context @param {Next} next */
export function coalesceReads(context, next) {
  const { gateway, verdict, isRefresh } = context;
  if (!gateway.cache) return next(context);
  if (!verdict.cacheUse) return bypassCache(context, next);
  return isRefresh ? leadRefresh(context, next) : fetchAndReply(context, next);
}

/** @param {RequestContext} context @param {Next} next */
async function bypassCache(context, next) {
  const { gateway, verdict, record } = context;
  const { writes } = gateway.cache;
  record.cache = "bypass";
  const { status, headers, body } = await next(context);
  if (status === 200 && verdict.destination !== undefined) writes.noteSend(verdict.network, verdict.destination);
  if (status === 200 && typeof body === "string") writes.noteResponse(verdict, body);
  return { status, headers: [...headers, ...createMissHeaders("fwd=bypass")], body };
}

/** @param {RequestContext} context @param {Next} next */
async function fetchAndReply(context, next) {
  return replyFromOutcome(context, await fetchCoalesced(context, next));
}

/**
 * Names the flight of a read, by its cache key, by the format of the gateway's errors, and by the block and the transaction that it requires. If the upstreams
 * have budgets, callers with and without an API key have separate flights, so that callers with a key do not wait for budget slots of
 * callers without a key.
 *
 * @param {RequestContext} context
 */
const createFlightName = ({ gateway: { limits }, verdict: { cacheUse, problem, network, caller }, minSeqno, minLt }) =>
  `${cacheUse.flight ?? cacheUse.key}${problem ? "!" : ""}${caller && limits.isBudgeted(network) ? "+" : ""}${minSeqno === undefined ? "" : `@${minSeqno}`}${minLt === undefined ? "" : `#${minLt}`}`;

/**
 * Returns the outcome of a read, fetched by this request or another one.
 *
 * @param {RequestContext} context @param {Next} next @returns {Promise<Outcome>}
 */
export async function fetchCoalesced(context, next) {
  const { gateway, verdict, request, ctx, record, staleEntry, notBefore } = context;
  const { flights, coalesce, staleAfterMs } = gateway.cache;
  const { signal } = request;
  if (signal?.aborted) return { reply: CLIENT_GONE_REPLY };
  const staleness = createStaleness(staleEntry, staleAfterMs);
  const fetchFlight = (flight, stopSignal) => next(context.derive({ flight, request: { signal: stopSignal } }));
  if (!coalesce || verdict.callerKey !== undefined)
    return staleness.race(releaseOutcome(fetchFlight(undefined, signal)), ctx, () => {});

  let flight = flights.join(createFlightName(context));
  // Whether the read in flight began before a write, so that its response may show an earlier state: this caller joins the next flight.
  let isEarlier = notBefore !== undefined && flights.isLed(flight) && flight.began < notBefore;
  let isWaiting = true;
  const leaveFlight = () => {
    if (isWaiting) flights.leave(flight);
    isWaiting = false;
  };
  if (!WORKERD) signal?.addEventListener("abort", leaveFlight, { once: true });
  const deadline = record.start + gateway.deadlineMs;
  const keepAlive = ctx?.waitUntil && ((work) => ctx.waitUntil(work));
  let isBehind = false;
  const continueInBackground = () => {
    isBehind = true;
    flight.isRefresh = true;
    return leaveFlight;
  };
  try {
    for (;;) {
      const state = flights.isLed(flight)
        ? await runTraced(record, "coalesced", () =>
            flights.follow(flight, { deadline, staleAt: staleness.servesAt, signal }),
          )
        : "lead";
      if (state === "gone") return { reply: CLIENT_GONE_REPLY };
      if (state === "late") return failWithTimeout(context);
      if (state === "stale" && staleness.isServable()) {
        flight.isRefresh = true;
        return { isStale: true };
      }
      if (state === "lead") {
        if (!WORKERD) flight.stop = new AbortController();
        const outcomePromise = flights.lead(flight, () => fetchFlight(flight, flight.stop?.signal), keepAlive);
        const outcome = await staleness.race(outcomePromise, ctx, continueInBackground);
        return outcome.unshared ? holdSlot(outcome, flights.takeSlot(flight, deadline)) : outcome;
      }
      if (state === "over" && isEarlier && isState(flight.shared)) {
        flight = flights.joinNextFlight(flight);
        isEarlier = false;
      } else if (state === "over")
        return flight.shared
          ? { shared: flight.shared, collapsed: true }
          : await fetchInTurn(context, flight, deadline, fetchFlight);
    }
  } finally {
    if (!WORKERD) signal?.removeEventListener("abort", leaveFlight);
    if (!isBehind) leaveFlight();
  }
}

/** Whether a shared outcome shows a state: a failure does not. @param {Outcome["shared"]} outcome */
const isState = (outcome) => outcome?.entry !== undefined || outcome?.status === 200 || outcome?.status === 404;

/** Decides when a stale response replaces one that takes too long, and whether it may still be served. */
function createStaleness(entry, staleAfterMs) {
  const staleness = {
    /** When the stale response is served, by `performance.now()`. */
    servesAt:
      entry && staleAfterMs > 0
        ? performance.now() + Math.min(staleAfterMs, computeUsableUntil(entry) - Date.now() - STALE_MARGIN_MS)
        : NO_DEADLINE,
    isServable() {
      if (isUsable(entry, Date.now())) return true;
      staleness.servesAt = NO_DEADLINE;
      return false;
    },
    /**
     * Returns the outcome of `work`, or `{ isStale: true }` if it takes too long. `work` then continues in the background; when it ends,
     * the function that `continueInBackground` returned is called.
     */
    async race(work, ctx, continueInBackground) {
      if (staleness.servesAt === NO_DEADLINE) return work;
      const outcome = await withTimeout(Math.max(0, staleness.servesAt - performance.now()), work);
      if (outcome) return outcome;
      if (!staleness.isServable()) return work;
      const backgroundPromise = work
        .then(
          ({ reply }) => discardBody(reply?.body),
          () => {},
        )
        .finally(continueInBackground());
      ctx?.waitUntil?.(backgroundPromise);
      return { isStale: true };
    },
  };
  return staleness;
}

/** Makes the outcome of a request whose deadline passed while it waited. @param {RequestContext} context @returns {Outcome} */
function failWithTimeout(context) {
  const verdict = { ...context.verdict, tail: undefined, origin: undefined };
  const { status, headers, body } = failWithoutAttempt(context.derive({ verdict }), "timeout");
  return { shared: { status, headers, text: body }, collapsed: true };
}

/**
 * Returns the outcome of a request that no other one waits for, and releases the memory that is held for others. @param {Promise<Outcome>}
 * work
 */
async function releaseOutcome(work) {
  const outcome = await work;
  outcome.shared?.release?.();
  return outcome;
}

/**
 * Fetches a response that is too long to share: each caller fetches its own, a few at a time.
 *
 * @param {RequestContext} context @param {any} flight @param {number} deadline @param {(flight: any, stop: any) => Promise<Outcome>} fetch
 */
async function fetchInTurn(context, flight, deadline, fetch) {
  const { flights, maxUnshared } = context.gateway.cache;
  const { signal } = context.request;
  const freeSlot = await flights.waitForSlot(flight, { deadline, signal, maxSlots: maxUnshared });
  if (freeSlot === "gone") return { reply: CLIENT_GONE_REPLY };
  if (freeSlot === "late") return failWithTimeout(context);
  let outcome;
  try {
    outcome = await releaseOutcome(fetch(undefined, signal));
  } finally {
    if (!outcome?.unshared) freeSlot();
  }
  return outcome.unshared ? holdSlot(outcome, freeSlot) : outcome;
}

/** A slot is in use until the last byte of its response. @param {Outcome} outcome @param {() => void} freeSlot */
const holdSlot = (outcome, freeSlot) => ({
  ...outcome,
  reply: { ...outcome.reply, body: watchStream(outcome.reply.body, freeSlot) },
});

/**
 * Leads a flight that refreshes the cache, unless it already has a leader.
 *
 * @param {RequestContext} context @param {Next} next @returns {Promise<any> | undefined}
 */
function leadRefresh(context, next) {
  const { flights } = context.gateway.cache;
  const flight = flights.join(createFlightName(context));
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
