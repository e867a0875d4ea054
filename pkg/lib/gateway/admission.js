// Admission: whether a request is taken at all, before anything of it is read. The numbers are this isolate's or process's.

import { isolateLimiter } from "./limits/isolate.js";
import { consult } from "./policy.js";
import { discard, reply } from "./reply.js";

/** Milliseconds after which to come back where the gateway, or a client's share of it, is full. */
const WAIT = 1000;

export function admission(ready, { overload, requests }) {
  const { maxInFlight, maxInFlightPerClient, reserved } = overload;
  const limiter = requests ? isolateLimiter(ready.budgets.entries) : undefined;
  const byClient = new Map();
  let all = 0;

  /** Why the request is not taken, and for how many milliseconds. */
  function refusal({ name, allowed }, request) {
    if (!allowed) return { code: "client_not_allowed", wait: 0 };
    if (limiter) {
      const [{ allowed: passes, wait }] = limiter.take([{ ...requests, key: requests.key + name }], 1);
      if (!passes) return { code: "rate_limited", wait };
    }
    // A key that turns out to be none is refused before it costs anything.
    if (all >= maxInFlight || (all >= maxInFlight - reserved && ready.lookUp && !isKeyed(request))) return { code: "overloaded", wait: WAIT };
    if ((byClient.get(name) ?? 0) >= maxInFlightPerClient) return { code: "too_many_in_flight", wait: WAIT };
    return undefined;
  }

  return {
    /** The answer to a request that is not taken; nothing for one that is, and that must `leave` in the end. */
    enter(question, request, seen) {
      const { client } = seen;
      const refused = refusal(client, request);
      const verdict = refused && consult(ready, "refuse", question, refused.code, refused.wait);
      if (verdict) {
        discard(request.body);
        return reply(verdict.status, verdict.body, verdict.headers, seen);
      }
      all += 1;
      byClient.set(client.name, (byClient.get(client.name) ?? 0) + 1);
      seen.entered = true;
      return undefined;
    },

    leave({ client: { name } }) {
      all -= 1;
      const left = byClient.get(name) - 1;
      if (left > 0) byClient.set(name, left);
      else byClient.delete(name);
    },

    /** Requests in flight. */
    get inFlight() {
      return all;
    },
  };
}

/** It shows an API key, whether good or not. */
const isKeyed = ({ headers, url }) => headers.has?.("x-api-key") === true || String(url).includes("api_key=");
