// Creates the response from the reply of the following steps, and adds the request id and the base headers.

import { isPromise } from "../../util/maybe-promise.js";
import { getByteCounter } from "../http/byte-counter.js";
import { createResponse } from "../http/response.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/**
 * Not `async`: an entry in memory is available at once, and an additional promise would cost time in every request.
 *
 * @param {RequestContext} context @param {import("../create-gateway.js").Next} next
 */
export function writeResponse(context, next) {
  const reply = next(context);
  return isPromise(reply)
    ? reply.then((awaitedReply) => writeReply(context, awaitedReply))
    : writeReply(context, reply);
}

/** @param {RequestContext} context */
function writeReply(context, reply) {
  const { gateway, record, verdict, rateLimitHeaders } = context;
  const byteCounter = getByteCounter(context);
  return createResponse(reply, record, {
    base: gateway.baseHeaders,
    notes: verdict.notes,
    rateLimitHeaders,
    byteCounter,
  });
}
