// Ensures that every request gets a response, and reports the request to the metrics, the log and the trace.

import { isPromise } from "../../util/maybe-promise.js";
import { createFaultResponse, readMethod } from "../http/response.js";
import { countForCaller, countRequest } from "../ops/metrics.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export async function reportRequest(context, next) {
  const { gateway, record, request } = context;
  let response;
  try {
    response = await next(context);
  } catch (error) {
    // Continues on a fresh stack, since the error may be a stack overflow.
    await undefined;
    response = createFaultResponse(error, context, gateway.log);
  }
  if (gateway.meter) countInMeter(context, response.status);
  const digest = gateway.log.digestClient(record);
  record.digest = isPromise(digest) ? await digest : digest;
  if (gateway.meter) countForCaller(gateway.meter, record, response.status);
  gateway.log.writeRequest(record, readMethod(request), response.status);
  gateway.telemetry?.end(context, response.status);
  return response;
}

/** @param {RequestContext} context @param {number} status */
function countInMeter({ gateway: { meter }, record, env, ctx }, status) {
  countRequest(meter, record, status, record.elapsedMs());
  const now = performance.now();
  // The report is sent after the response, so no caller waits for it.
  if (meter.fleet?.isDue(now)) ctx?.waitUntil?.(meter.fleet.sendCounts(meter, env, now));
}
