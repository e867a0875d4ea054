// Loads the code of streams at the first stream.

/** @type {typeof import("./streams.js") | undefined} */
let streamsModule;

export class LazyStreams {
  /** The streams, once the first one was opened. @type {import("./streams.js").Streams | undefined} */
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

  /** Sends the requests of the hubs through this gateway, which is another one after a reload. @param {import("../gateway.js").Gateway} gateway */
  useGateway(gateway) {
    this.#gateway = gateway;
  }

  /** @returns {Promise<import("./streams.js").Streams>} */
  async load() {
    streamsModule ??= await import("./streams.js");
    // Another stream may have created it meanwhile.
    this.loaded ??= new streamsModule.Streams(this.#limits, this.#isShared, () => this.#gateway);
    return this.loaded;
  }
}
