// One connection of a Node server: its requests run one after the other, and it ends when its reader does not read.

import { contentLength, hasUpgrade, headLength } from "./request-length.js";

/** The estimated memory of a queued request: Node has made a request and a response object for it, with headers. */
const QUEUED_BYTES = 4 * 1024;

export class Connection {
  /** Bytes that are counted for it; see held-bytes.js. */
  held = 0;
  /** The exchange that runs. */
  running = undefined;
  /** Requests that wait for the connection. */
  #queue = [];
  #requests = 0;
  /** No more requests of this connection run. */
  isFull = false;
  #isClosed = false;
  /** A body of it had too many parts. */
  #isRefused = false;
  /** Bytes that had left when some were last seen to wait, and since when no more have, by `performance.now()`. */
  #flushed = -1;
  #stalledSince = 0;
  /** Bytes of the requests whose heads have come to their end, and those of an unfinished head that are counted as held. */
  #parsed = 0;
  #headBytes = 0;
  #listener;

  constructor(socket, listener) {
    this.socket = socket;
    this.#listener = listener;
  }

  get isQueueing() {
    return this.#queue.length > 0;
  }

  /** Whether the request that runs is the last one and has come to its end: what arrives behind it is ignored. */
  get hasReadAll() {
    return this.isFull && !this.isQueueing && this.running?.isRead === true;
  }

  /** A request whose head Node has read. Node parses a whole chunk at once, however many requests it contains. */
  accept(incoming, outgoing) {
    const { maxPipelinedRequests, maxRequestsPerSocket } = this.#listener.settings;
    if (this.isFull) return;
    if (this.#queue.length >= maxPipelinedRequests) {
      this.acceptNoMore();
      return;
    }
    this.#requests += 1;
    this.parsed(headLength(incoming) + contentLength(incoming));
    // Node's parser drops what stands behind an upgrade in the same packet, and would read the next packet as requests.
    if (this.#requests >= maxRequestsPerSocket || hasUpgrade(incoming)) {
      outgoing.shouldKeepAlive = false;
      this.isFull = true;
    }
    if (this.running === undefined) this.#run(incoming, outgoing);
    else {
      this.#queue.push([incoming, outgoing]);
      this.hold(QUEUED_BYTES);
      this.#pause();
    }
  }

  /** Reads no further. Node does at the end of every request, in the tick that comes before this. */
  #pause() {
    queueMicrotask(() => {
      if (this.isQueueing) this.socket.pause();
    });
  }

  /** The last request in the queue ends the connection: callers repeat those without a response (RFC 9112, section 9.3.2). */
  acceptNoMore() {
    this.isFull = true;
    const [, outgoing] = this.#queue.at(-1);
    outgoing.shouldKeepAlive = false;
  }

  /** A body has too many parts: no more is read, and the connection ends. */
  refuseParts() {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.isFull = true;
    this.socket.pause();
    if (this.running?.isUnread && !this.isQueueing)
      this.running.refuseAndClose(
        413,
        "payload_too_large",
        "the request body is in too many parts: send larger chunks",
      );
    else this.end();
  }

  #run(incoming, outgoing) {
    const exchange = this.#listener.exchange(this, incoming, outgoing);
    this.running = exchange;
    outgoing.once("close", () => this.#finished(exchange));
    exchange.run();
  }

  #finished(exchange) {
    exchange.close();
    this.running = undefined;
    if (this.#listener.draining) setImmediate(this.#listener.closeIdle);
    // The connection ends here: queued requests could not get their responses, and a send must not run without one.
    if (this.#listener.draining || !this.socket.writable) return this.#drop();
    if (this.#queue.length === 0) return;
    const [incoming, next] = this.#queue.shift();
    this.release(QUEUED_BYTES);
    if (this.#queue.length === 0) {
      if (!this.isFull) this.socket.resume();
    } else this.#pause();
    this.#run(incoming, next);
  }

  /** Ends the connection if requests wait on it, once all that is written has left. For Node it is not idle with them. */
  #drop() {
    if (this.#queue.length === 0) return;
    this.#queue = [];
    this.socket.destroySoon();
  }

  hold(bytes) {
    if (!this.#isClosed) this.#listener.held.hold(this, bytes);
  }

  release(bytes) {
    this.#listener.held.release(this, bytes);
  }

  /** Ends the connection if the same bytes have waited for too long. `writeTimeoutMs` is for one piece of a response. */
  look(now) {
    this.#countHead();
    const waiting = this.socket.writableLength;
    if (waiting === 0) return;
    const flushed = this.socket.bytesWritten - waiting;
    if (flushed !== this.#flushed) {
      this.#stalledSince = now;
      this.#flushed = flushed;
    } else if (now - this.#stalledSince >= this.#listener.settings.writeTimeoutMs) this.reset();
  }

  /** So many bytes of what has come, or will come, are of requests whose heads have come to their end. */
  parsed(bytes) {
    this.#parsed += bytes;
  }

  /** Node keeps the bytes of a head until it has come to its end: those that are of no request yet, also behind one in the same piece. */
  #countHead() {
    const bytes = Math.max(0, Math.min(this.socket.bytesRead - this.#parsed, this.#listener.maxHeadBytes));
    const more = bytes - this.#headBytes;
    this.#headBytes = bytes;
    if (more > 0) this.hold(more);
    else if (more < 0) this.release(-more);
  }

  end() {
    this.socket.destroy();
  }

  /** Resets the connection of a reader who does not read, so that the system frees its buffers too. */
  reset() {
    this.socket.resetAndDestroy();
  }

  /** The socket is closed. */
  closed() {
    this.#isClosed = true;
    this.#listener.held.forget(this);
    this.running?.close();
    this.running = undefined;
  }
}
