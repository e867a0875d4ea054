// The outcome of a read, shared by all requests that wait for it, and the reply of each request to its own caller.

import { getByteCounter } from "../http/byte-counter.js";
import { allowOrigin, discardBody, CLIENT_GONE_REPLY, isBodyless } from "../http/reply.js";
import { spliceId } from "../http/splice-id.js";
import { readSplicedText } from "../upstream/deliver-response.js";
import { failBrokenResponse } from "../upstream/judge-attempt.js";
import { isUsable } from "./freshness.js";
import { isLower } from "./height.js";
import { createMissHeaders, replyFromEntry } from "./respond.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../upstream/deliver-response.js").UpstreamReply} UpstreamReply
 * @typedef {{ entry?: import("../../../gateway.js").CacheEntry, status?: number, headers?: [string, string][],
 *   text?: UpstreamReply["body"], attempt?: UpstreamReply["attempt"], reason?: string, release?: () => void,
 *   isPrivate?: boolean, cacheStatus?: string }} Shared `cacheStatus`: parameters for `Cache-Status` of a computed response
 * @typedef {{ shared?: Shared, reply?: UpstreamReply, lost?: boolean, late?: boolean, unshared?: boolean, reason?: string,
 *   collapsed?: boolean, isStale?: boolean }} Outcome `shared`: plain data for all callers of the cache key: an entry, or a response that is
 *   not cached. Otherwise `reply`, for this request alone: the response is too long to share (`unshared`), or there is none because the
 *   caller disconnected (`lost`). `late`: the deadline passed before the attempts ended. `collapsed`: another request fetched the response.
 *   `isStale`: a stale entry is served instead
 */

/**
 * Returns the reply for an outcome. If the upstream failed, a stale entry may take its place.
 *
 * @param {RequestContext} context @param {Outcome} outcome
 */
export function replyFromOutcome(context, { shared, reply, collapsed, reason: replyReason, isStale }) {
  const { verdict, record, staleEntry } = context;
  if (reply === CLIENT_GONE_REPLY) return CLIENT_GONE_REPLY;
  record.cache = shared?.cacheStatus ? "local" : collapsed ? "collapsed" : "miss";
  const now = Date.now();
  const forwardReason = verdict.cacheUse.renew ? "fwd=request" : "fwd=miss";
  if (isStale) {
    record.cache = "stale";
    return replyFromEntry(context, staleEntry, now, "fwd=stale; detail=slow-upstream");
  }
  if (shared?.entry) {
    // A caller who has seen the stale entry must not get an older state, such as from an upstream that lags, while that entry may be served.
    if (isLower(shared.entry, staleEntry) && isUsable(staleEntry, now)) {
      record.cache = "stale";
      return replyFromEntry(context, staleEntry, now, "fwd=stale; detail=behind");
    }
    const cacheStatus = shared.cacheStatus ?? (collapsed ? `${forwardReason}; collapsed` : `${forwardReason}; stored`);
    return replyFromEntry(context, shared.entry, now, cacheStatus);
  }
  const { status } = shared ?? reply;
  const reason = replyReason ?? shared?.reason;
  // Freshness is checked now, when the response is served, not when it was requested.
  if (isFailure(status) && isUsable(staleEntry, now)) {
    record.cache = "stale";
    discardBody(reply?.body);
    return replyFromEntry(context, staleEntry, now, `fwd=stale; fwd-status=${status}`);
  }
  const cacheStatus = [forwardReason, `fwd-status=${status}`, collapsed && "collapsed", reason && `detail=${reason}`]
    .filter(Boolean)
    .join("; ");
  return passThrough(context, shared ? { ...shared, body: shared.text } : reply, createMissHeaders(cacheStatus));
}

/** Whether a stale response may replace a response with this status: a status of RFC 5861 (`stale-if-error`), or 429. */
const isFailure = (status) => status >= 500 || status === 429;

/** Makes the reply for a response that was not cached, in the caller's format. */
async function passThrough(context, reply, extraHeaders) {
  const { tail, origin, head } = context.verdict;
  const { status, body } = reply;
  if (typeof body === "string") context.gateway.cache.writes.noteResponse(context.verdict, body);
  const headers = allowOrigin(origin, [...reply.headers, ...extraHeaders]);
  if (tail === undefined) {
    const isEmpty = head || isBodyless(status);
    if (isEmpty) discardBody(body);
    return { status, headers, body: isEmpty ? null : body };
  }
  const { maxReadBytes } = getByteCounter(context);
  const { text, isRefused } =
    typeof body === "string" ? { text: body } : await readSplicedText(context, body, maxReadBytes);
  const splicedBody = text ? spliceId(text, tail) : undefined;
  if (splicedBody === undefined)
    return failBrokenResponse(context, reply.attempt, isRefused ? "overloaded" : undefined);
  return {
    status,
    headers: headers.filter(([name]) => name !== "content-length" && name !== "content-encoding"),
    body: splicedBody,
  };
}
