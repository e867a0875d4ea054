// Decides what becomes of a request: the core's verdict on its text.

import { OVERLOADED } from "../limits/admission.js";
import { refuseRequest } from "./admit-request.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */

/** @param {RequestContext} context @param {import("../create-gateway.js").Next} next */
export function decideRequest(context, next) {
  const { gateway, description, slot } = context;
  const { text, bytes, key } = description;
  if (key !== undefined) {
    context.earlier = gateway.verdicts.ofKey(text, bytes);
    if (context.earlier) return next(context);
  }
  setVerdict(context);
  // The request has taken a slot that is reserved for API keys, and has no API key.
  const refusal = slot.isReserved && context.verdict.do !== "key" ? refuseRequest(context, OVERLOADED) : undefined;
  return refusal ?? next(context);
}

/**
 * Gets the verdict of the core, from the facts about the request so far.
 *
 * @param {RequestContext} context @param {{ body?: string, lookup?: string, isTooLarge?: boolean }} [known]
 */
export function setVerdict(context, known = undefined) {
  const { gateway, description, record } = context;
  const { text, bytes } = description;
  const remembered = known === undefined ? gateway.verdicts.get(text, bytes) : undefined;
  const { about, verdict } = remembered ?? gateway.core.decide(description, known ?? NOTHING);
  if (!known?.isTooLarge) record.about = about ?? verdict;
  if (known === undefined && !remembered) gateway.verdicts.set(text, bytes, verdict, about);
  context.verdict = verdict;
}
const NOTHING = {};
