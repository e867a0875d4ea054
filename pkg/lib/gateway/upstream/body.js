// Reads the body of an upstream's response: whole, or until it is known to be too long for that.

import { hasTooManyParts } from "../../util/part-limit.js";
import { createPacedStream } from "../http/paced-stream.js";

/**
 * Reads a body of at most `maxBytes` bytes, and longer ones as far as `pool` allows: `{ text, size, pooledBytes }`, or
 * `{ stream, reason }` with the whole body; `{ isRefused }` if `memory` has no room. The caller releases `pooledBytes` of the pool and
 * forgets `memory`, unless the stream does. Throws when the body breaks off.
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
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  for (let parts = 1; ; parts += 1) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    size += value.byteLength;
    const isRefused = !memory.take(value.byteLength);
    if (isRefused || size > maxBytes || hasTooManyParts(parts, size)) {
      reader.cancel().catch(() => {});
      return { isRefused };
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** The same for a response that is known to be short, in one step instead of many. */
export async function readShortBody(response, memory) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = decodeChunks([bytes]);
  if (text !== undefined) return { text, size: bytes.byteLength, pooledBytes: 0 };
  memory.forget();
  return { stream: new Response(bytes).body, reason: "no-text" };
}

/** Most bytes that all long responses may take together while they are read. */
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

/** Returns the same stream; `onEnd` is called once: with `"whole"`, `"broken-off"` or, when its reader stops, `"cancelled"`. */
export function watchStream(stream, onEnd) {
  const reader = stream.getReader();
  let isOver = false;
  const reportEnd = (ending) => {
    if (!isOver) onEnd(ending);
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

/** Decodes bytes; undefined if they are not UTF-8, since such text could not be encoded back to the same bytes. */
function decodeChunks(chunks) {
  try {
    // Most bodies are one piece. They share one decoder, which keeps no state between two whole texts.
    if (chunks.length === 1) return (sharedDecoder ??= createDecoder()).decode(chunks[0]);
    const decoder = createDecoder();
    let text = "";
    for (const chunk of chunks) text += decoder.decode(chunk, { stream: true });
    return text + decoder.decode();
  } catch {
    sharedDecoder = undefined;
    return undefined;
  }
}

const createDecoder = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
let sharedDecoder;

/** Returns a stream of the bytes that were read already, which are held until they are passed on, followed by the rest. */
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
