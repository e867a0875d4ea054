// Long texts, which share memory with the cache or with other responses, and are sent piece by piece.

import { createPacedStream } from "./paced-stream.js";
import { encodeUtf8 } from "../../util/utf8.js";

/** Maximum bytes of one piece of a response. */
export const PIECE_BYTES = 64 * 1024;
/** Maximum characters of one piece: a UTF-16 unit takes at most three bytes of UTF-8. */
export const PIECE_LENGTH = Math.floor(PIECE_BYTES / 3);

/** @typedef {{ owner: object, bytes: number }} Source a text in memory, which belongs to a cache entry or to one response */

/** A text in parts that are never joined, because each joined copy would take memory again, one for every slow reader. */
export class LongText {
  /**
   * @param {string[]} parts @param {Source[]} sources the texts from which the parts are taken
   * @param {import("./byte-counter.js").Holder} [holder] if given, it already counts the sources
   */
  constructor(parts, sources, holder) {
    this.parts = parts;
    this.sources = sources;
    this.holder = holder;
    this.length = 0;
    for (const part of parts) this.length += part.length;
  }
}

export const isLong = (text) => text.length > PIECE_LENGTH;

/**
 * Returns the bytes of a text in memory: one per character for Latin-1, otherwise two. @param {string} text @param {number} [size] in
 * UTF-8
 */
export const measureText = (text, size = text.length) =>
  size > text.length ? Math.max(size, 2 * text.length) : text.length;

/**
 * Yields the pieces of a text; no piece ends within a surrogate pair.
 *
 * @param {string} text @returns {Generator<string, undefined>}
 */
export function* splitText(text) {
  for (let at = 0; at < text.length; ) {
    const end = findPieceEnd(text, at);
    yield text.slice(at, end);
    at = end;
  }
  return undefined;
}

function findPieceEnd(text, at) {
  const end = at + PIECE_LENGTH;
  const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHalf ? end - 1 : end;
}

/** @param {string[]} parts @returns {Generator<Uint8Array, undefined>} */
function* encodePieces(parts) {
  for (const part of parts) for (const piece of splitText(part)) yield encodeUtf8(piece);
  return undefined;
}

/**
 * Returns a long text as a stream of bytes. Its bytes count as held until the last one is read, or until the reader cancels or reads
 * nothing for too long.
 *
 * @param {LongText} text @param {import("./byte-counter.js").ByteCounter} byteCounter
 */
export function streamLongText({ parts, sources, holder }, byteCounter) {
  /** @type {import("./byte-counter.js").Holder} */
  const memoryHolder = holder ?? { heldBytes: 0 };
  for (const { owner, bytes } of holder ? [] : sources) byteCounter.share(memoryHolder, owner, bytes);
  let pieces = encodePieces(parts);
  const { stream, fail: failStream } = createPacedStream({
    next() {
      byteCounter.move(memoryHolder);
      return pieces.next().value;
    },
    end() {
      byteCounter.forget(memoryHolder);
      pieces = undefined;
    },
    unreadMs: byteCounter.unreadMs,
  });
  byteCounter.allowReset(memoryHolder, failStream);
  return stream;
}
