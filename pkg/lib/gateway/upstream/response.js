// Reads and judges the response of an upstream before it is passed on.

import { WORKERD } from "../../util/runtime.js";
import { discardBody, parseLength } from "../http/reply.js";
import { readBodyText, readShortBody } from "./body.js";

/** Most bytes of a response that is read though it is not cached, to put the caller's id into it. */
export const MAX_READ_BYTES = 32 * 1024 * 1024;
/** Most bytes of a response that is neither cached nor changed, and is read to judge it; a longer one is streamed. */
const MAX_JUDGED_BYTES = 64 * 1024;

/**
 * A read's response is judged by its last byte where it is read whole: `{ text, size, entry, isPrivate }`, the last two from the
 * core's `inspect`, `{ failure }`, or `{ limitedText }`, a text that says 429 under another status. A streamed response has `{ stream, reason }` where its beginning was read, or nothing.
 * Throws when the body breaks off.
 *
 * @param {import("../request-context.js").RequestContext} context @param {any} response
 * @returns {Promise<{ text?: string, size?: number, pooledBytes?: number, stream?: ReadableStream, reason?: string, failure?: string,
 *   limitedText?: string, entry?: Pick<import("../../../gateway.js").CacheEntry, "tag" | "control" | "fresh" | "stale" | "failing">,
 *   isPrivate?: boolean, release?: () => void }>}
 */
export async function readUpstreamBody({ gateway, verdict }, response) {
  const { status } = response;
  // Failures are judged by their status, and most of them are retried.
  if (status !== 200 && status !== 404) return {};
  const { cacheUse, network, tail, reads } = verdict;
  const { cache } = gateway;
  const isCached = cache !== undefined && cacheUse !== undefined;
  const length = isUncompressed(response)
    ? parseLength(response.headers.get("content-length") ?? undefined)
    : undefined;
  const maxBytes = isCached ? cache.maxEntryBytes : tail !== undefined ? MAX_READ_BYTES : MAX_JUDGED_BYTES;
  // A response that is neither cached nor changed is streamed, unless it is known to be short. Where nothing is cached and there is no
  // other upstream to call, it is streamed in any case: that costs a tenth less.
  const isJudged = reads && length <= maxBytes && (cache !== undefined || gateway.networks[network].urls.length > 1);
  if (!isCached && tail === undefined && !isJudged) return {};
  const result =
    length > 0 && length <= maxBytes
      ? await readShortBody(response)
      : await readBodyText(response.body, maxBytes, isCached ? cache.pool : undefined);
  if (result.stream) {
    if (isCached || tail === undefined) return result;
    discardBody(result.stream);
    return { failure: result.reason === "too-large" ? "too-long" : "not-json" };
  }
  const cacheControl = response.headers.get("cache-control") ?? undefined;
  const inspection = gateway.core.inspect(isCached ? cacheUse.key : undefined, {
    status,
    cacheControl,
    text: result.text,
  });
  const { entry, fault, private: isPrivate } = inspection;
  const release = result.pooledBytes > 0 ? () => cache.pool.release(result.pooledBytes) : undefined;
  if (fault === undefined) return { ...result, entry, isPrivate, release };
  release?.();
  return fault === "limited" ? { limitedText: result.text } : { failure: fault };
}

/** Whether `Content-Length` is the length of the body: a compressed body is longer after decompression. */
const isUncompressed = (response) =>
  typeof response.arrayBuffer === "function" && !response.headers.has("content-encoding");

/**
 * workerd passes a compressed body on as it is, which costs nothing, unless it is read here; and it ends a stream made here as if it
 * were whole, even where the response says its length.
 */
export const isWatched = ({ body, headers }) =>
  body !== null && !(WORKERD && (headers.has("content-encoding") || headers.has("content-length")));
