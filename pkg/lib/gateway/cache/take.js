// Reading an answer that may be kept: whole, or only so far as to see that it is too long, and goes through.

/** `{ text, size }`, or `{ stream, reason }` with all that the body has. Throws when it breaks off. */
export async function take(body, most) {
  if (body === null || typeof body === "string") return { text: body ?? "", size: new TextEncoder().encode(body ?? "").byteLength };
  const reader = body.getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.byteLength;
    if (size > most) return { stream: resumed(chunks, reader), reason: "too-large" };
  }
  const text = textOf(chunks);
  return text === undefined ? { stream: resumed(chunks, reader), reason: "no-text" } : { text, size };
}

/** The same of a response that is known to be short: one step instead of many. */
export async function takeAll(response) {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const text = textOf([bytes]);
  return text === undefined ? { stream: new Response(bytes).body, reason: "no-text" } : { text, size: bytes.byteLength };
}

/** Exactly these bytes as text, or undefined: what is no UTF-8 would not come out again as it went in. */
function textOf(chunks) {
  try {
    // Of one piece, as most are, by a decoder that is at hand: between two whole texts it remembers nothing.
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

/** A stream of what was read already, and of what comes. */
function resumed(chunks, reader) {
  const rest = chunks.values();
  return new ReadableStream({
    async pull(controller) {
      const { value: chunk } = rest.next();
      const { done, value } = chunk ? { value: chunk } : await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
}
