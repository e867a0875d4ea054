// Reads the data for computing get-methods like a caller's request: from the cache or coalesced from the upstream, within the budget, with
// failover and the upstream key.

import { isAtHeight } from "../cache/height.js";
import { isAtLogicalTime, showsLogicalTime } from "../cache/logical-time.js";
import { isAfterWrites } from "../cache/recent-writes.js";
import { discardBody } from "../http/reply.js";

/** Whether a cache entry may be served without a request to the upstream. */
export const isFresh = ({ stored, fresh }) => Math.abs(Date.now() - stored) < fresh;

/**
 * @typedef {{ context: import("../request-context.js").RequestContext, upstream: import("./load.js").Upstream }} Call of a caller
 * @typedef {{ status: number, body?: string, headers?: [string, string][], stored: number, began?: number, tag?: string, isFetched: boolean }} Read
 *   `tag`: of a cache entry; `stored`: when the upstream responded
 */

/**
 * Returns the verdict that the core would give on this read by the caller. The cache key is equal, so callers' own reads share the entry.
 */
function createVerdict(urls, { network, timeout, hedge, caller, cacheUse }, path) {
  return {
    network,
    generation: "v2",
    endpoint: path.split("?", 1)[0],
    reads: true,
    timeout,
    hedge,
    url: `${urls[network][0]}/api/v2/${path}`,
    verb: "GET",
    headers: { accept: "application/json" },
    caller,
    cacheUse: { key: `${network}/v2/${path}`, private: cacheUse.private, renew: false },
  };
}

/** @param {import("./load.js").Parts} parts */
export function createReads({ cache, urls, deadlineMs }) {
  /**
   * Requests an operation of v2 by its canonical path. The response may come from the cache if it is fresh.
   *
   * @param {string} path @param {Call} call @returns {Promise<Read>}
   */
  return async function readOperation(path, { context, upstream }) {
    const { record } = context;
    const verdict = createVerdict(urls, context.verdict, path);
    // Only the state of the account shows its last transaction; the other data of a get-method does not.
    const minLt = showsLogicalTime(verdict) ? context.minLt : undefined;
    const cachedEntry = await cache.store.find(verdict.cacheUse.key, isFresh, context);
    const minTime = cache.writes.findNotBefore(verdict.cacheUse.key);
    const isNewEnough =
      cachedEntry &&
      isAtHeight(cachedEntry, context.minSeqno) &&
      isAtLogicalTime(cachedEntry, verdict, minLt) &&
      isAfterWrites(cachedEntry, minTime);
    if (isNewEnough && isFresh(cachedEntry)) return { ...cachedEntry, isFetched: false };
    // The read gets half of the caller's remaining time, since the get-method may still have to be forwarded.
    const ownRecord = record.fork(performance.now() - (deadlineMs + record.elapsedMs()) / 2);
    const changes = {
      verdict,
      notBefore: minTime,
      minLt,
      record: ownRecord,
      staleEntry: undefined,
      flight: undefined,
      isRefresh: false,
    };
    const { shared: sharedEntry, reply } = await upstream.read(context.derive(changes));
    record.addAttempts(ownRecord);
    if (sharedEntry?.entry) return { ...sharedEntry.entry, isFetched: true };
    // The response was too long to be shared; discarded, since it keeps its connection busy.
    discardBody(reply?.body);
    const body = typeof sharedEntry?.text === "string" ? sharedEntry.text : undefined;
    return { status: sharedEntry?.status ?? reply?.status ?? 0, body, stored: Date.now(), isFetched: true };
  };
}
