// Reads the response of a cacheable read whole, has the core judge it, and stores it.

import { GONE } from "../http/reply.js";
import { readBodyText } from "../upstream/body.js";
import { failBrokenOff } from "../upstream/judge-attempt.js";

/**
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("../cache/outcome.js").Outcome} Outcome
 */

/** A response is fetched for all callers of the cache key: without what belongs to one caller. */
const APART = { tail: undefined, origin: undefined, head: false };

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export function storeResponse(context, next) {
  const { gateway, verdict } = context;
  return gateway.cache && verdict.cacheUse ? fetchAndStore(context, next) : next(context);
}

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next @returns {Promise<Outcome>} */
async function fetchAndStore(context, next) {
  const { verdict, request } = context;
  const { store, pool, maxEntryBytes, stored } = context.gateway.cache;
  const apart = context.derive({ verdict: { ...verdict, ...APART } });
  /** @type {import("../upstream/deliver-response.js").UpstreamReply} */
  const reply = await next(apart);
  if (reply === GONE) return { lost: true, reply };
  const { status, body, made, read, reason, isLate: late = false } = reply;
  if (read) {
    const { text, size, entry: lifetimes, isPrivate, give } = read;
    // A body that was read is no longer compressed, and may have another length.
    const { headers } = reply;
    if (!lifetimes || size > maxEntryBytes) {
      const why = status >= 400 ? undefined : lifetimes ? "too-large" : "not-kept";
      return { shared: { status, headers, text, made, reason: why, give, isPrivate } };
    }
    give?.();
    const entry = {
      status,
      headers: headers.filter(([name]) => stored.includes(name)),
      body: text,
      size,
      stored: Date.now(),
      ...lifetimes,
    };
    store.put(verdict.cacheUse.key, entry, context);
    return { shared: { entry } };
  }
  if (body === null || typeof body === "string")
    return { late, shared: { status, headers: reply.headers, text: body ?? "", made } };
  if (reason !== undefined) return { reply, unshared: true, reason };

  // A failure, which the caller gets as it is.
  const headers = reply.headers.filter(([name]) => name !== "content-encoding" && name !== "content-length");
  let taken;
  try {
    taken = await readBodyText(body, maxEntryBytes, pool);
  } catch {
    if (request.signal?.aborted) return { lost: true, reply: GONE };
    const broken = failBrokenOff(apart, made, "broken-off");
    return { late, shared: { status: broken.status, headers: broken.headers, text: broken.body } };
  }
  if (taken.stream) return { reply: { ...reply, headers, body: taken.stream }, unshared: true, reason: taken.reason };
  if (taken.held > 0) pool.give(taken.held);
  return { late, shared: { status, headers, text: taken.text, made } };
}
