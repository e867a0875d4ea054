// Decides whether a request is admitted, before its body is read. All limits apply to this isolate or process alone.

import { createIsolateLimiter } from "./isolate-limiter.js";

/** The delay for `Retry-After`, in milliseconds, if the gateway or one client has too many requests in flight. */
const WAIT_MS = 1000;
/** The heartbeat interval of a request in milliseconds, and the silence after which a request counts as ended. */
const HEARTBEAT_MS = 1000;
const SILENCE_MS = 3500;
/** With fewer requests in flight than this, a new one gets no heartbeat timer, and counts for at most `SILENCE_MS`. */
const MIN_HEARTBEAT_REQUESTS = 16;

/** The refusal of a request that took a slot reserved for API keys, but turned out to have no key. */
export const OVERLOAD_REFUSAL = Object.freeze({ code: "overloaded", waitMs: WAIT_MS });

/**
 * @typedef {{ name: string, isReserved: boolean, lastBeat: number, timer: any }} Slot of a request in flight; `name`: its client;
 *   `isReserved`: the slot is reserved for API keys, and the request's key has not been looked up yet
 */

/** Whether the request may contain an API key. The core decides later whether it does. */
const mayBeKeyed = ({ headers, url }) => headers.has?.("x-api-key") === true || String(url).includes("api_key");

/**
 * Counts the requests in flight. In workerd no code runs when a caller disconnects, so a request could stay in flight forever. Therefore each
 * request there sends heartbeats, and requests without them are dropped when their slots are needed.
 */
export class Admission {
  /** Maximum requests in flight. */
  maxInFlight;
  #maxPerClient;
  /** Maximum requests in flight before only those with an API key are admitted. */
  #maxKeyless;
  #heartbeatThreshold;
  #requests;
  #limiter;
  #isKeyed;
  #isWorkerd;
  #now;
  /** @type {Set<Slot>} */
  #inFlight = new Set();
  #byClient = new Map();
  #sweptAt = -Infinity;

  /**
   * @param {{ overload: { maxInFlight: number, maxInFlightPerClient: number, reserved: number }, requests: any, maxCallers: number }} settings
   *   from the core: `requests` is the limit on all requests of a client
   * @param {{ isKeyed: boolean, isWorkerd: boolean, now?: () => number }} options `isKeyed`: callers have API keys; `now`: milliseconds of a
   *   monotonic clock
   * @param {Admission} [predecessor] the admission before a reload, whose requests are still in flight
   */
  constructor({ overload, requests, maxCallers }, { isKeyed, isWorkerd, now = () => performance.now() }, predecessor) {
    const { maxInFlight, maxInFlightPerClient, reserved: reservedPercent } = overload;
    this.maxInFlight = maxInFlight;
    this.#maxPerClient = maxInFlightPerClient;
    this.#maxKeyless = maxInFlight - (isKeyed ? reservedPercent : 0);
    this.#heartbeatThreshold = Math.min(MIN_HEARTBEAT_REQUESTS, maxInFlight / 2, maxInFlightPerClient / 2);
    this.#requests = requests;
    this.#limiter = requests ? createIsolateLimiter(maxCallers) : undefined;
    this.#isKeyed = isKeyed;
    this.#isWorkerd = isWorkerd;
    this.#now = now;
    if (predecessor) {
      this.#inFlight = predecessor.#inFlight;
      this.#byClient = predecessor.#byClient;
      if (requests && predecessor.#limiter) this.#limiter = predecessor.#limiter;
    }
  }

  /**
   * Counts a request of a client, or one more call of its batch, against the limit on all requests of this client. Returns the milliseconds
   * after which it would pass; undefined if it passes.
   *
   * @param {{ name: string }} client
   */
  countRequest({ name }) {
    if (!this.#limiter) return undefined;
    const limit = { ...this.#requests, key: this.#requests.key + name };
    const [{ allowed, waitMs }] = this.#limiter.take([limit], 1);
    return allowed ? undefined : waitMs;
  }

  /** Returns why a request is refused; undefined if it is admitted. @param {{ name: string, allowed: boolean }} client */
  findRefusal(client, request) {
    const { name, allowed: allowedUnits } = client;
    if (!allowedUnits) return { code: "client_not_allowed", waitMs: 0 };
    const waitMs = this.countRequest(client);
    if (waitMs !== undefined) return { code: "rate_limited", waitMs };
    const limit = this.#isKeyed && mayBeKeyed(request) ? this.maxInFlight : this.#maxKeyless;
    if (this.#isFull(name, limit)) this.#sweep();
    if (this.#inFlight.size >= limit) return OVERLOAD_REFUSAL;
    return this.#isFull(name, limit) ? { code: "too_many_in_flight", waitMs: WAIT_MS } : undefined;
  }

  /** Takes a slot for a request. The request must call `leave` at its end. @returns {Slot} */
  enter({ name }) {
    const isReserved = this.#inFlight.size >= this.#maxKeyless;
    const slot = { name, isReserved, lastBeat: 0, timer: undefined };
    this.#inFlight.add(slot);
    this.#byClient.set(name, (this.#byClient.get(name) ?? 0) + 1);
    if (this.#isWorkerd) {
      slot.lastBeat = this.#now();
      if (this.#inFlight.size > this.#heartbeatThreshold)
        slot.timer = setInterval(() => (slot.lastBeat = this.#now()), HEARTBEAT_MS);
    }
    return slot;
  }

  /** @param {Slot} slot */
  leave(slot) {
    if (!this.#inFlight.delete(slot)) return;
    clearInterval(slot.timer);
    const remainingCount = this.#byClient.get(slot.name) - 1;
    if (remainingCount > 0) this.#byClient.set(slot.name, remainingCount);
    else this.#byClient.delete(slot.name);
  }

  /** The number of requests in flight. */
  get inFlight() {
    return this.#inFlight.size;
  }

  /** For tests: the number of clients with requests in flight. */
  get clients() {
    return this.#byClient.size;
  }

  #isFull(name, limit) {
    return this.#inFlight.size >= limit || (this.#byClient.get(name) ?? 0) >= this.#maxPerClient;
  }

  /** Drops requests without heartbeats. Runs only from time to time, because scanning all requests is slow. */
  #sweep() {
    const now = this.#now();
    if (!this.#isWorkerd || now - this.#sweptAt < HEARTBEAT_MS) return;
    this.#sweptAt = now;
    for (const slot of this.#inFlight) if (now - slot.lastBeat > SILENCE_MS) this.leave(slot);
  }
}
