// Streams of a gateway for tests: opened by `fetch`, and read as an `EventSource` reads them.

import { createGateway, createStreamHub } from "ton-edge/gateway";

/** Parses server-sent events, and records them until the stream ends. */
export class StreamReader {
  /** @type {{ id?: string, name: string, data: any }[]} */
  messages = [];
  isOver = false;
  /** Whether the reader is paused. */
  isPaused = false;
  #reader;
  #text = "";

  /** @param {Response} response */
  constructor(response) {
    this.#reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
  }

  /** Reads until the stream ends. */
  async readAll() {
    try {
      await this.#readUntilEnd();
    } finally {
      this.isOver = true;
    }
  }

  async #readUntilEnd() {
    const decoder = new TextDecoder();
    for (;;) {
      while (this.isPaused) await sleep(500);
      const { done: isDone, value } = await this.#reader.read();
      if (isDone) break;
      this.#text += decoder.decode(value, { stream: true });
      for (let end = this.#text.indexOf("\n\n"); end >= 0; end = this.#text.indexOf("\n\n")) {
        this.#parse(this.#text.slice(0, end));
        this.#text = this.#text.slice(end + 2);
      }
    }
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

  async close() {
    // A stream that has failed is closed already.
    await this.#reader.cancel().catch(() => {});
  }
}

/** A binding to Durable Objects of streams, as the platform has it, in this process. */
class StreamHubs {
  /** The objects, by name. @type {Map<string, any>} */
  #objects = new Map();
  /** Controllers that end the objects' streams. @type {AbortController[]} */
  #stops = [];
  /** How often an object has set its alarm. */
  alarmCount = 0;
  #StreamHub;

  /** @param {any} settings */
  constructor(settings) {
    this.#StreamHub = createStreamHub(settings);
  }

  idFromName(name) {
    return name;
  }

  get(name) {
    if (!this.#objects.has(name)) this.#objects.set(name, this.#create());
    const object = this.#objects.get(name);
    return {
      fetch: async (url, init) => {
        const response = await object.fetch(new Request(url, init));
        if (response.status !== 200) return response;
        const stop = new AbortController();
        this.#stops.push(stop);
        return new Response(response.body.pipeThrough(new TransformStream(), { signal: stop.signal }), response);
      },
    };
  }

  #create() {
    /** @type {number | null} */
    let alarmAt = null;
    const ringAlarm = () => {
      alarmAt = null;
      object.alarm();
    };
    const storage = {
      getAlarm: async () => alarmAt,
      setAlarm: async (time) => {
        this.alarmCount += 1;
        if (alarmAt === null) setTimeout(ringAlarm, time - Date.now()).unref?.();
        alarmAt = time;
      },
    };
    const object = new this.#StreamHub({ storage, waitUntil() {} }, {});
    return object;
  }

  /** The names of the objects. */
  get names() {
    return [...this.#objects.keys()];
  }

  /** Ends all objects and their streams. Later requests start new ones. */
  restart() {
    for (const stop of this.#stops.splice(0)) stop.abort();
    this.#objects.clear();
  }
}

/**
 * A gateway over an upstream that is a function, which counts its requests. With `streaming.scope: "durable-object"`, `hubs` has the objects, which other
 * gateways can share.
 *
 * @param {(url: URL, headers: Headers) => any} respond @param {any} settings @param {StreamHubs} [sharedHubs]
 */
export function makeStreamGateway(respond, settings = {}, sharedHubs = undefined) {
  /** @type {string[]} */
  const requests = [];
  const config = {
    mainnet: { baseUrl: "https://upstream.example" },
    limits: { keyless: "off", budget: "off" },
    logLevel: "off",
    streaming: true,
    clientIp: { header: "x-client", trustedProxies: ["192.0.2.1"] },
    ...settings,
    fetch: async (target, { headers }) => {
      const url = new URL(String(target));
      requests.push(url.pathname);
      const reply = await respond(url, new Headers(headers));
      return reply instanceof Response ? reply : Response.json(reply);
    },
  };
  const gateway = createGateway(config);
  const hubs = sharedHubs ?? new StreamHubs(config);
  const send = (query, init = {}) =>
    gateway.fetch(
      new Request(`https://gateway.example/api/streaming/v2/sse${query}`, init),
      { STREAM_HUB: hubs },
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
  return { gateway, requests, send, open, hubs };
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
