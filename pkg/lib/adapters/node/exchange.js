// One request to a Node server, and its response.

import { setMaxListeners } from "node:events";

import { measureText, PIECE_LENGTH } from "../../gateway/http/long-text.js";
import { getForms, getText, getTextOwner } from "../../gateway/http/text-body.js";
import { createRefusal } from "../refusal.js";
import { parseRequestTarget } from "../request-target.js";
import { SWITCHING_RESPONSE } from "../switching.js";
import { RequestBody } from "./request-body.js";
import { chooseCoding, compressBytes, compressStream, isCompressedWhole } from "./compress.js";
import { createTextStream, readBytes, writeSharedBytes, writeStream, writeText } from "./response-body.js";
import { randomUuid } from "../../util/crypto.js";
import { openWebSocket } from "./web-socket.js";

const METHODS = "GET, HEAD, POST, OPTIONS";
/** A longer URL counts as held memory. */
const LONG_URL = 4096;

export class Exchange {
  /** Whether the response was sent completely, or the caller has disconnected. */
  isClosed = false;
  /** The reader of the response body's stream. */
  reader = undefined;
  #listener;
  #connection;
  #incoming;
  #outgoing;
  #head;
  /** How the gateway has opened a WebSocket. */
  #openedAt = undefined;
  #abortController = new AbortController();
  #continueWriting = undefined;
  #body = undefined;
  /** The cache entry with the text of the response, and whether that text counts as held. */
  #textOwner = undefined;
  #isTextHeld = false;
  /** Bytes at the end of the response that are still in the socket's buffer, and those of a long URL while the response is written. */
  #tailBytes = 0;

  /** @param {Buffer} [head] of the handshake of a WebSocket: what the caller has sent after it */
  constructor(listener, connection, incoming, outgoing, head) {
    this.#head = head;
    this.#listener = listener;
    this.#connection = connection;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    // No limit on listeners, because a batch adds one per call.
    setMaxListeners(0, this.#abortController.signal);
  }

  /** Whether the request's body is incomplete, and the request can still be refused. */
  get isUnread() {
    return !this.#incoming.complete && !this.#outgoing.headersSent;
  }

  /** Whether the request was received completely. */
  get isRead() {
    return this.#incoming.complete;
  }

  run() {
    // The caller disconnected, or the response broke off: it is too late for an error status.
    this.#respond().catch(() => this.#connection.end());
  }

  close() {
    if (this.isClosed) return;
    this.isClosed = true;
    if (this.#tailBytes > 0) this.#connection.release(this.#tailBytes);
    this.#connection.forgetTexts();
    this.#abortController.abort();
    this.#body?.breakOff();
    this.reader?.cancel().catch(() => {});
    this.#continueWriting?.();
  }

  /** Responds without the gateway. */
  refuse(status, code, message) {
    const { headers, body } = createRefusal(status, code, message);
    this.#outgoing.writeHead(status, headers).end(body);
  }

  /** Like `refuse`, and ends the connection afterwards. */
  refuseAndClose(status, code, message) {
    this.#outgoing.shouldKeepAlive = false;
    this.refuse(status, code, message);
    this.#abortController.abort();
  }

  /**
   * Writes a piece. If the socket's buffer is full, returns a promise that resolves when the piece is sent. `waitingBytes`: the bytes in
   * memory, including this piece.
   *
   * @returns {Promise<void> | undefined}
   */
  write(piece, waitingBytes = piece.length) {
    if (this.isClosed || this.#outgoing.write(piece)) return undefined;
    this.#connection.hold(waitingBytes);
    return new Promise((resolve) => {
      this.#continueWriting = () => {
        this.#outgoing.off("drain", this.#continueWriting);
        this.#continueWriting = undefined;
        this.#connection.release(waitingBytes);
        resolve();
      };
      this.#outgoing.once("drain", this.#continueWriting);
    });
  }

  /** Counts the text of the response as held until the exchange is closed, because it waits for a slow reader. */
  holdText(text) {
    if (this.isClosed || this.#isTextHeld) return;
    this.#isTextHeld = true;
    this.#connection.share(this.#textOwner ?? this, measureText(text, this.#textOwner?.size));
  }

  async #respond() {
    const { method, rawHeaders, httpVersion, socket } = this.#incoming;
    const headers = new Headers();
    const hosts = [];
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i];
      headers.append(name, rawHeaders[i + 1]);
      if (name.length === 4 && name.toLowerCase() === "host") hosts.push(rawHeaders[i + 1]);
    }
    const { url, isServer, refusal } = parseRequestTarget(method, this.#incoming.url, hosts, httpVersion === "1.0");
    if (refusal) return this.refuse(400, refusal.code, refusal.message);
    if (isServer) return this.#outgoing.writeHead(204, { allow: METHODS, "x-request-id": randomUuid() }).end();

    if (method !== "GET" && method !== "HEAD") this.#body = new RequestBody(this.#incoming, this.#connection);
    const { gateway, env, name: listener, server } = this.#listener;
    // Not a `Request`: its constructor would normalize the path, which the gateway checks as the caller sent it.
    const request = { method, url, headers, body: this.#body?.stream ?? null, signal: this.#abortController.signal };
    const response = await gateway.fetch(request, env, {
      waitUntil() {},
      address: socket.remoteAddress,
      listener,
      server,
      upgrade: this.#head && ((acceptSocket, protocol) => this.#noteOpened(acceptSocket, protocol)),
    });
    if (response === SWITCHING_RESPONSE) return this.#switchProtocol();
    if (this.#outgoing.headersSent) return response.body?.cancel();
    await this.#send(response, headers);
  }

  /** Notes that the response is to open a WebSocket. */
  #noteOpened(accept, protocol) {
    this.#openedAt = { accept, protocol };
    return SWITCHING_RESPONSE;
  }

  async #switchProtocol() {
    const { socket } = this.#incoming;
    this.#connection.isSwitched = true;
    this.#outgoing.detachSocket(socket);
    // The socket was paused if the handshake waited for the previous request.
    socket.resume();
    await openWebSocket(this.#incoming, this.#head, this.#openedAt);
  }

  async #send(response, requestHeaders) {
    const nodeResponse = this.#outgoing;
    const urlBytes = this.#incoming.url.length;
    // The gateway counts the request until its response begins.
    if (urlBytes > LONG_URL && !this.isClosed) this.#holdTail(urlBytes);
    const text = getText(response);
    this.#textOwner = getTextOwner(response);
    const headers = Object.fromEntries(response.headers);
    if (text !== undefined) headers["content-length"] = Buffer.byteLength(text);
    const length = Number(headers["content-length"] ?? Number.POSITIVE_INFINITY);
    const coding =
      this.#listener.settings.compress && chooseCoding(response, headers, requestHeaders, this.#incoming.method);
    // The encoder's stream keeps the text in memory until the caller has read it.
    if (coding && text !== undefined) this.holdText(text);
    const compressedBody = coding ? await this.#compressWholeBody(coding, response, length) : undefined;
    // The request was refused while the body was being compressed.
    if (nodeResponse.headersSent) return;
    if (compressedBody) headers["content-length"] = compressedBody.length;
    // While draining, connections end after the response: a proxy must not send a request on one that is about to close.
    if (this.#listener.isDraining || this.#listener.server?.isDraining) nodeResponse.shouldKeepAlive = false;
    nodeResponse.writeHead(response.status, headers);
    const completeBody = compressedBody ?? (coding ? undefined : text);
    if (completeBody?.length <= PIECE_LENGTH && !this.#body?.draining) nodeResponse.end(completeBody);
    else {
      if (compressedBody) await writeSharedBytes(compressedBody, this);
      else if (coding)
        await writeStream(compressStream(coding, text === undefined ? response.body : createTextStream(text)), this);
      else if (text !== undefined) await writeText(text, this);
      else if (response.body) await writeStream(response.body, this);
      // The rest of the request body must be read first, because the end of the response may close the connection.
      await this.#body?.draining;
      nodeResponse.end();
    }
    const waitingBytes = this.#connection.socket.writableLength;
    if (waitingBytes > 0 && !this.isClosed) this.#holdTail(waitingBytes);
  }

  #holdTail(bytes) {
    this.#tailBytes += bytes;
    this.#connection.hold(bytes);
  }

  /**
   * Returns the compressed body, which counts as held; undefined if the body must be compressed piece by piece.
   *
   * @param {"br" | "gzip"} coding @param {any} response @param {number} length of the body in bytes
   */
  async #compressWholeBody(coding, response, length) {
    const { byteCounter } = this.#listener;
    const forms = getForms(response);
    const text = getText(response);
    if ((forms === undefined && text === undefined) || !isCompressedWhole(length, forms !== undefined))
      return undefined;
    const compress = async () => {
      // Counts the copy that the encoder needs, separately: its release is not progress of the reader.
      const copy = { heldBytes: 0 };
      byteCounter.hold(copy, length);
      try {
        return await compressBytes(coding, text === undefined ? await readBytes(response.body) : Buffer.from(text));
      } finally {
        byteCounter.forget(copy);
      }
    };
    const compressedBody = await (forms ? forms.get(coding, compress) : compress());
    if (text === undefined && !response.body.locked) await response.body.cancel();
    if (!this.isClosed) this.#connection.share(compressedBody, compressedBody.length);
    return compressedBody;
  }
}
