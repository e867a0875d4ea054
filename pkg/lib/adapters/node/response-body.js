// Writes a response body piece by piece, each after the one before has left, so that a slow reader holds little memory.

import { PIECE_BYTES, splitText } from "../../gateway/http/long-text.js";

/**
 * Writes a text that many callers may share. It becomes bytes piece by piece: else each slow reader would have a copy. The text itself counts
 * as held once it has to wait for its reader.
 */
export async function writeText(text, exchange) {
  for (const piece of splitText(text)) {
    if (exchange.isClosed) return;
    const written = exchange.write(Buffer.from(piece, "utf8"));
    if (written === undefined) continue;
    exchange.holdText(text);
    await written;
  }
}

/** A text as a stream of bytes. */
export function createTextStream(text) {
  const pieces = splitText(text);
  const pull = (controller) => {
    const { done, value } = pieces.next();
    if (done) controller.close();
    else controller.enqueue(Buffer.from(value, "utf8"));
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** Writes a stream to the response; if the connection ends, the stream is cancelled. */
export async function writeStream(stream, exchange) {
  const reader = stream.getReader();
  exchange.reader = reader;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    await writeBytes(value, exchange);
  }
  // Cancelled already where the connection has ended.
  exchange.reader = undefined;
}

/** Writes bytes, of which those that have not left yet count as held. */
export async function writeBytes(bytes, exchange) {
  if (bytes.length <= PIECE_BYTES) return exchange.write(bytes);
  for (let offset = 0; offset < bytes.length && !exchange.isClosed; offset += PIECE_BYTES)
    await exchange.write(bytes.subarray(offset, offset + PIECE_BYTES), bytes.length - offset);
}
