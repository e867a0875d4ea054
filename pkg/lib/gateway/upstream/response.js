// Reads and checks the response of an upstream before it is passed on.

import { WORKERD } from "../../util/runtime.js";
import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { discardBody, parseLength } from "../http/reply.js";
import { readBodyText, readShortBody } from "./body.js";

/** Maximum bytes of a response that is read only to check it, since it is neither cached nor changed; a longer one is streamed. */
const MAX_JUDGED_BYTES = 64 * 1024;

/**
 * Reads and checks a response. If it was read whole, returns `{ text, size, entry, seqno, isPrivate }`, the last three from the core's `inspect`;
 * or `{ failure }`; or `{ limitedText }` if the body reports a 429 under another status. For a streamed response, returns `{ stream,
 * reason }` if its beginning was read, otherwise `{}`. `release` must be called once the text of a cacheable response is stored, or once
 * no request waits for it. Throws when the body breaks off.
 *
 * @param {import("../request-context.js").RequestContext} context @param {any} response
 * @returns {Promise<{ text?: string, size?: number, pooledBytes?: number, stream?: ReadableStream, reason?: string, failure?: string,
 *   limitedText?: string, entry?: Pick<import("../../../gateway.js").CacheEntry, "tag" | "control" | "fresh" | "stale" | "failing" | "isFinal">,
 *   isPrivate?: boolean, seqno?: number, release?: () => void }>}
 */
export async function readUpstreamBody(context, response) {
  const { gateway, verdict } = context;
  const { status } = response;
  // Failures are evaluated by their status alone; most of them are retried.
  if (status !== 200 && status !== 404) return {};
  const { cacheUse, network, tail, reads } = verdict;
  const { cache } = gateway;
  const isCached = cache !== undefined && cacheUse !== undefined;
  const byteCounter = getByteCounter(context);
  const length = isUncompressed(response)
    ? parseLength(response.headers.get("content-length") ?? undefined)
    : undefined;
  const isReadWhole = tail !== undefined || context.minLt !== undefined;
  const maxBytes = isCached ? cache.maxEntryBytes : isReadWhole ? byteCounter.maxReadBytes : MAX_JUDGED_BYTES;
  // A response that is neither cached nor changed is streamed, unless it is known to be short. Without a cache and another upstream, a
  // check has no use, so every such response is streamed, which takes a tenth less time.
  const isJudged =
    context.minLt !== undefined ||
    (reads && length <= maxBytes && (cache !== undefined || gateway.networks[network].urls.length > 1)) ||
    cache?.writes.isTraceRead(verdict);
  if (!isCached && tail === undefined && !isJudged) return {};
  if (!isCached && tail !== undefined && length > maxBytes) {
    discardBody(response.body);
    return { failure: "too-long" };
  }
  // The response to an operation that writes is read even without room in memory, since its caller must learn the outcome.
  const memory = new BodyInMemory(byteCounter, !reads);
  const counts = { pool: isCached ? cache.pool : undefined, memory };
  let result;
  try {
    result = await (length > 0 && length <= maxBytes
      ? readKnownLength(response, length, memory)
      : readBodyText(response.body, maxBytes, counts));
  } catch (error) {
    memory.forget();
    throw error;
  }
  if (result.isRefused) {
    memory.forget();
    return { failure: "overloaded" };
  }
  if (result.stream) {
    if (isCached || tail === undefined) return result;
    discardBody(result.stream);
    return { failure: result.reason === "too-large" ? "too-long" : "not-json" };
  }
  return judgeText(gateway, response, { ...result, memory, key: isCached ? cacheUse.key : undefined });
}

/** Reads a short body of known length. */
async function readKnownLength(response, length, memory) {
  if (memory.take(length)) return readShortBody(response, memory);
  discardBody(response.body);
  return { isRefused: true };
}

/** @param {import("../gateway.js").Gateway} gateway */
function judgeText({ core, cache }, response, { text, size, pooledBytes, memory, key }) {
  const { status, headers } = response;
  const cacheControl = headers.get("cache-control") ?? undefined;
  const { entry, seqno, fault, private: isPrivate } = core.inspect(key, { status, cacheControl, text });
  const releaseMemory = () => {
    if (pooledBytes > 0) cache.pool.release(pooledBytes);
    memory.forget();
  };
  // A text that is not cacheable needs no shared memory, since it is sent to its caller at once.
  if (fault !== undefined || key === undefined) releaseMemory();
  if (fault !== undefined) return fault === "limited" ? { limitedText: text } : { failure: fault };
  return { text, size, pooledBytes, entry, seqno, isPrivate, release: key === undefined ? undefined : releaseMemory };
}

/** Whether `Content-Length` is the length of the text: a compressed body is longer after decompression. */
const isUncompressed = (response) =>
  typeof response.arrayBuffer === "function" && !response.headers.has("content-encoding");

/**
 * Whether the end of a streamed body is observed. Not in workerd if the body is compressed: it passes through at no cost unless it is
 * read. Nor if it has a `Content-Length`: in workerd a stream that is created here would end as if it were whole, whatever length the
 * response states.
 */
export const isWatched = ({ body, headers }) =>
  body !== null && !(WORKERD && (headers.has("content-encoding") || headers.has("content-length")));
