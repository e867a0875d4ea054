// Admits or refuses a request by client and counters alone, before its content is read.

import { BodyInMemory, getByteCounter } from "../http/byte-counter.js";
import { discardBody } from "../http/reply.js";
import { createResponse } from "../http/response.js";
import { OVERLOAD_REFUSAL } from "../limits/admission.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** Longer requests, URL and headers together, count as held memory until their response begins. */
const LONG_REQUEST = 4096;
/** How often the URL of such a request is in memory: as received, for the core, for the upstream, as a cache key, and as sent. */
const COPIES = 8;

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export async function admitRequest(context, next) {
  const { admission } = context.gateway;
  const { client } = context.record;
  const refusal = admission.findRefusal(client, context.request);
  const response = refusal && refuseRequest(context, refusal);
  if (response) return response;
  const slot = admission.enter(client);
  context.slot = slot;
  const { length } = context.description.text;
  const memory = length > LONG_REQUEST ? new BodyInMemory(getByteCounter(context), false) : undefined;
  try {
    const refusal = memory && !memory.take(length * COPIES) ? refuseRequest(context, OVERLOAD_REFUSAL) : undefined;
    return refusal ?? (await next(context));
  } finally {
    memory?.forget();
    admission.leave(slot);
  }
}

/**
 * Returns the response to a request that is not admitted; undefined if it is served nevertheless, such as a health check.
 *
 * @param {RequestContext} context @param {{ code: string, waitMs: number }} refusal
 */
export function refuseRequest({ gateway, description, request, record }, refusal) {
  const reply = gateway.core.refuse(description.text, refusal);
  if (!reply) return undefined;
  discardBody(request.body);
  return createResponse(reply, record);
}
