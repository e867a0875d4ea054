// WebSockets of a gateway for tests.

import WebSocket from "ws";

import { waitUntil } from "../upstream/service-of.mjs";

/** A WebSocket that records its messages. */
class SocketReader {
  /** @type {any[]} */
  messages = [];
  /** @type {{ code: number, reason: string } | undefined} */
  closed;

  /** @param {string} url of the gateway @param {string[]} [protocols] @param {import("ws").ClientOptions} [options] */
  constructor(url, protocols = [], options = {}, path = "/api/streaming/v2/ws") {
    this.socket = new WebSocket(url.replace("http", "ws") + path, protocols, options);
    this.socket.on("message", (data) => this.messages.push(JSON.parse(String(data))));
    this.socket.on("close", (code, reason) => (this.closed = { code, reason: String(reason) }));
    this.opened = new Promise((resolve, reject) => {
      this.socket.once("open", () => resolve(this));
      this.socket.once("unexpected-response", (request, response) => {
        let body = "";
        response.on("data", (part) => (body += part));
        const error = Object.assign(new Error(`status ${response.statusCode}`), { status: response.statusCode });
        response.on("end", () => reject(Object.assign(error, { body })));
        response.on("error", reject);
      });
      this.socket.once("error", reject);
    });
    this.opened.catch(() => {});
  }

  send(message) {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Sends a message and returns the response with its id. */
  async ask(message) {
    this.send(message);
    const find = () => this.messages.find(({ id, type }) => id === message.id && type === undefined);
    await waitUntil(() => find() !== undefined || this.closed !== undefined, `a response to ${message.operation}`);
    return find();
  }

  /** The events of a type. @param {string} type */
  list(type) {
    return this.messages.filter((message) => message.type === type);
  }

  /** Waits until the socket has received the state of every account. */
  live() {
    return waitUntil(() => this.list("state").at(-1)?.state === "live", "live");
  }

  get lastPosition() {
    return this.messages.findLast(({ resume }) => resume !== undefined)?.resume;
  }

  async close() {
    this.socket.close();
    await waitUntil(() => this.closed !== undefined, "the end of the connection");
  }
}

/** Opens a WebSocket. @param {ConstructorParameters<typeof SocketReader>} options */
export const openSocket = (...options) => new SocketReader(...options).opened;
