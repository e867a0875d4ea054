// One WebSocket: handles the caller's messages one after the other, and buffers the messages to the caller, bounded in bytes.

import { encodeUtf8 } from "../../util/utf8.js";

/** Maximum bytes of a message: a position with 1000 accounts, and their addresses, fit into it. */
export const MAX_MESSAGE_BYTES = 131_072;
/** Messages that a caller may send at once, and per second in the long run. */
const MESSAGE_BURST = 50;
const MESSAGES_PER_SECOND = 10;
/** An API key in a message. */
const API_KEY = /^[!-~]{1,1024}$/;
/** Milliseconds for which a connection may be open without a subscription. */
const IDLE_MS = 60_000;
/** Milliseconds between two checks of a connection. */
const CHECK_MS = 1000;
/** Milliseconds between two attempts to send buffered messages. */
const SEND_MS = 20;
/** Bytes that may wait in the runtime's own buffer, where they can no longer be dropped. */
const MAX_SENT_BYTES = 65_536;
/** Milliseconds that a caller has to confirm that the connection closes. */
const CLOSE_MS = 5000;

/** Close codes (RFC 6455, section 7.4.1). */
const GOING_AWAY = 1001;
const UNSUPPORTED_DATA = 1003;
const POLICY_VIOLATION = 1008;
const MESSAGE_TOO_BIG = 1009;
const TRY_AGAIN_LATER = 1013;

const ENDINGS = {
  drained: [GOING_AWAY, "the server closes: reconnect and resume"],
  age: [GOING_AWAY, "the connection is too old: reconnect and resume"],
  slow_reader: [TRY_AGAIN_LATER, "the reader is too slow: reconnect and resume"],
};

/**
 * @typedef {object} Connection of the runtime
 * @property {(text: string) => void} send @property {(code: number, reason: string) => void} close
 * @property {() => number} [countWaiting] bytes that wait in the runtime's buffer; absent where the runtime does not tell
 * @property {() => void} [ping] closes the connection if the caller has not answered the ping before
 * @property {() => void} [terminate]
 * @typedef {{ receive(data: unknown): void, allowsPing(): boolean, handleClose(): void }} Handlers of a connection
 */

export class Socket {
  /** Bytes that wait for the reader, and those of messages that wait for their turn; see gateway/http/byte-counter.js. */
  heldBytes = 0;
  openedAt = performance.now();
  /** The current subscription. @type {import("./subscription.js").Subscription | undefined} */
  subscription = undefined;
  /** Its events. @type {import("./frame-stream.js").FrameStream | undefined} */
  stream = undefined;
  /** Whether the caller has left, or the connection closes. */
  isOver = false;
  /** Whether the limits of the caller already count the next subscription, together with the handshake. */
  isPaid = true;
  #connection;
  #opening;
  #getGateway;
  #byteCounter;
  #limits;
  #onOver;
  /** @type {{ text: string, bytes: number }[]} */
  #outbox = [];
  #outboxBytes = 0;
  /** Messages that wait for their turn. @type {string[]} */
  #inbox = [];
  #inboxBytes = 0;
  #isWorking = false;
  #sendTimer;
  #lookTimer;
  #closeTimer;
  /** Called when the buffer is empty again. @type {(() => void) | undefined} */
  #onSent;
  /** When the connection was last seen with a subscription. */
  #subscribedAt = performance.now();
  #tokens = MESSAGE_BURST;
  #tokensAt = performance.now();
  /** The API key of the last message with one that was accepted. @type {string | undefined} */
  #key;

  /**
   * @param {Connection} connection @param {import("../request-context.js").RequestContext} opening the handshake
   * @param {{ getGateway: () => import("../gateway.js").Gateway, byteCounter: import("../http/byte-counter.js").ByteCounter, limits:
   *   import("./streams.js").Limits, onOver: () => void }} options `onOver` is called once, when the connection is over
   */
  constructor(connection, opening, { getGateway, byteCounter, limits, onOver }) {
    this.#connection = connection;
    this.#opening = opening;
    this.#getGateway = getGateway;
    this.#byteCounter = byteCounter;
    this.#limits = limits;
    this.#onOver = onOver;
    byteCounter.allowReset(this, () => this.drop());
    this.#lookTimer = setInterval(() => this.#look(), CHECK_MS);
  }

  get isDraining() {
    return this.#opening.ctx?.server?.isDraining === true;
  }

  get isHalfFull() {
    return this.#outboxBytes > this.#limits.maxBufferedBytes / 2;
  }

  get isTooFull() {
    return this.#outboxBytes > this.#limits.maxBufferedBytes;
  }

  /** Sends a message, after the buffered ones. @param {string} text */
  send(text) {
    if (this.isOver) return;
    if (this.#outbox.length === 0 && this.#hasRoom()) {
      this.#connection.send(text);
      return;
    }
    const bytes = encodeUtf8(text).byteLength;
    this.#outbox.push({ text, bytes });
    this.#outboxBytes += bytes;
    this.#byteCounter.hold(this, bytes);
    this.#sendTimer ??= setInterval(() => this.#sendWaiting(), SEND_MS);
  }

  /** Sends an object that is not an event. @param {object} message */
  reply(message) {
    this.send(JSON.stringify(message));
    // The hub drops slow readers of events, after it has given them time to read.
    if (this.isTooFull) this.drop();
  }

  /** @param {import("./subscription.js").Subscription} subscription @param {import("./frame-stream.js").FrameStream} stream with its events */
  replaceSubscription(subscription, stream) {
    this.stream?.finish("replaced");
    this.subscription = subscription;
    this.stream = stream;
  }

  unsubscribe() {
    this.stream?.finish("closed");
    this.subscription = undefined;
    this.stream = undefined;
  }

  ping() {
    this.#connection.ping?.();
  }

  /** Closes the connection after the buffered messages were sent. @param {string} reason see `EventStream.ending` */
  end(reason) {
    this.#finish(reason);
    const [code, text] = ENDINGS[reason];
    const closeSocket = () => this.#close(code, text);
    if (this.#outbox.length === 0) return closeSocket();
    this.#onSent = closeSocket;
    this.#closeTimer = setTimeout(closeSocket, CLOSE_MS);
  }

  /**
   * Ends the connection of a reader who is too slow, and drops the buffered messages. The reader can resume after the last event that
   * arrived.
   */
  drop() {
    if (this.isOver) return;
    this.#clear();
    this.#connection.send(JSON.stringify({ type: "gap", reason: "slow_reader" }));
    this.end("slow_reader");
  }

  /** Closes the connection of a caller who breaks a rule. @param {number} code @param {string} reason */
  refuse(code, reason) {
    if (this.isOver) return;
    this.#clear();
    this.#finish("closed");
    this.#close(code, reason);
  }

  /** @param {unknown} data of a message, a text unless the caller sends binary ones */
  receive(data) {
    if (this.isOver) return;
    if (typeof data !== "string") return this.refuse(UNSUPPORTED_DATA, "messages must be texts");
    // A character takes up to 3 bytes, and each counts as a byte at least.
    if (data.length > MAX_MESSAGE_BYTES || encodeUtf8(data).byteLength > MAX_MESSAGE_BYTES)
      return this.refuse(MESSAGE_TOO_BIG, `a message may have at most ${MAX_MESSAGE_BYTES} bytes`);
    if (!this.#takeToken()) return undefined;
    if (this.#inboxBytes + data.length > MAX_MESSAGE_BYTES)
      return this.refuse(POLICY_VIOLATION, "too many messages before the responses to earlier ones");
    this.#inbox.push(data);
    this.#inboxBytes += data.length;
    this.#byteCounter.hold(this, data.length);
    if (!this.#isWorking) this.#handleInbox();
  }

  /** Counts a ping of the caller; returns whether to respond to it. Responses must not pile up for a caller who does not read. */
  allowsPing() {
    return !this.isOver && this.#takeToken() && this.#hasRoom();
  }

  /** Handles the end of the connection. */
  handleClose() {
    clearTimeout(this.#closeTimer);
    this.#clear();
    this.#finish("closed");
  }

  /** Handles the messages in their order. */
  async #handleInbox() {
    this.#isWorking = true;
    for (let text = this.#inbox[0]; text !== undefined; text = this.#inbox[0]) {
      try {
        await this.#handle(text);
      } catch {
        // Faults of requests are reported where they happen; here the caller at least learns that the message had no effect.
        this.reply({ error: "internal error of the gateway" });
      }
      if (this.isOver) break;
      this.#inbox.shift();
      this.#inboxBytes -= text.length;
      this.#byteCounter.release(this, text.length);
    }
    this.#isWorking = false;
  }

  /** @param {string} text */
  async #handle(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return this.reply({ error: "invalid request envelope: the message is not JSON" });
    }
    if (typeof message !== "object" || message === null || Array.isArray(message))
      return this.reply({ error: "invalid request envelope: the message must be an object" });
    const { id, operation, api_key: key, ...parameters } = message;
    if (id !== undefined && id !== null && typeof id !== "string")
      return this.reply({ error: "invalid request envelope: `id` must be a text" });
    const idField = typeof id === "string" ? { id } : {};
    if (operation === "ping") return this.reply({ ...idField, status: "pong" });
    if (operation !== "subscribe" && operation !== "unsubscribe") {
      const name = typeof operation === "string" ? operation.slice(0, 64) : "";
      return this.reply({ ...idField, error: `unknown operation: ${name}` });
    }
    if (key !== undefined && key !== null) {
      if (typeof key !== "string" || !API_KEY.test(key))
        return this.reply({ ...idField, error: "`api_key` must be a text of up to 1024 characters without spaces" });
      // The handshake was counted for another caller, so this subscription counts against the limits of the new one.
      if (key !== this.#key) this.isPaid = false;
    }
    const usedKey = key ?? this.#key;
    const body = key === undefined ? text : JSON.stringify({ ...idField, operation, ...parameters });
    const response = await this.#request(body, usedKey);
    if (operation === "subscribe") this.isPaid = false;
    if (response.status === 200) {
      this.#key = usedKey;
      return undefined;
    }
    const code = response.headers.get("x-ton-edge-error");
    const retryAfter = response.headers.get("retry-after");
    const { error } = await response.json().catch(() => ({}));
    return this.reply({
      ...idField,
      error: error ?? `refused with status ${response.status}`,
      ...(code !== null && { code }),
      ...(retryAfter !== null && { retry_after: Number(retryAfter) }),
    });
  }

  /** Passes a message through the steps of the gateway, as a request of its own. @param {string} body @param {string | undefined} key */
  #request(body, key) {
    const { request, env, ctx } = this.#opening;
    const headers = new Headers(request.headers);
    for (const name of ["content-length", "content-encoding", "last-event-id", "accept", "traceparent"])
      headers.delete(name);
    headers.set("content-type", "application/json");
    if (key !== undefined) headers.set("x-api-key", key);
    const message = {
      ...{ method: "POST", url: request.url, headers, body: new Blob([body]).stream(), cf: request.cf },
      signal: new AbortController().signal,
    };
    const platform = {
      waitUntil: (promise) => ctx?.waitUntil?.(promise),
      ...{ address: ctx?.address, listener: ctx?.listener, server: ctx?.server, socket: this },
    };
    return this.#getGateway().handle({ request: message, env, ctx: platform });
  }

  /** Counts a message; returns whether the caller may send it, and otherwise closes the connection. */
  #takeToken() {
    const now = performance.now();
    this.#tokens = Math.min(MESSAGE_BURST, this.#tokens + ((now - this.#tokensAt) / 1000) * MESSAGES_PER_SECOND);
    this.#tokensAt = now;
    if (this.#tokens >= 1) this.#tokens -= 1;
    else this.refuse(POLICY_VIOLATION, `more than ${MESSAGES_PER_SECOND} messages per second`);
    return !this.isOver;
  }

  #hasRoom() {
    return (this.#connection.countWaiting?.() ?? 0) < MAX_SENT_BYTES;
  }

  #sendWaiting() {
    while (this.#outbox.length > 0 && this.#hasRoom()) {
      const { text, bytes } = /** @type {{ text: string, bytes: number }} */ (this.#outbox.shift());
      this.#outboxBytes -= bytes;
      this.#byteCounter.release(this, bytes);
      this.#connection.send(text);
    }
    if (this.#outbox.length > 0) return;
    clearInterval(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#onSent?.();
  }

  /** Ends a connection without a subscription; hubs check the connections with one. */
  #look() {
    const now = performance.now();
    if (this.subscription) this.#subscribedAt = now;
    else if (this.isDraining) this.end("drained");
    else if (now - this.openedAt >= this.#limits.maxAgeMs) this.end("age");
    else if (now - this.#subscribedAt >= IDLE_MS)
      this.refuse(POLICY_VIOLATION, `no subscription for ${IDLE_MS / 1000} seconds`);
  }

  /** @param {number} code @param {string} reason */
  #close(code, reason) {
    this.#clear();
    clearTimeout(this.#closeTimer);
    this.#closeTimer = setTimeout(() => this.#connection.terminate?.(), CLOSE_MS);
    this.#connection.close(code, reason);
  }

  #clear() {
    this.#outbox = [];
    this.#outboxBytes = 0;
    this.#inbox = [];
    this.#inboxBytes = 0;
    clearInterval(this.#sendTimer);
    this.#sendTimer = undefined;
    this.#byteCounter.forget(this);
  }

  /** @param {string} reason */
  #finish(reason) {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.#lookTimer);
    this.stream?.finish(reason);
    this.stream = undefined;
    this.subscription = undefined;
    this.#onOver();
  }
}
