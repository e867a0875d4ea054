// Reads the body of an upstream's response: whole, or up to the point where it is known to be too long for that.

/**
 * Reads a body of at most `most` bytes, and beyond those as far as `pool` allows: `{ text, size, held }`, or
 * `{ stream, reason }` with all that the body has. `held` bytes of the pool are the caller's to give back. Throws when the body breaks off.
 */
export async function readBodyText(body, most, pool) {
  if (body === null) return { text: "", size: 0, held: 0 };
  const reader = body.getReader();
  const chunks = [];
  let size = 0;
  let held = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      size += value.byteLength;
      const more = Math.max(0, size - most) - held;
      if (more > 0 && !pool?.take(more)) {
        pool?.give(held);
        return { stream: resumeStream(chunks, reader), reason: "too-large" };
      }
      held += Math.max(0, more);
    }
  } catch (error) {
    pool?.give(held);
    throw error;
  }
  const text = textOf(chunks);
  if (text !== undefined) return { text, size, held };
  pool?.give(held);
  return { stream: resumeStream(chunks, reader), reason: "no-text" };
}

/** The same of a response that is known to be short: one step instead of many. */
export async function readShortBody(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = textOf([bytes]);
  return text === undefined
    ? { stream: new Response(bytes).body, reason: "no-text" }
    : { text, size: bytes.byteLength, held: 0 };
}

/** Bytes that all long responses may take together while they are read. */
export function createPool(most) {
  let held = 0;
  return {
    take(bytes) {
      if (held + bytes > most) return false;
      held += bytes;
      return true;
    },
    give(bytes) {
      held -= bytes;
    },
    get held() {
      return held;
    },
  };
}

/** The same stream; `ended` is called once: with `"whole"`, `"broken-off"` or, when its reader stops, `"cancelled"`. */
export function watchStream(stream, ended) {
  const reader = stream.getReader();
  let over = false;
  const end = (how) => {
    if (!over) ended(how);
    over = true;
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          end("whole");
          controller.close();
        } catch (error) {
          end("broken-off");
          controller.error(error);
        }
      },
      cancel(reason) {
        end("cancelled");
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The bytes as text, or undefined if they are not UTF-8: such text could not be encoded back to the same bytes. */
function textOf(chunks) {
  try {
    // Most bodies are one piece. They share one decoder: it keeps no state between two whole texts.
    if (chunks.length === 1) return (whole ??= decoder()).decode(chunks[0]);
    const pieces = decoder();
    let text = "";
    for (const chunk of chunks) text += pieces.decode(chunk, { stream: true });
    return text + pieces.decode();
  } catch {
    whole = undefined;
    return undefined;
  }
}

const decoder = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
let whole;

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
