// The body of one stream: events that wait for its reader, bounded in bytes.

import { KEEPALIVE, writeEnd, writeEvent } from "./events.js";

/** @typedef {import("../http/byte-counter.js").ByteCounter} ByteCounter */

export class EventStream {
  /** Bytes that the caller has not read yet; see gateway/http/byte-counter.js. */
  heldBytes = 0;
  /** When the stream was opened, by `performance.now()`. */
  openedAt = performance.now();
  isOver = false;
  /** Whether the stream reports its state by default. */
  reportsState = true;
  /** The number of events that were written. */
  eventCount = 0;
  /** Why the stream ended: the caller closed it, it was too old, its server closes, or its reader was too slow. */
  ending = "closed";
  /** @type {Uint8Array[]} */
  #parts = [];
  /** Whether nothing more will be written: the stream ends when its reader has read the buffered events. */
  #isEnding = false;
  #wakeReader = () => {};
  #byteCounter;
  #maxBytes;
  #onOver;
  #server;

  /**
   * @param {{ byteCounter: ByteCounter, maxBytes: number, server: { isDraining: boolean } | undefined, onOver: () => void }} options `onOver` is called
   *   once, when the stream is over
   */
  constructor({ byteCounter, maxBytes, server, onOver }) {
    this.#server = server;
    this.#byteCounter = byteCounter;
    this.#maxBytes = maxBytes;
    this.#onOver = onOver;
    byteCounter.allowReset(this, () => this.drop());
    this.body = new ReadableStream(
      { pull: (controller) => this.#deliver(controller), cancel: () => this.#finish() },
      { highWaterMark: 0 },
    );
  }

  /** Whether the server of the stream closes. */
  get isDraining() {
    return this.#server?.isDraining === true;
  }

  /** Whether the caller has not read more than half of the limit. */
  get isHalfFull() {
    return this.heldBytes > this.#maxBytes / 2;
  }

  /** Whether the unread bytes exceed the limit. */
  get isTooFull() {
    return this.heldBytes > this.#maxBytes;
  }

  /** Adds an event and its end. @param {Uint8Array} event of `writeEvent` @param {string} position */
  writeEvent(event, position) {
    this.eventCount += 1;
    this.#write(event);
    this.#write(writeEnd(position));
  }

  /** Adds bytes that are a complete message. @param {Uint8Array} bytes */
  writeMessage(bytes) {
    this.#write(bytes);
  }

  /** Sends a comment, which keeps the connection open, unless the caller has other bytes to read. */
  keepAlive() {
    if (this.heldBytes === 0) this.#write(KEEPALIVE);
  }

  /** Ends the stream after its reader has read the buffered events. @param {string} reason see `ending` */
  end(reason) {
    if (this.isOver || this.#isEnding) return;
    this.ending = reason;
    this.#isEnding = true;
    this.#wakeReader();
  }

  /**
   * Ends the stream of a reader who is too slow, and drops the buffered events. The reader can resume after the last event that arrived.
   */
  drop() {
    if (this.isOver || this.#isEnding) return;
    this.#clear();
    this.writeEvent(writeEvent({ type: "gap", reason: "slow_reader" }), "");
    this.end("slow_reader");
  }

  #write(bytes) {
    if (this.isOver || this.#isEnding) return;
    this.#parts.push(bytes);
    this.#byteCounter.hold(this, bytes.byteLength);
    this.#wakeReader();
  }

  #clear() {
    this.#parts = [];
    this.#byteCounter.forget(this);
  }

  /** Passes on the buffered events in one piece; waits if there are none. */
  async #deliver(controller) {
    while (this.#parts.length === 0 && !this.#isEnding && !this.isOver)
      await new Promise((resolve) => void (this.#wakeReader = () => resolve(undefined)));
    if (this.isOver) return;
    if (this.#parts.length > 0) {
      const piece = joinParts(this.#parts, this.heldBytes);
      this.#parts = [];
      this.#byteCounter.release(this, this.heldBytes);
      controller.enqueue(piece);
      return;
    }
    controller.close();
    this.#finish();
  }

  #finish() {
    if (this.isOver) return;
    this.isOver = true;
    this.#clear();
    this.#wakeReader();
    this.#onOver();
  }
}

/** @param {Uint8Array[]} parts @param {number} length */
function joinParts(parts, length) {
  if (parts.length === 1) return parts[0].slice();
  const piece = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    piece.set(part, offset);
    offset += part.byteLength;
  }
  return piece;
}
