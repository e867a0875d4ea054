// Loads the code of streams at the first stream.

import { openInDurableObject, openSocketInDurableObject } from "./durable-object-client.js";

/** @type {typeof import("./streams.js") | undefined} */
let streamsModule;

export class LazyStreams {
  /** The `Streams` object; undefined before the first stream is opened. @type {import("./streams.js").Streams | undefined} */
  loaded;
  #limits;
  #isShared;
  /** @type {import("../gateway.js").Gateway} */
  #gateway;

  /** @param {import("./streams.js").Limits} limits @param {boolean} isShared whether streams share a hub: in workerd, requests must not share connections */
  constructor(limits, isShared) {
    this.#limits = limits;
    this.#isShared = isShared;
  }

  /** Where the streams are: in this process or isolate, or in Durable Objects. */
  get scope() {
    return this.#limits.scope;
  }

  /**
   * Sends the requests of the hubs through this gateway; after a reload, through its successor.
   * @param {import("../gateway.js").Gateway} gateway
   */
  useGateway(gateway) {
    this.#gateway = gateway;
  }

  /**
   * Opens a stream here or in a Durable Object, as the setting `streaming.scope` says, or returns the refusal.
   *
   * @param {import("../request-context.js").RequestContext} context @param {(context: import("../request-context.js").RequestContext) => any} forward sends
   *   a request upstream @param {import("../http/byte-counter.js").ByteCounter} byteCounter
   * @returns {Promise<{ body: ReadableStream<Uint8Array> | null } | import("./streams.js").Refusal>}
   */
  async open(context, forward, byteCounter) {
    // The streams of a WebSocket are in the place where it was opened.
    if (this.#limits.scope !== "durable-object" || context.ctx?.socket)
      return (await this.load()).open(context, forward, byteCounter);
    return openInDurableObject(context, this.#limits.shards);
  }

  /**
   * Opens a WebSocket in a Durable Object if the setting `streaming.scope` says so. Returns the response or the refusal; undefined if the
   * WebSocket is to be opened here.
   *
   * @param {import("../request-context.js").RequestContext} context
   */
  async openSocketElsewhere(context) {
    if (this.#limits.scope !== "durable-object" || context.ctx?.isStreamHub) return undefined;
    return openSocketInDurableObject(context, this.#limits.shards);
  }

  /** @param {boolean} [isShared] @returns {Promise<import("./streams.js").Streams>} */
  async load(isShared = this.#isShared) {
    streamsModule ??= await import("./streams.js");
    // Another stream may have created it meanwhile.
    this.loaded ??= new streamsModule.Streams(this.#limits, isShared, () => this.#gateway);
    return this.loaded;
  }
}
