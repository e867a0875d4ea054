// Streams of a gateway for tests: opened by `fetch`, and read as an `EventSource` reads them.

import { createGateway } from "ton-edge/gateway";

/** Parses server-sent events, and records them until the stream ends. */
export class StreamReader {
  /** @type {{ id?: string, name: string, data: any }[]} */
  messages = [];
  isOver = false;
  /** Whether it reads nothing for now. */
  isPaused = false;
  #reader;
  #text = "";

  /** @param {Response} response */
  constructor(response) {
    this.#reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  }

  /** Reads until the stream ends. */
  async readAll() {
    const decoder = new TextDecoder();
    for (;;) {
      while (this.isPaused) await sleep(500);
      const { done, value } = await this.#reader.read();
      if (done) break;
      this.#text += decoder.decode(value, { stream: true });
      for (let end = this.#text.indexOf("\n\n"); end >= 0; end = this.#text.indexOf("\n\n")) {
        this.#parse(this.#text.slice(0, end));
        this.#text = this.#text.slice(end + 2);
      }
    }
    this.isOver = true;
  }

  #parse(block) {
    if (block.startsWith(":")) {
      this.messages.push({ name: "comment", data: block });
      return;
    }
    const fields = Object.fromEntries(
      block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
    );
    this.messages.push({
      ...(fields.id !== undefined && { id: fields.id }),
      name: fields.event,
      data: JSON.parse(fields.data),
    });
  }

  /** The events of a type. @param {string} type */
  list(type) {
    return this.messages.filter(({ name, data }) => name === "event" && data.type === type);
  }

  get lastId() {
    return this.messages.findLast(({ id }) => id !== undefined)?.id;
  }

  close() {
    return this.#reader.cancel();
  }
}

/** A gateway over an upstream that is a function, which counts its requests. @param {(url: URL) => any} respond */
export function makeStreamGateway(respond, settings = {}) {
  /** @type {string[]} */
  const requests = [];
  const gateway = createGateway({
    mainnet: { baseUrl: "https://upstream.example" },
    limits: { keyless: "off", budget: "off" },
    logLevel: "off",
    streaming: true,
    clientIp: { header: "x-client", trustedProxies: ["192.0.2.1"] },
    ...settings,
    fetch: async (target) => {
      const url = new URL(String(target));
      requests.push(url.pathname);
      const reply = await respond(url);
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  const send = (query, init = {}) =>
    gateway.fetch(
      new Request(`https://gateway.example/api/streaming/v2/sse${query}`, init),
      {},
      { address: "192.0.2.1" },
    );
  /** Opens a stream, and reads it from now on. @param {string[]} accounts @param {Record<string, string>} [headers] */
  const open = async (accounts, types = "transactions", headers = {}) => {
    const response = await send(`?addresses=${accounts.join(",")}&types=${types}`, { headers });
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const reader = new StreamReader(response);
    reader.readAll().catch(() => {});
    return reader;
  };
  return { gateway, requests, send, open };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
