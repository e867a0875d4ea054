// Admission: decides whether a request is taken at all, before its body is read. All numbers are those of this isolate or process.

import { callCore } from "../core.js";
import { createResponse, discardBody } from "../http/response.js";
import { isolateLimiter } from "./isolate-limiter.js";

/** Milliseconds after which to come back where the gateway, or a client's share of it, is full. */
const WAIT = 1000;
/** Milliseconds between two signs of life of a request, and after which one without a sign is over. */
const BEAT = 1000;
const SILENT = 3500;
/** Few requests in flight fill nothing: those that come then need no timer, and count for `SILENT` milliseconds at most. */
const FEW = 16;

/**
 * In workerd no code runs when a caller disconnects, so a request could stay in flight for ever. There each one notes now and then that
 * it is still there; those that do not are dropped as soon as room is needed.
 *
 * @param {() => number} now milliseconds of a clock that is never set back
 */
export function createAdmission(ready, { overload, requests }, now = () => performance.now()) {
  const { maxInFlight, maxInFlightPerClient, reserved } = overload;
  const limiter = requests ? isolateLimiter(ready.budgets.entries) : undefined;
  /** What is known of each request in flight. */
  const inFlight = new Set();
  const byClient = new Map();
  const few = Math.min(FEW, maxInFlight / 2, maxInFlightPerClient / 2);
  let swept = -Infinity;

  const open = () => maxInFlight - (ready.lookUp ? reserved : 0);
  const isFull = (name, most) => inFlight.size >= most || (byClient.get(name) ?? 0) >= maxInFlightPerClient;

  /** Drops the silent, but not more often than they can become so. */
  function sweep() {
    const time = now();
    if (!ready.isWorkerd || time - swept < BEAT) return;
    swept = time;
    for (const seen of inFlight) if (time - seen.beat > SILENT) leave(seen);
  }

  /** Why the request is not admitted, and for how many milliseconds. */
  function refusal({ name, allowed }, request) {
    if (!allowed) return { code: "client_not_allowed", wait: 0 };
    if (limiter) {
      const [{ allowed: passes, waitMs: wait }] = limiter.take([{ ...requests, key: requests.key + name }], 1);
      if (!passes) return { code: "rate_limited", wait };
    }
    const most = ready.lookUp && mayBeKeyed(request) ? maxInFlight : open();
    if (isFull(name, most)) sweep();
    if (inFlight.size >= most) return { code: "overloaded", wait: WAIT };
    return isFull(name, most) ? { code: "too_many_in_flight", wait: WAIT } : undefined;
  }

  /** The response to a refused request; undefined for one that is handled all the same. */
  function refused(question, request, { code, wait }, seen) {
    const verdict = callCore(ready, "refuse", question, code, wait);
    if (!verdict) return undefined;
    discardBody(request.body);
    return createResponse(verdict.status, verdict.body, verdict.headers, seen);
  }

  function leave(seen) {
    if (!inFlight.delete(seen)) return;
    clearInterval(seen.timer);
    const { name } = seen.client;
    const left = byClient.get(name) - 1;
    if (left > 0) byClient.set(name, left);
    else byClient.delete(name);
  }

  return {
    /** The response to a request that is not admitted; undefined for one that is, and that must `leave` in the end. */
    enter(question, request, seen) {
      const why = refusal(seen.client, request);
      const response = why && refused(question, request, why, seen);
      if (response) return response;
      // It holds a reserved slot until its API key was looked up.
      seen.isReserved = inFlight.size >= open();
      inFlight.add(seen);
      byClient.set(seen.client.name, (byClient.get(seen.client.name) ?? 0) + 1);
      if (ready.isWorkerd) {
        seen.beat = now();
        if (inFlight.size > few) seen.timer = setInterval(() => (seen.beat = now()), BEAT);
      }
      return undefined;
    },

    /** The response to a request that took a reserved slot and turned out to have no API key; undefined for any other. */
    keyless(question, request, seen) {
      return seen.isReserved ? refused(question, request, { code: "overloaded", wait: WAIT }, seen) : undefined;
    },

    leave,

    /** Most requests in flight. */
    most: maxInFlight,

    /** Requests in flight. */
    get inFlight() {
      return inFlight.size;
    },

    /** For tests: the clients whose requests they are. */
    get clients() {
      return byClient.size;
    },
  };
}

/** It may show an API key: the core says whether it does. */
const mayBeKeyed = ({ headers, url }) => headers.has?.("x-api-key") === true || String(url).includes("api_key");
