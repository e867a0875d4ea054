// One connection of a Node server: runs its requests one after the other, and ends if the caller stops reading.

import { readContentLength, hasUpgrade, computeHeadLength } from "./request-length.js";

/** The estimated memory of a queued request besides its head: Node has made a request and a response object for it. */
const QUEUED_BYTES = 4 * 1024;

export class Connection {
  /** Bytes that are counted for the connection; see gateway/http/byte-counter.js. */
  heldBytes = 0;
  /** The exchange in progress. */
  exchange = undefined;
  /** Requests that wait until the previous one on the connection is done. */
  #queue = [];
  #requestCount = 0;
  /** Whether the connection is a WebSocket. */
  isSwitched = false;
  /** Whether the connection accepts no further requests. */
  isFull = false;
  #isClosed = false;
  /** Whether the connection was refused because a body had too many parts. */
  #isRefused = false;
  /** The number of sent bytes at the last check that found unsent ones, and when it last grew, by `performance.now()`. */
  #flushedBytes = -1;
  #stalledSince = 0;
  /** Bytes of requests with complete heads, and bytes of an unfinished head that count as held. */
  #parsedBytes = 0;
  #headBytes = 0;
  #listener;

  constructor(socket, listener) {
    this.socket = socket;
    this.#listener = listener;
  }

  get isQueueing() {
    return this.#queue.length > 0;
  }

  /** Whether the running request is the last one and was received completely. Further bytes are then ignored. */
  get hasReadAll() {
    return this.isFull && !this.isQueueing && this.exchange?.isRead === true;
  }

  /** Accepts a request whose head Node has read. Node parses a whole chunk at once, with all requests in it. */
  accept(incoming, outgoing, head = undefined) {
    const { maxPipelinedRequests, maxRequestsPerSocket } = this.#listener.settings;
    if (this.isFull) return;
    if (this.#queue.length >= maxPipelinedRequests) {
      this.stopAccepting();
      return;
    }
    this.#requestCount += 1;
    const headBytes = computeHeadLength(incoming);
    this.countParsedBytes(headBytes + readContentLength(incoming));
    // After an upgrade, Node's parser drops the rest of the packet and would read the next packet as requests, so the connection
    // ends.
    if (this.#requestCount >= maxRequestsPerSocket || hasUpgrade(incoming)) {
      outgoing.shouldKeepAlive = false;
      this.isFull = true;
    }
    if (this.exchange === undefined) this.#runExchange(incoming, outgoing, head);
    else {
      const bytes = QUEUED_BYTES + headBytes;
      this.#queue.push([incoming, outgoing, bytes, head]);
      this.hold(bytes);
      this.#pause();
    }
  }

  /** Stops reading. Deferred, because Node resumes reading at the end of every request, in the same tick. */
  #pause() {
    queueMicrotask(() => {
      if (this.isQueueing) this.socket.pause();
    });
  }

  /**
   * Ends the connection after the last request in the queue: callers repeat requests that get no response (RFC 9112, section 9.3.2).
   */
  stopAccepting() {
    this.isFull = true;
    const [, nodeResponse] = this.#queue.at(-1);
    nodeResponse.shouldKeepAlive = false;
  }

  /** Stops reading and ends the connection, because a body has too many parts. */
  refuseParts() {
    if (this.#isRefused) return;
    this.#isRefused = true;
    this.isFull = true;
    this.socket.pause();
    if (this.exchange?.isUnread && !this.isQueueing)
      this.exchange.refuseAndClose(
        413,
        "payload_too_large",
        "the request body is in too many parts: send larger chunks",
      );
    else this.end();
  }

  #runExchange(incoming, outgoing, head) {
    const exchange = this.#listener.createExchange(this, incoming, outgoing, head);
    this.exchange = exchange;
    // Node assigns the socket to every response except those to WebSocket handshakes. The previous response uses the socket until it is
    // complete.
    if (head !== undefined) outgoing.assignSocket(this.socket);
    outgoing.once("close", () => this.#finishExchange(exchange));
    exchange.run();
  }

  #finishExchange(exchange) {
    exchange.close();
    this.exchange = undefined;
    if (this.#listener.isDraining) setImmediate(this.#listener.closeIdle);
    // The connection ends here. Queued requests are dropped: they could not get their responses, and a send must not run without
    // one.
    if (this.#listener.isDraining || !this.socket.writable) return this.#dropQueue();
    if (this.#queue.length === 0) return;
    const [nodeRequest, next, bytes, head] = this.#queue.shift();
    this.release(bytes);
    if (this.#queue.length === 0) {
      if (!this.isFull) this.socket.resume();
    } else this.#pause();
    this.#runExchange(nodeRequest, next, head);
  }

  /**
   * If requests are queued, ends the connection once all written bytes are sent, since Node does not count such a connection as
   * idle.
   */
  #dropQueue() {
    if (this.#queue.length === 0) return;
    this.#queue = [];
    this.socket.destroySoon();
  }

  hold(bytes) {
    if (!this.#isClosed) this.#listener.byteCounter.hold(this, bytes);
  }

  /** Counts received bytes, which are progress. */
  receive(bytes) {
    this.hold(bytes);
    if (!this.#isClosed) this.#listener.byteCounter.move(this);
  }

  release(bytes) {
    this.#listener.byteCounter.release(this, bytes);
  }

  /** Counts a held text, which other connections may share. */
  share(owner, bytes) {
    if (!this.#isClosed) this.#listener.byteCounter.share(this, owner, bytes);
  }

  forgetTexts() {
    this.#listener.byteCounter.forgetTexts(this);
  }

  /** Ends the connection if bytes have waited too long. `writeTimeoutMs` applies to each piece of a response. */
  checkProgress(now) {
    this.#countHead();
    const waitingBytes = this.socket.writableLength;
    if (waitingBytes === 0) return;
    const flushedBytes = this.socket.bytesWritten - waitingBytes;
    if (flushedBytes !== this.#flushedBytes) {
      this.#stalledSince = now;
      this.#flushedBytes = flushedBytes;
    } else if (now - this.#stalledSince >= this.#listener.settings.writeTimeoutMs) this.reset();
  }

  /** Counts the bytes of requests whose heads are complete, including body bytes that are still expected. */
  countParsedBytes(bytes) {
    this.#parsedBytes += bytes;
  }

  /**
   * Counts the bytes of an unfinished head, which Node buffers until it is complete. It may follow another request in the same
   * chunk.
   */
  #countHead() {
    if (this.isSwitched) return;
    const bytes = Math.max(0, Math.min(this.socket.bytesRead - this.#parsedBytes, this.#listener.maxHeadBytes));
    const extraBytes = bytes - this.#headBytes;
    this.#headBytes = bytes;
    // A caller who sends a head while a response waits for them shows no sign of reading it.
    if (extraBytes > 0) this.exchange === undefined ? this.receive(extraBytes) : this.hold(extraBytes);
    else if (extraBytes < 0) this.release(-extraBytes);
  }

  end() {
    this.socket.destroy();
  }

  /** Resets the connection of a caller who does not read, so that the operating system frees its buffers, too. */
  reset() {
    this.socket.resetAndDestroy();
  }

  /** Frees everything when the socket has closed. */
  handleClose() {
    this.#isClosed = true;
    this.#listener.byteCounter.forget(this);
    this.exchange?.close();
    this.exchange = undefined;
  }
}
