// Serves a request that needs an upstream: from the cache, coalesced with equal requests, or by a request of its own.

import { readStream } from "../util/body.js";
import { mapMaybe } from "../util/maybe-promise.js";
import { fetchCoalesced, refreshEntry } from "./cache/coalesce.js";
import { freshnessOf, isUsable } from "./cache/freshness.js";
import { missHeaders, respondFromEntry } from "./cache/respond.js";
import { discardBody, isBodyless } from "./http/response.js";
import { spliceId } from "./http/splice-id.js";
import { countCaller } from "./limits/callers.js";
import { noteCaller, startRecord } from "./ops/log.js";
import { describeRefusal, traced } from "./ops/traced.js";
import { allowOrigin, failBrokenOff, forwardToUpstream, fromCore, GONE } from "./upstream/forward.js";
import { MAX_READ_BYTES } from "./upstream/response.js";

/** @typedef {import("./upstream/forward.js").Reply & { recent?: import("./cache/respond.js").Recent }} CachedResponse */

/**
 * The response, or a promise of it: an entry in memory is there at once, and a needless wait would cost every request.
 *
 * @returns {CachedResponse | Promise<CachedResponse>}
 */
export function forwardCached(ready, verdict, request, env, ctx, seen) {
  const { cache } = ready;
  const { cacheUse } = verdict;
  noteCaller(seen, verdict.caller);
  if (!cache || !cacheUse)
    return enforceRateLimit(ready, verdict, env, seen, () =>
      cache
        ? forwardUncached(ready, verdict, request, env, seen)
        : forwardToUpstream(ready, verdict, request, env, seen),
    );
  const call = { verdict, request, seen };
  const found = cacheUse.renew
    ? undefined
    : traced(seen, "cache", () => cache.place.find(cacheUse.key, isFresh, env, ctx, seen));
  return mapMaybe(found, (one) => serveCached(ready, call, one, env, ctx));
}

const isFresh = (entry) => freshnessOf(entry, Date.now()) === "fresh";

/** Serves the entry that was found, if it may be served; else forwards the request. */
function serveCached(ready, call, found, env, ctx) {
  const { verdict, seen } = call;
  const now = Date.now();
  let state = found ? freshnessOf(found, now) : "gone";
  // With a key of its own a request is made for its caller alone.
  if (state !== "fresh" && verdict.callerKey !== undefined) state = "gone";
  if (state === "fresh" || state === "stale") {
    seen.cache = state === "fresh" ? "hit" : "stale";
    if (state === "stale") refreshEntry(ready, verdict, env, ctx, { ...startRecord(), id: seen.id, span: seen.span });
    return respondFromEntry(ready, found, call, now);
  }
  return enforceRateLimit(ready, verdict, env, seen, () =>
    forwardCoalesced(ready, call, state === "failing" ? found : undefined, env, ctx),
  );
}

/** Counts a request that may go to an upstream, and goes on unless the caller is over the rate limit. */
function enforceRateLimit(ready, verdict, env, seen, go) {
  if (verdict.limits === undefined) return go();
  const count = () => countCaller(ready.limits.callers, verdict, env, seen);
  const refusal = traced(seen, "rate limit", count, describeRefusal);
  return mapMaybe(refusal, (reply) => (reply ? fromCore(reply, verdict) : go()));
}

async function forwardCoalesced(ready, call, old, env, ctx) {
  const made = await fetchCoalesced(ready, call, old, env, ctx);
  return respondFromOutcome(ready, call, made, old);
}

async function forwardUncached(ready, verdict, request, env, seen) {
  seen.cache = "bypass";
  const { status, headers, body } = await forwardToUpstream(ready, verdict, request, env, seen);
  return { status, headers: [...headers, ...missHeaders("fwd=bypass")], body };
}

/** What the caller gets of what was made; of a failure perhaps `old`, which may stand in for one. */
function respondFromOutcome(ready, call, { shared, reply, collapsed, reason: alone, isStale }, old) {
  const { verdict, seen } = call;
  if (reply === GONE) return GONE;
  seen.cache = shared?.how ? "local" : collapsed ? "collapsed" : "miss";
  const now = Date.now();
  const fwd = verdict.cacheUse.renew ? "fwd=request" : "fwd=miss";
  // The bounds hold when a response is served, not when it was requested.
  const stale = isUsable(old, now) ? old : undefined;
  if (isStale) {
    seen.cache = "stale";
    return respondFromEntry(ready, old, call, now, "fwd=stale; detail=slow-upstream");
  }
  if (shared?.entry)
    return respondFromEntry(
      ready,
      shared.entry,
      call,
      now,
      shared.how ?? (collapsed ? `${fwd}; collapsed` : `${fwd}; stored`),
    );
  const { status } = shared ?? reply;
  const reason = alone ?? shared?.reason;
  if (stale && isFailure(status)) {
    seen.cache = "stale";
    discardBody(reply?.body);
    return respondFromEntry(ready, stale, call, now, `fwd=stale; fwd-status=${status}`);
  }
  const how = [fwd, `fwd-status=${status}`, collapsed && "collapsed", reason && `detail=${reason}`]
    .filter(Boolean)
    .join("; ");
  return passThrough(ready, call, shared ? { ...shared, body: shared.text } : reply, missHeaders(how));
}

/** RFC 5861, and 429. */
const isFailure = (status) => status >= 500 || status === 429;

/** A response that was not cached, in the caller's format. */
async function passThrough(ready, { verdict, seen }, reply, more) {
  const { tail, origin, head } = verdict;
  const { status } = reply;
  const headers = allowOrigin(origin, [...reply.headers, ...more]);
  if (tail === undefined) {
    const empty = head || isBodyless(status);
    if (empty) discardBody(reply.body);
    return { status, headers, body: empty ? null : reply.body };
  }
  const { body } = reply;
  const text =
    typeof body === "string" ? body : body && (await readStream(body, MAX_READ_BYTES).catch(() => undefined));
  const whole = text ? spliceId(text, tail) : undefined;
  if (whole !== undefined)
    return {
      status,
      headers: headers.filter(([name]) => name !== "content-length" && name !== "content-encoding"),
      body: whole,
    };
  return failBrokenOff(ready, verdict, reply.made, seen);
}
