// Fetches a cacheable response: reads it whole, has the core judge it, and stores it.

import { traced } from "../ops/traced.js";
import { readBodyText } from "../upstream/body.js";
import { failBrokenOff, forwardToUpstream, GONE } from "../upstream/forward.js";

/** A response is fetched for all callers of the cache key: without what belongs to one caller. */
const APART = { tail: undefined, origin: undefined, head: false };

/**
 * @typedef {import("../upstream/forward.js").Reply} Reply
 * @typedef {{ entry?: import("../../../gateway.js").CacheEntry, status?: number, headers?: [string, string][],
 *   text?: Reply["body"], made?: import("../upstream/forward.js").CountedAttempt, reason?: string, give?: () => void,
 *   isPrivate?: boolean, how?: string }} Shared `how`: the rest of `Cache-Status`, of a response that was computed
 */

/**
 * @returns {Promise<{ shared?: Shared, reply?: Reply, lost?: boolean, late?: boolean, unshared?: boolean, reason?: string }>} `shared`:
 *   plain data, an entry or a response that is not cached, for all callers of the cache key. Else `reply`, for this request alone: too
 *   long to share (`unshared`), or there is none since its caller left (`lost`). `late`: its time was up before its attempts were.
 */
export async function fetchAndStore(ready, verdict, request, env, ctx, seen, joint) {
  const { place, pool, maxEntryBytes, stored } = ready.cache;
  const run = () => ready.local(verdict, request, env, ctx, seen);
  const local = ready.local && verdict.endpoint.startsWith("runGetMethod") && (await traced(seen, "get-method", run));
  if (local) return local;
  const apart = { ...verdict, ...APART };
  const reply = await forwardToUpstream(ready, apart, request, env, seen, joint);
  if (reply === GONE) return { lost: true, reply };
  const { status, reason, isLate: late = false } = reply;
  const { read } = reply;
  if (read) {
    const { text, size, entry: cached, isPrivate, give } = read;
    // A body that was read is no longer compressed, and may have another length.
    const { headers } = reply;
    if (!cached || size > maxEntryBytes) {
      const reason = status >= 400 ? undefined : cached ? "too-large" : "not-kept";
      return { shared: { status, headers, text, made: reply.made, reason, give, isPrivate } };
    }
    give?.();
    const entry = {
      status,
      headers: headers.filter(([name]) => stored.includes(name)),
      body: text,
      size,
      stored: Date.now(),
      ...cached,
    };
    place.put(verdict.cacheUse.key, entry, env, ctx, seen);
    return { shared: { entry } };
  }
  if (reply.body === null || typeof reply.body === "string")
    return { late, shared: { status, headers: reply.headers, text: reply.body ?? "", made: reply.made } };
  if (reason !== undefined) return { reply, unshared: true, reason };

  // A failure, which the caller gets as it is.
  const headers = reply.headers.filter(([name]) => name !== "content-encoding" && name !== "content-length");
  let taken;
  try {
    taken = await readBodyText(reply.body, maxEntryBytes, pool);
  } catch {
    if (request.signal?.aborted) return { lost: true, reply: GONE };
    const { status, headers, body } = failBrokenOff(ready, apart, reply.made, seen, "broken-off");
    return { late, shared: { status, headers, text: body } };
  }
  if (taken.stream) return { reply: { ...reply, headers, body: taken.stream }, unshared: true, reason: taken.reason };
  if (taken.held > 0) pool.give(taken.held);
  return { late, shared: { status, headers, text: taken.text, made: reply.made } };
}
