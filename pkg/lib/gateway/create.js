// A gateway: every request gets an answer, whatever happens on the way to it.

import { answer } from "./answer.js";
import * as log from "./log.js";
import { counted } from "./metrics.js";
import { broken, methodOf } from "./reply.js";
import { prepare } from "./settings.js";

function meter(meters, seen, response, env, ctx) {
  counted(meters, seen, response.status, log.elapsed(seen));
  const now = performance.now();
  // Behind the answer: nobody waits for it.
  if (meters.fleet?.isDue(now)) ctx?.waitUntil?.(meters.fleet.hand(env, now));
}

export function createGateway(config = {}) {
  // Checked at the first request: a faulty configuration must answer, not fail to load.
  let ready;
  return {
    async fetch(request, env = {}, ctx = undefined) {
      const seen = log.begin();
      let response;
      try {
        ready ??= prepare(config);
        response = await answer(ready, request, env, ctx, seen);
      } catch (error) {
        // On a stack of its own: the fault may be that there was no room left.
        await undefined;
        response = broken(error, request, seen, ready ?? log.of(config));
      } finally {
        ready?.admission.leave(seen);
      }
      if (ready?.meter) meter(ready.meter, seen, response, env, ctx);
      const digest = ready?.clientOf(seen.client);
      seen.digest = typeof digest?.then === "function" ? await digest : digest;
      log.request(ready ?? log.of(config), seen, methodOf(request), response);
      return response;
    },
  };
}
