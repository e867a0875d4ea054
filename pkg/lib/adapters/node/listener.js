// One listening socket of a Node server, with its connections and their timeouts.

import { createServer, maxHeaderSize } from "node:http";

import { listenerUrl } from "../serve-settings.js";
import { refuseClientError } from "./client-error.js";
import { Connection } from "./connection.js";
import { isDropped, createMessageClasses } from "./dropped-messages.js";
import { Exchange } from "./exchange.js";

/** The longest interval between two checks of all connections, in milliseconds. */
const MAX_CHECK_INTERVAL_MS = 1000;

const CONNECTION = Symbol("connection");

/** Milliseconds between two checks: short enough to keep the times in the settings. */
const computeCheckInterval = (...times) =>
  Math.max(10, Math.min(MAX_CHECK_INTERVAL_MS, ...times.map((time) => Math.floor(time / 8))));

export class Listener {
  isDraining = false;
  #connections = new Set();
  #server;
  #timer;

  /**
   * @param {any} gateway @param {any} settings @param {any} byteCounter bytes that are held
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
    // Node's own flag can raise the limit.
    this.maxHeadBytes = Math.max(maxHeadBytes, maxHeaderSize);
    const options = {
      maxHeaderSize: this.maxHeadBytes,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      // Node counts the time of a head from its first byte, so the interval need not be longer than that time.
      keepAliveTimeout: keepAliveTimeoutMs,
      connectionsCheckingInterval: computeCheckInterval(headersTimeoutMs, requestTimeoutMs),
      // The response is sent like any other.
      requireHostHeader: false,
      .../** @type {any} Node's types know no fields of our own. */ (
        createMessageClasses(
          (socket) => socket[CONNECTION].isFull,
          ({ socket }) => socket[CONNECTION].refuseParts(),
        )
      ),
    };
    const accept = (incoming, outgoing) => {
      if (!isDropped(incoming)) incoming.socket[CONNECTION].accept(incoming, outgoing);
    };
    this.#server = createServer(options, accept);
    // An expectation that Node does not know is ignored, as RFC 9110, section 10.1.1, allows: Node's own refusal would count nowhere.
    this.#server.on("checkExpectation", accept);
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

  createExchange(connection, incoming, outgoing) {
    return new Exchange(this, connection, incoming, outgoing);
  }

  /** Starts listening; resolves to the URL. */
  listen(port, host) {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(port, host, () => {
        this.#timer = setInterval(
          () => this.#checkConnections(),
          computeCheckInterval(this.settings.writeTimeoutMs),
        ).unref();
        resolve(listenerUrl(host, this.#server.address().port));
      });
    });
  }

  #checkConnections() {
    const now = performance.now();
    for (const connection of this.#connections) connection.checkProgress(now);
  }

  /** Without this a connection that was busy when the draining began would stay open, idle. */
  closeIdle = () => this.#server.closeIdleConnections();

  /**
   * Takes no new connections, lets running requests end, and cuts off those that still run at the deadline.
   *
   * @returns {Promise<void>}
   */
  close(drainMs) {
    this.isDraining = true;
    return new Promise((resolve) => {
      const deadlineTimer = setTimeout(() => this.#server.closeAllConnections(), drainMs);
      const finish = () => {
        clearTimeout(deadlineTimer);
        clearInterval(this.#timer);
        resolve();
      };
      // Right after the event loop has accepted and read all that has arrived: the kernel resets connections that nobody has accepted.
      setImmediate(() => this.#server.close(finish));
    });
  }
}
