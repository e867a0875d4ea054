// Reads the body of an upstream's response, either whole or until it turns out to be too long.

import { hasTooManyParts } from "../../util/part-limit.js";
import { createPacedStream } from "../http/paced-stream.js";
import { requireGlobal } from "../../util/runtime.js";
import { createUtf8Decoder } from "../../util/utf8.js";

/**
 * Reads a body of at most `maxBytes` bytes; longer ones if `pool` has room. Returns `{ text, size, pooledBytes }`; for a longer body `{
 * stream, reason }`, with a stream of the whole body; or `{ isRefused }` if `memory` has no room. The caller must release `pooledBytes` and
 * forget `memory`; a stream does this itself. Throws if the body ends early.
 *
 * @param {ReadableStream<Uint8Array> | null} body @param {number} maxBytes
 * @param {{ pool?: ReturnType<typeof createPool>, memory: import("../http/byte-counter.js").BodyInMemory }} counts
 * @returns {Promise<{ text?: string, size?: number, pooledBytes?: number, stream?: ReadableStream, reason?: string, isRefused?: boolean }>}
 */
export async function readBodyText(body, maxBytes, { pool, memory }) {
  if (body === null) return { text: "", size: 0, pooledBytes: 0 };
  const reader = body.getReader();
  const chunks = [];
  let size = 0;
  let pooledBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!memory.take(value.byteLength)) {
        pool?.release(pooledBytes);
        reader.cancel().catch(() => {});
        return { isRefused: true };
      }
      chunks.push(value);
      size += value.byteLength;
      const extraBytes = Math.max(0, size - maxBytes) - pooledBytes;
      if (extraBytes > 0 && !pool?.take(extraBytes)) {
        pool?.release(pooledBytes);
        return { stream: resumeStream(chunks, reader, memory), reason: "too-large" };
      }
      pooledBytes += Math.max(0, extraBytes);
    }
  } catch (error) {
    pool?.release(pooledBytes);
    throw error;
  }
  const text = decodeChunks(chunks);
  if (text !== undefined) return { text, size, pooledBytes };
  pool?.release(pooledBytes);
  return { stream: resumeStream(chunks, reader, memory), reason: "no-text" };
}

/**
 * Returns the text of a body of at most `maxBytes`; undefined if it is longer or in too many parts; `{ isRefused }` if `memory` has no
 * room.
 *
 * @param {ReadableStream<Uint8Array>} stream @param {number} maxBytes @param {import("../http/byte-counter.js").BodyInMemory} memory
 * @returns {Promise<{ text?: string, isRefused?: boolean }>}
 */
export async function readAnyText(stream, maxBytes, memory) {
  const reader = stream.getReader();
  const decoder = new (requireGlobal("TextDecoder"))();
  let text = "";
  let size = 0;
  for (let partCount = 1; ; partCount += 1) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    size += value.byteLength;
    const isRefused = !memory.take(value.byteLength);
    if (isRefused || size > maxBytes || hasTooManyParts(partCount, size)) {
      reader.cancel().catch(() => {});
      return { isRefused };
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Reads the text of a response that is known to be short, in one step instead of many. */
export async function readShortBody(response, memory) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = decodeChunks([bytes]);
  if (text !== undefined) return { text, size: bytes.byteLength, pooledBytes: 0 };
  memory.forget();
  return { stream: new Response(bytes).body, reason: "no-text" };
}

/** Creates the memory that long responses share while they are read: at most `maxBytes`. */
export function createPool(maxBytes) {
  let pooledBytes = 0;
  return {
    take(bytes) {
      if (pooledBytes + bytes > maxBytes) return false;
      pooledBytes += bytes;
      return true;
    },
    release(bytes) {
      pooledBytes -= bytes;
    },
    get pooledBytes() {
      return pooledBytes;
    },
  };
}

/** Returns a stream with the same bytes. `onEnd` is called once: with `"whole"`, `"broken-off"` or, if the reader stops, `"cancelled"`. */
export function watchStream(stream, onEnd) {
  const reader = stream.getReader();
  let isOver = false;
  const reportEnd = (endReason) => {
    if (!isOver) onEnd(endReason);
    isOver = true;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          reportEnd("whole");
          controller.close();
        } catch (error) {
          reportEnd("broken-off");
          controller.error(error);
        }
      },
      cancel(reason) {
        reportEnd("cancelled");
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Decodes bytes as UTF-8; undefined for other bytes, since their text could not be encoded back to the same bytes. */
function decodeChunks(chunks) {
  try {
    // Most bodies have one chunk. They share one decoder, which has no state between whole texts.
    if (chunks.length === 1) return (sharedDecoder ??= createUtf8Decoder()).decode(chunks[0]);
    const decoder = createUtf8Decoder();
    let text = "";
    for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch {
    sharedDecoder = undefined;
    return undefined;
  }
}

let sharedDecoder;

/** Returns a stream of the bytes that were already read, followed by the rest. The read bytes count as held until they are passed on. */
function resumeStream(chunks, reader, memory) {
  return createPacedStream({
    next() {
      const chunk = chunks.shift();
      if (chunk === undefined) return reader.read().then(({ value }) => value);
      memory.passOn(chunk.byteLength);
      return chunk;
    },
    end() {
      memory.forget();
      chunks = [];
      // Has no effect after the last byte.
      reader.cancel().catch(() => {});
    },
  }).stream;
}
