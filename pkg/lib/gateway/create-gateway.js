// `createGateway`: a fetch handler that responds to every request, whatever fails on the way.

import { isPromise } from "../util/maybe-promise.js";
import { handleRequest } from "./handle.js";
import { createFaultResponse, methodOf } from "./http/response.js";
import { elapsedMs, loggerOf, logRequest, startRecord } from "./ops/log.js";
import { countRequest } from "./ops/metrics.js";
import { prepareGateway } from "./settings.js";

function meter(meters, seen, response, env, ctx) {
  countRequest(meters, seen, response.status, elapsedMs(seen));
  const now = performance.now();
  // After the response: no caller waits for it.
  if (meters.fleet?.isDue(now)) ctx?.waitUntil?.(meters.fleet.hand(meters, env, now));
}

/**
 * @param {object} [config]
 * @param {(config: object) => ReturnType<typeof prepareGateway>} [prepare] Reads the configuration; an adapter, where operators write
 *   it in another way, checks it and names its faults in that way.
 */
export function createGateway(config = {}, prepare = prepareGateway) {
  // Checked at the first request: a faulty configuration must respond with its error, not fail to load.
  let ready;
  return {
    check() {
      ready ??= prepare(config);
    },

    async fetch(request, env = {}, ctx = undefined) {
      const seen = startRecord();
      let response;
      try {
        ready ??= prepare(config);
        response = await handleRequest(ready, request, env, ctx, seen);
      } catch (error) {
        // On a stack of its own: the fault may be that there was no room left.
        await undefined;
        response = createFaultResponse(error, request, seen, ready ?? loggerOf(config));
      } finally {
        ready?.admission.leave(seen);
      }
      if (ready?.meter) meter(ready.meter, seen, response, env, ctx);
      const digest = ready?.clientOf(seen.client);
      seen.digest = isPromise(digest) ? await digest : digest;
      logRequest(ready ?? loggerOf(config), seen, methodOf(request), response);
      ready?.telemetry?.end(seen, request, response.status, env, ctx);
      return response;
    },

    async flush() {
      await ready?.telemetry?.flush();
    },
  };
}
