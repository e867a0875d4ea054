// Fetches a cacheable response: reads it whole, has the core judge it, and stores it.

import { readBodyText } from "../upstream/body.js";
import { failBrokenOff, forwardToUpstream, GONE } from "../upstream/forward.js";

/** A response is fetched for all callers of the cache key: without what belongs to one caller. */
const APART = { tail: undefined, origin: undefined, head: false };

/**
 * @typedef {import("../upstream/forward.js").Answer} Answer
 * @typedef {{ entry?: import("../../../gateway.js").CacheEntry, status?: number, headers?: [string, string][],
 *   text?: Answer["body"], made?: import("../upstream/forward.js").JudgedAttempt, reason?: string, give?: () => void,
 *   isPrivate?: boolean }} Shared
 */

/**
 * @returns {Promise<{ shared?: Shared, answer?: Answer, lost?: boolean, late?: boolean, unshared?: boolean, reason?: string }>} `shared`:
 *   plain data, an entry or a response that is not cached, for all callers of the cache key. Else `answer`, for this request alone: too
 *   long to share (`unshared`), or there is none since its caller left (`lost`). `late`: its time was up before its attempts were.
 */
export async function fetchAndStore(ready, verdict, request, env, ctx, seen, joint) {
  const { place, pool, maxEntryBytes, stored } = ready.cache;
  const apart = { ...verdict, ...APART };
  const answer = await forwardToUpstream(ready, apart, request, env, seen, joint);
  if (answer === GONE) return { lost: true, answer };
  const { status, reason, isLate: late = false } = answer;
  const { read } = answer;
  if (read) {
    const { text, size, entry: cached, isPrivate, give } = read;
    // A body that was read is no longer compressed, and may have another length.
    const { headers } = answer;
    if (!cached || size > maxEntryBytes) {
      const reason = status >= 400 ? undefined : cached ? "too-large" : "not-kept";
      return { shared: { status, headers, text, made: answer.made, reason, give, isPrivate } };
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
  if (answer.body === null || typeof answer.body === "string")
    return { late, shared: { status, headers: answer.headers, text: answer.body ?? "", made: answer.made } };
  if (reason !== undefined) return { answer, unshared: true, reason };

  // A failure, which the caller gets as it is.
  const headers = answer.headers.filter(([name]) => name !== "content-encoding" && name !== "content-length");
  let taken;
  try {
    taken = await readBodyText(answer.body, maxEntryBytes, pool);
  } catch {
    if (request.signal?.aborted) return { lost: true, answer: GONE };
    const { status, headers, body } = failBrokenOff(ready, apart, answer.made, seen, "broken-off");
    return { late, shared: { status, headers, text: body } };
  }
  if (taken.stream) return { answer: { ...answer, headers, body: taken.stream }, unshared: true, reason: taken.reason };
  if (taken.held > 0) pool.give(taken.held);
  return { late, shared: { status, headers, text: taken.text, made: answer.made } };
}
