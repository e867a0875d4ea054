// Gets the core's verdict on a request, which says how the request is handled.

import { OVERLOAD_REFUSAL } from "../limits/admission.js";
import { refuseRequest } from "./admit-request.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** The refusal of a request whose header for a required block or transaction is malformed. */
const INVALID_REQUIREMENT = { code: "invalid_parameter", waitMs: 0 };

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export function decideRequest(context, next) {
  const { gateway, description, slot } = context;
  const { text, bytes, key, minSeqno, minLt } = description;
  if (Number.isNaN(minSeqno) || Number.isNaN(minLt)) {
    const response = refuseRequest(context, INVALID_REQUIREMENT);
    if (response) return response;
  }
  context.minSeqno = minSeqno;
  context.minLt = /** @type {bigint | undefined} */ (minLt);
  if (key !== undefined) {
    context.earlierVerdict = gateway.verdicts.getByKey(text, bytes);
    if (context.earlierVerdict) return next(context);
  }
  setVerdict(context);
  // A request without an API key must not use a slot that is reserved for API keys.
  const refusal =
    slot.isReserved && context.verdict.do !== "key" ? refuseRequest(context, OVERLOAD_REFUSAL) : undefined;
  return refusal ?? next(context);
}

/**
 * Sets the core's verdict, from what is known about the request so far.
 *
 * @param {RequestContext} context @param {{ body?: string, lookup?: string, isTooLarge?: boolean }} [facts]
 */
export function setVerdict(context, facts = undefined) {
  const { gateway, description, record } = context;
  const { text, bytes } = description;
  const cachedVerdict = facts === undefined ? gateway.verdicts.get(text, bytes) : undefined;
  const { about: requestFacts, verdict } = cachedVerdict ?? gateway.core.decide(description, facts ?? NO_FACTS);
  if (!facts?.isTooLarge) record.about = requestFacts ?? verdict;
  if (facts === undefined && !cachedVerdict) gateway.verdicts.set(text, bytes, verdict, requestFacts);
  context.verdict = verdict;
}
const NO_FACTS = {};
