// Reads the whole response to a cacheable read, has the core check it, and stores it in the cache.

import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { CLIENT_GONE_REPLY } from "../http/reply.js";
import { readBodyText } from "../upstream/body.js";
import { getShownSeqno } from "../upstream/deliver-response.js";
import { failBrokenResponse } from "../upstream/judge-attempt.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../cache/outcome.js").Outcome} Outcome
 */

/** Removes the data of one caller from a verdict, because the response is fetched for all callers of the cache key. */
const FOR_ALL_CALLERS = { tail: undefined, origin: undefined, head: false };

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export function storeResponse(context, next) {
  const { gateway, verdict } = context;
  return gateway.cache && verdict.cacheUse ? fetchAndStore(context, next) : next(context);
}

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next @returns {Promise<Outcome>} */
async function fetchAndStore(context, next) {
  const { verdict, request } = context;
  const { store, pool, maxEntryBytes, stored } = context.gateway.cache;
  const sharedContext = context.derive({ verdict: { ...verdict, ...FOR_ALL_CALLERS } });
  /** @type {import("../upstream/deliver-response.js").UpstreamReply} */
  const reply = await next(sharedContext);
  if (reply === CLIENT_GONE_REPLY) return { lost: true, reply };
  const { status, body, attempt, read, reason, isLate = false } = reply;
  if (read) {
    const { text, size, entry: lifetimes, isPrivate, release } = read;
    // A body that was read is decompressed, so its length and coding have changed.
    const { headers } = reply;
    if (!lifetimes || size > maxEntryBytes) {
      const reason = status >= 400 ? undefined : lifetimes ? "too-large" : "not-kept";
      return { shared: { status, headers, text, attempt, reason, release, isPrivate } };
    }
    release?.();
    const seqno = getShownSeqno(read);
    const entry = {
      status,
      headers: headers.filter(([name]) => stored.includes(name)),
      body: text,
      size,
      stored: Date.now(),
      began: read.began,
      ...(seqno === undefined ? {} : { seqno }),
      ...(read.behind > 0 ? { behind: read.behind } : {}),
      ...lifetimes,
    };
    store.put(verdict.cacheUse.key, entry, context);
    return { shared: { entry } };
  }
  if (body === null || typeof body === "string")
    return { late: isLate, shared: { status, headers: reply.headers, text: body ?? "", attempt } };
  if (reason !== undefined) return { reply, unshared: true, reason };

  // A failure: the caller gets its body unchanged, but decompressed.
  const headers = reply.headers.filter(([name]) => name !== "content-encoding" && name !== "content-length");
  const memory = new BodyInMemory(getByteCounter(context), false);
  let failureBody;
  try {
    failureBody = await readBodyText(/** @type {ReadableStream} */ (body), maxEntryBytes, { pool, memory });
  } catch {
    memory.forget();
    if (request.signal?.aborted) return { lost: true, reply: CLIENT_GONE_REPLY };
    const failure = failBrokenResponse(sharedContext, attempt, "broken-off");
    return { late: isLate, shared: { status: failure.status, headers: failure.headers, text: failure.body } };
  }
  if (failureBody.stream)
    return { reply: { ...reply, headers, body: failureBody.stream }, unshared: true, reason: failureBody.reason };
  if (failureBody.pooledBytes > 0) pool.release(failureBody.pooledBytes);
  const release = () => memory.forget();
  if (!failureBody.isRefused)
    return { late: isLate, shared: { status, headers, text: failureBody.text, attempt, release } };
  release();
  const refusal = failBrokenResponse(sharedContext, attempt, "overloaded");
  return { late: isLate, shared: { status: refusal.status, headers: refusal.headers, text: refusal.body } };
}
