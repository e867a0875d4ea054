// Writes a response body piece by piece, each after the one before has left, so that a slow reader holds little memory.

/** Most bytes of a response that wait in a connection. */
const PIECE_BYTES = 64 * 1024;
/** A unit of JavaScript's strings is at most three bytes of UTF-8. */
export const PIECE_LENGTH = Math.floor(PIECE_BYTES / 3);

/** Writes a text that many callers may share. It becomes bytes piece by piece: else each slow reader would have a copy. */
export async function writeText(text, exchange) {
  for (const piece of splitText(text)) {
    if (exchange.isClosed) return;
    await exchange.write(piece);
  }
}

function* splitText(text) {
  for (let start = 0; start < text.length; ) {
    const end = findPieceEnd(text, start);
    yield Buffer.from(text.slice(start, end), "utf8");
    start = end;
  }
}

/** A text as a stream of bytes. */
export function createTextStream(text) {
  const pieces = splitText(text);
  const pull = (controller) => {
    const { done, value } = pieces.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

/** The end of a piece, not between the halves of a character. */
function findPieceEnd(text, start) {
  const end = start + PIECE_LENGTH;
  const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHalf ? end - 1 : end;
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
