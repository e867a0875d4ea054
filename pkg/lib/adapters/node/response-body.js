// Writes a response body piece by piece, each after the previous one was sent, so that a slow reader takes little memory.

import { PIECE_BYTES, splitText } from "../../gateway/http/long-text.js";

/**
 * Writes a text that many callers may share. Converts it to bytes piece by piece, so that slow readers need no copies. The text counts
 * as held as soon as it has to wait for its reader.
 */
export async function writeText(text, exchange) {
  for (const piece of splitText(text)) {
    if (exchange.isClosed) return;
    const sentPromise = exchange.write(Buffer.from(piece, "utf8"));
    if (sentPromise === undefined) continue;
    exchange.holdText(text);
    await sentPromise;
  }
}

/** Converts a text to a stream of bytes. */
export function createTextStream(text) {
  const pieces = splitText(text);
  const pullPiece = (controller) => {
    const { done, value } = pieces.next();
    if (done) controller.close();
    else controller.enqueue(Buffer.from(value, "utf8"));
  };
  return new ReadableStream({ pull: pullPiece }, { highWaterMark: 0 });
}

/** Reads a whole body. @param {ReadableStream<Uint8Array>} stream */
export async function readBytes(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

/** Writes bytes that already count as held. */
export async function writeSharedBytes(bytes, exchange) {
  for (let offset = 0; offset < bytes.length && !exchange.isClosed; offset += PIECE_BYTES)
    await exchange.write(bytes.subarray(offset, offset + PIECE_BYTES), 0);
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
  // The stream is cancelled already if the connection has ended.
  exchange.reader = undefined;
}

/** Writes bytes; unsent ones count as held. */
async function writeBytes(bytes, exchange) {
  if (bytes.length <= PIECE_BYTES) return exchange.write(bytes);
  for (let offset = 0; offset < bytes.length && !exchange.isClosed; offset += PIECE_BYTES)
    await exchange.write(bytes.subarray(offset, offset + PIECE_BYTES), bytes.length - offset);
}
