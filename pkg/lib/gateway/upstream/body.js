// Reads the body of an upstream's response: whole, or up to the point where it is known to be too long for that.

/**
 * Reads a body of at most `maxBytes` bytes, and beyond those as far as `pool` allows: `{ text, size, pooledBytes }`, or
 * `{ stream, reason }` with all that the body has. `pooledBytes` of the pool are the caller's to release. Throws when the body breaks off.
 */
export async function readBodyText(body, maxBytes, pool) {
  if (body === null) return { text: "", size: 0, pooledBytes: 0 };
  const reader = body.getReader();
  const chunks = [];
  let size = 0;
  let pooledBytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
      const extraBytes = Math.max(0, size - maxBytes) - pooledBytes;
      if (extraBytes > 0 && !pool?.take(extraBytes)) {
        pool?.release(pooledBytes);
        return { stream: resumeStream(chunks, reader), reason: "too-large" };
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
  return { stream: resumeStream(chunks, reader), reason: "no-text" };
}

/** The same of a response that is known to be short: one step instead of many. */
export async function readShortBody(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = decodeChunks([bytes]);
  return text === undefined
    ? { stream: new Response(bytes).body, reason: "no-text" }
    : { text, size: bytes.byteLength, pooledBytes: 0 };
}

/** Bytes that all long responses may take together while they are read. */
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

/** The same stream; `onEnd` is called once: with `"whole"`, `"broken-off"` or, when its reader stops, `"cancelled"`. */
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

/** The bytes as text, or undefined if they are not UTF-8: such text could not be encoded back to the same bytes. */
function decodeChunks(chunks) {
  try {
    // Most bodies are one piece. They share one decoder: it keeps no state between two whole texts.
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

/** A stream of the bytes that were read already, followed by the rest. */
function resumeStream(chunks, reader) {
  const rest = chunks.values();
  return new ReadableStream(
    {
      async pull(controller) {
        const { value: chunk } = rest.next();
        const { done, value } = chunk ? { value: chunk } : await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
