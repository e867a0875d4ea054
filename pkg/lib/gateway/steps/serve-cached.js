// Serves a fresh or stale entry of the cache; on a miss, the following steps fetch a response.

import { isPromise } from "../../util/maybe-promise.js";
import { judgeFreshness } from "../cache/freshness.js";
import { isAtHeight } from "../cache/height.js";
import { isAtLogicalTime } from "../cache/logical-time.js";
import { isAfterWrites } from "../cache/recent-writes.js";
import { replyFromEntry } from "../cache/respond.js";
import { discardBody } from "../http/reply.js";
import { runTraced } from "../ops/run-traced.js";
import { recordEntry } from "../upstream/heads.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function serveCached(context, next) {
  const { gateway, verdict, record } = context;
  const { cache } = gateway;
  const { cacheUse } = verdict;
  record.noteCaller(verdict.caller);
  if (!cache || !cacheUse) return next(context);
  context.notBefore = cache.writes.findNotBefore(cacheUse.key);
  // The caller requests a fresh response (`Cache-Control`).
  if (cacheUse.renew) return next(context);
  const lookupResult = record.span
    ? runTraced(record, "cache", () => cache.store.find(cacheUse.key, isFresh, context))
    : cache.store.find(cacheUse.key, isFresh, context);
  return isPromise(lookupResult)
    ? lookupResult.then((entry) => serveEntry(context, next, entry))
    : serveEntry(context, next, lookupResult);
}

const isFresh = (entry) => judgeFreshness(entry, Date.now()) === "fresh";

/** Serves the entry if it is fresh or stale; otherwise calls the following steps. @param {RequestContext} context @param {Next} next */
function serveEntry(context, next, entry) {
  const { gateway, verdict, record } = context;
  const now = Date.now();
  if (entry) recordEntry(gateway.networks[verdict.network], verdict.generation, entry);
  const { minSeqno, minLt, notBefore } = context;
  const isNewEnough =
    entry && isAtHeight(entry, minSeqno) && isAtLogicalTime(entry, verdict, minLt) && isAfterWrites(entry, notBefore);
  let state = isNewEnough ? judgeFreshness(entry, now) : "gone";
  if ((state === "stale" || state === "failing") && gateway.streams?.loaded?.keepsFreshEntry(verdict, entry))
    state = "fresh";
  // A caller that requires a block waits for a newer response; the stale one is served only if the upstream fails.
  if (state === "stale" && minSeqno !== undefined) state = "failing";
  // With the caller's own upstream key, only a fresh entry is served: otherwise the request is forwarded for this caller alone.
  if (state !== "fresh" && verdict.callerKey !== undefined) state = "gone";
  if (state === "fresh" || state === "stale") {
    record.cache = state === "fresh" ? "hit" : "stale";
    if (state === "stale") refreshEntry(context, next, entry);
    return replyFromEntry(context, entry, now);
  }
  if (state === "failing") context.staleEntry = entry;
  return next(context);
}

/**
 * Refreshes the cache after a stale response was served. The refresh does not belong to a caller. @param {RequestContext} context @param
 * {Next} next
 */
function refreshEntry(context, next, entry) {
  const refresh = context.derive({
    record: context.record.fork(),
    request: { signal: undefined },
    isRefresh: true,
    staleEntry: entry,
  });
  const work = Promise.resolve(next(refresh))
    .then((reply) => discardBody(reply?.body))
    .catch(() => {});
  context.ctx?.waitUntil?.(work);
}
