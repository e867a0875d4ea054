// Creates the response from the reply of the following steps, and adds the request id and the base headers.

import { isPromise } from "../../util/maybe-promise.js";
import { getByteCounter } from "../http/byte-counter.js";
import { isLong, PIECE_BYTES } from "../http/long-text.js";
import { createResponse } from "../http/response.js";
import { failWithoutAttempt } from "../upstream/judge-attempt.js";

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
  // A response that switches protocols cannot be made here.
  if (reply.switching) return reply.switching;
  const { gateway, record, verdict, rateLimitHeaders } = context;
  const byteCounter = getByteCounter(context);
  const sentReply = hasRoom(context, reply, byteCounter) ? reply : failWithoutAttempt(context, "overloaded");
  return createResponse(sentReply, record, {
    base: gateway.baseHeaders,
    notes: verdict.notes,
    rateLimitHeaders,
    byteCounter,
  });
}

/**
 * Whether there is room for a long text, whose reader may be slow. There is always room for responses to sends, and for batches, whose
 * texts are already counted.
 */
const hasRoom = ({ verdict }, { body }, byteCounter) =>
  !verdict.reads || !isLong(body ?? "") || body.holder !== undefined || byteCounter.hasRoom(PIECE_BYTES, true);
