// Admits or refuses a request by client and counters alone, before its content is read.

import { discardBody } from "../http/reply.js";
import { createResponse } from "../http/response.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export async function admitRequest(context, next) {
  const { admission } = context.gateway;
  const { client } = context.record;
  const refusal = admission.findRefusal(client, context.request);
  const response = refusal && refuseRequest(context, refusal);
  if (response) return response;
  const slot = admission.enter(client);
  context.slot = slot;
  try {
    return await next(context);
  } finally {
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
