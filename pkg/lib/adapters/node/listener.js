// One listening socket of a Node server, with its connections and their timeouts.

import { createServer, maxHeaderSize, ServerResponse } from "node:http";

import { fail } from "../../util/error.js";
import { listenerUrl } from "../serve-settings.js";
import { refuseClientError } from "./client-error.js";
import { Connection } from "./connection.js";
import { isDropped, createMessageClasses } from "./dropped-messages.js";
import { Exchange } from "./exchange.js";

/** The longest interval between two checks of all connections, in milliseconds. */
const MAX_CHECK_INTERVAL_MS = 1000;

const CONNECTION = Symbol("connection");

/** Milliseconds between two checks: an eighth of the shortest timeout, so that timeouts are fairly exact. */
const computeCheckInterval = (...times) =>
  Math.max(10, Math.min(MAX_CHECK_INTERVAL_MS, ...times.map((time) => Math.floor(time / 8))));

export class Listener {
  isDraining = false;
  #connections = new Set();
  #server;
  #timer;

  /**
   * @param {any} gateway @param {any} settings @param {any} byteCounter counter of the held bytes
   * @param {{ name?: string, server?: { isDraining: boolean } }} [facts] passed to the gateway
   */
  constructor(gateway, settings, byteCounter, { name, server } = {}) {
    this.gateway = gateway;
    this.env = settings.env;
    this.settings = settings;
    this.byteCounter = byteCounter;
    this.name = name;
    this.server = server;
    const { headersTimeoutMs, requestTimeoutMs, keepAliveTimeoutMs, maxConnections, maxHeadBytes } = settings;
    // Node's flag `--max-http-header-size` can raise the limit.
    this.maxHeadBytes = Math.max(maxHeadBytes, maxHeaderSize);
    const options = {
      maxHeaderSize: this.maxHeadBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // Node's interval for checking the timeouts of heads and requests.
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: computeCheckInterval(headersTimeoutMs, requestTimeoutMs),
      // The gateway itself responds to a request without `Host`.
      requireHostHeader: false,
      .../** @type {any} Node's types do not know the additional fields. */ (
        createMessageClasses(
          (socket) => socket[CONNECTION].isFull,
          ({ socket }) => socket[CONNECTION].refuseParts(),
        )
      ),
    };
    const acceptRequest = (nodeRequest, nodeResponse) => {
      if (!isDropped(nodeRequest)) nodeRequest.socket[CONNECTION].accept(nodeRequest, nodeResponse);
    };
    this.#server = createServer(options, acceptRequest);
    // An unknown `Expect` is ignored, as RFC 9110, section 10.1.1, allows: Node's own refusal would appear in no log or metric.
    this.#server.on("checkExpectation", acceptRequest);
    this.#server.on("upgrade", (nodeRequest, socket, head) => acceptUpgrade(nodeRequest, socket, head));
    this.#server.maxConnections = maxConnections;
    this.#server.on("connection", (socket) => this.#addConnection(socket));
    this.#server.on("clientError", (error, socket) => refuseClientError(error, socket, socket[CONNECTION]));
  }

  #addConnection(socket) {
    const connection = new Connection(socket, this);
    socket[CONNECTION] = connection;
    this.#connections.add(connection);
    socket.once("close", () => {
      this.#connections.delete(connection);
      connection.handleClose();
    });
  }

  createExchange(connection, incoming, outgoing, head) {
    return new Exchange(this, connection, incoming, outgoing, head);
  }

  /**
   * Starts listening, on a socket that is open already if there is a file descriptor; resolves to the URL.
   *
   * @param {{ port: number, host: string, fd?: number }} address
   * @returns {Promise<string>}
   */
  listen({ port, host, fd }) {
    const describeFailure = (reason) =>
      fail("invalid_option", `the file descriptor ${fd} is not a TCP socket that can listen${reason}`, {
        parameter: this.name === "operators" ? "operatorsFd" : "fd",
      });
    return new Promise((resolve, reject) => {
      this.#server.once("error", (error) => reject(fd === undefined ? error : describeFailure(`: ${error.code}`)));
      this.#server.listen(fd === undefined ? { port, host } : { fd }, () => {
        const address = this.#server.address();
        // A socket of another kind has a path, or none.
        if (typeof address?.port !== "number") return this.#server.close(() => reject(describeFailure("")));
        this.#timer = setInterval(
          () => this.#checkConnections(),
          computeCheckInterval(this.settings.writeTimeoutMs),
        ).unref();
        return resolve(listenerUrl(fd === undefined ? host : address.address, address.port));
      });
    });
  }

  #checkConnections() {
    const now = performance.now();
    for (const connection of this.#connections) connection.checkProgress(now);
  }

  /** Closes idle connections. Without it, a connection that was busy when draining began would stay open. */
  closeIdle = () => this.#server.closeIdleConnections();

  /**
   * Accepts no new connections, waits for running requests, and ends those that still run at the deadline.
   *
   * @returns {Promise<void>}
   */
  close(drainMs) {
    this.isDraining = true;
    return new Promise((resolve) => {
      const deadlineTimer = setTimeout(() => {
        this.#server.closeAllConnections();
        // Node does not count WebSockets among its connections.
        for (const connection of this.#connections) if (connection.isSwitched) connection.end();
      }, drainMs);
      const finish = () => {
        clearTimeout(deadlineTimer);
        clearInterval(this.#timer);
        resolve();
      };
      // Closes only after the event loop has accepted all connections that have arrived, because the kernel resets connections that
      // were not accepted.
      setImmediate(() => this.#server.close(finish));
    });
  }
}

/**
 * Accepts the handshake of a WebSocket, for which Node makes no response. It gets one, so that the gateway can refuse it like any other request.
 *
 * @param {import("node:http").IncomingMessage} nodeRequest @param {import("node:stream").Duplex} socket @param {Buffer} head
 */
function acceptUpgrade(nodeRequest, socket, head) {
  const connection = socket[CONNECTION];
  if (isDropped(nodeRequest) || connection.isFull) return socket.destroy();
  // Node has removed its own listener. The socket also closes.
  socket.on("error", () => {});
  const nodeResponse = new ServerResponse(nodeRequest);
  nodeResponse.on("finish", () => {
    nodeResponse.detachSocket(/** @type {import("node:net").Socket} */ (socket));
    // Bytes after a refused handshake are not read, as after the last request of any connection.
    socket.resume();
    /** @type {import("node:net").Socket} */ (socket).destroySoon();
  });
  connection.accept(nodeRequest, nodeResponse, head);
  return undefined;
}
