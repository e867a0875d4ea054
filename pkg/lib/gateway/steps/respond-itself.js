// Responds to what the core has decided already: a refusal, a preflight, or one of the utilities that need no upstream.

import { discardBody, insertTime } from "../http/reply.js";

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export function respondItself(context, next) {
  const { verdict, request } = context;
  if (verdict.do !== "respond") return next(context);
  discardBody(request.body);
  return { status: verdict.status, headers: verdict.headers, body: insertTime(verdict.body) };
}
