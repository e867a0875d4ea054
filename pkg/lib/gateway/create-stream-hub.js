// `createStreamHub`: the class of the Durable Object that holds the streams of a network, with the setting `streaming.scope`. All streams of the object
// share its upstream requests, which go through a gateway with the same settings.

import { composeUpstreamSteps, createGateway } from "./create-gateway.js";
import { Gateway } from "./gateway.js";
import { createByteCounter } from "./http/byte-counter.js";
import { RequestContext } from "./request-context.js";
import { RequestRecord } from "./request-record.js";

/**
 * Milliseconds between two alarms while streams are open. An alarm is a new event for the platform, which limits the CPU time and the requests of each
 * event: a hub that polls for hours would reach these limits.
 */
const ALARM_MS = 20_000;

/**
 * @param {(env: any) => Gateway} makeGateway creates the gateway of an object
 * @returns {{ new (state: any, env: any): { fetch(request: Request): Promise<Response>, alarm(): Promise<void> } }}
 */
export const createStreamHubClass = (makeGateway) =>
  class StreamHub {
    #state;
    #env;
    /** All requests of an object share connections and timers, so one may end the stream of another. */
    #byteCounter = createByteCounter(undefined, { mayEndHolders: true });
    /** @type {Gateway | undefined} */
    #gateway;
    /** @type {import("./streaming/streams.js").Streams | undefined} */
    #streams;
    #forward = composeUpstreamSteps();
    /** @type {ReturnType<typeof createGateway> | undefined} */
    #handler;
    #platform;

    constructor(state, env) {
      this.#state = state;
      this.#env = env;
      this.#platform = {
        waitUntil: (work) => state.waitUntil(work),
        server: { byteCounter: this.#byteCounter, isDraining: false },
      };
    }

    async fetch(request) {
      this.#gateway ??= makeGateway(this.#env);
      const streams = await this.#loadStreams(this.#gateway);
      if (request.headers.get("upgrade") !== null) return this.#openSocket(request);
      const context = this.#createContext(this.#gateway, await request.json());
      const openedStream = streams.open(context, this.#forward, this.#byteCounter);
      if (!("body" in openedStream)) return Response.json(openedStream, { status: openedStream.status });
      await this.#setAlarm();
      return new Response(openedStream.body, { headers: { "content-type": "text/event-stream" } });
    }

    async alarm() {
      if (this.#streams?.hasConnections) await this.#setAlarm();
    }

    /** Opens a WebSocket, whose handshake and messages pass all steps of the gateway here. @param {Request} request */
    async #openSocket(request) {
      this.#handler ??= createGateway({}, () => /** @type {Gateway} */ (this.#gateway));
      const response = await this.#handler.fetch(request, this.#env, { ...this.#platform, isStreamHub: true });
      if (response.status === 101) await this.#setAlarm();
      return response;
    }

    /** @param {Gateway} gateway */
    async #loadStreams(gateway) {
      this.#streams ??= await gateway.streams.load(true);
      return this.#streams;
    }

    /** @param {Gateway} gateway @param {import("./streaming/durable-object-client.js").StreamRequest} streamRequest */
    #createContext(gateway, { network, subscription, keyId, client, requestId }) {
      const record = new RequestRecord(requestId);
      if (client !== undefined) record.client = /** @type {any} */ ({ name: client });
      const context = new RequestContext(gateway, record, { request: {}, env: this.#env, ctx: this.#platform });
      context.verdict = { network, subscription, caller: keyId === undefined ? undefined : { id: keyId } };
      return context;
    }

    async #setAlarm() {
      const { storage } = this.#state;
      if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + ALARM_MS);
    }
  };

/** @param {object} [settings] those of the gateway that opens the streams */
export const createStreamHub = (settings = {}) => createStreamHubClass(() => new Gateway(settings));
