// Sends the events of one subscription on a WebSocket, as `EventStream` sends server-sent events.

import { readEventText, readMessageText } from "./events.js";

export class FrameStream {
  isOver = false;
  /** The number of events that were written. */
  eventCount = 0;
  /** Why the stream ended; see `EventStream`. */
  ending = "closed";
  /**
   * Whether the stream reports its state by default. It does not, because clients of TON Center expect no other message before the response
   * to theirs.
   */
  reportsState = false;
  #socket;
  #onOver;

  /** @param {import("./socket.js").Socket} socket @param {string} callerName @param {() => void} onOver is called once, when the stream is over */
  constructor(socket, callerName, onOver) {
    this.callerName = callerName;
    this.#socket = socket;
    this.#onOver = onOver;
  }

  get openedAt() {
    return this.#socket.openedAt;
  }

  get heldBytes() {
    return this.#socket.heldBytes;
  }

  get isDraining() {
    return this.#socket.isDraining;
  }

  get isHalfFull() {
    return this.#socket.isHalfFull;
  }

  get isTooFull() {
    return this.#socket.isTooFull;
  }

  /** @param {Uint8Array} event of `writeEvent` @param {string} position */
  writeEvent(event, position) {
    if (this.isOver) return;
    this.eventCount += 1;
    const text = readEventText(event);
    this.#socket.send(position === "" ? text : `${text.slice(0, -1)},"resume":"${position}"}`);
  }

  /** @param {Uint8Array} bytes */
  writeMessage(bytes) {
    if (!this.isOver) this.#socket.send(readMessageText(bytes));
  }

  keepAlive() {
    this.#socket.ping();
  }

  /** Ends the stream and closes its connection. @param {string} reason see `ending` */
  end(reason) {
    if (!this.isOver) this.#socket.end(reason);
  }

  drop() {
    if (!this.isOver) this.#socket.drop();
  }

  /** Ends the stream, without closing the connection. @param {string} reason see `ending` */
  finish(reason) {
    if (this.isOver) return;
    this.ending = reason;
    this.isOver = true;
    this.#onOver();
  }
}
