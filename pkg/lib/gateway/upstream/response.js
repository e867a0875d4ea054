// Reads and judges the response of an upstream before it is passed on.

import { WORKERD } from "../../util/runtime.js";
import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { discardBody, parseLength } from "../http/reply.js";
import { readBodyText, readShortBody } from "./body.js";

/** Most bytes that are read of a response to judge it, if it is neither cached nor changed; a longer one is streamed. */
const MAX_JUDGED_BYTES = 64 * 1024;

/**
 * Reads a response and judges it. If it was read whole: `{ text, size, entry, isPrivate }`, the last two from the
 * core's `inspect`, `{ failure }`, or `{ limitedText }`, a text that says 429 under another status. A streamed response gives `{ stream,
 * reason }` if its beginning was read, else nothing.
 * `release` must be called once the text of a cacheable response is stored, or once no request waits for it. Throws when the body breaks
 * off.
 *
 * @param {import("../request-context.js").RequestContext} context @param {any} response
 * @returns {Promise<{ text?: string, size?: number, pooledBytes?: number, stream?: ReadableStream, reason?: string, failure?: string,
 *   limitedText?: string, entry?: Pick<import("../../../gateway.js").CacheEntry, "tag" | "control" | "fresh" | "stale" | "failing">,
 *   isPrivate?: boolean, release?: () => void }>}
 */
export async function readUpstreamBody(context, response) {
  const { gateway, verdict } = context;
  const { status } = response;
  // Failures are judged by their status; most of them are retried.
  if (status !== 200 && status !== 404) return {};
  const { cacheUse, network, tail, reads } = verdict;
  const { cache } = gateway;
  const isCached = cache !== undefined && cacheUse !== undefined;
  const byteCounter = getByteCounter(context);
  const length = isUncompressed(response)
    ? parseLength(response.headers.get("content-length") ?? undefined)
    : undefined;
  const maxBytes = isCached ? cache.maxEntryBytes : tail !== undefined ? byteCounter.maxReadBytes : MAX_JUDGED_BYTES;
  // A response that is neither cached nor changed is streamed, unless it is known to be short. If nothing is cached and there is no
  // other upstream, it is streamed in any case, which costs a tenth less.
  const isJudged = reads && length <= maxBytes && (cache !== undefined || gateway.networks[network].urls.length > 1);
  if (!isCached && tail === undefined && !isJudged) return {};
  if (!isCached && tail !== undefined && length > maxBytes) {
    discardBody(response.body);
    return { failure: "too-long" };
  }
  // The response to an operation that writes is read in any case: its caller must learn the outcome.
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
  const { entry, fault, private: isPrivate } = core.inspect(key, { status, cacheControl, text });
  const release = () => {
    if (pooledBytes > 0) cache.pool.release(pooledBytes);
    memory.forget();
  };
  // A text that is not cacheable is sent to its caller at once.
  if (fault !== undefined || key === undefined) release();
  if (fault !== undefined) return fault === "limited" ? { limitedText: text } : { failure: fault };
  return { text, size, pooledBytes, entry, isPrivate, release: key === undefined ? undefined : release };
}

/** Whether `Content-Length` is the length of the body: a compressed body is longer after decompression. */
const isUncompressed = (response) =>
  typeof response.arrayBuffer === "function" && !response.headers.has("content-encoding");

/**
 * Whether the end of a streamed body is watched. Not in workerd if the body is compressed, since it passes through at no cost unless it is
 * read; nor if its length is stated, since workerd ends a stream made here as if it were whole, even if the response states its length.
 */
export const isWatched = ({ body, headers }) =>
  body !== null && !(WORKERD && (headers.has("content-encoding") || headers.has("content-length")));
