// Returns replies that need no upstream: refusals, preflights, and results of local utilities. The core has already computed
// them.

import { showsLogicalTime } from "../cache/logical-time.js";
import { describeNoLogicalTime } from "../core/gateway-core.js";
import { discardBody, insertTime, replyFromCore } from "../http/reply.js";

/** The response of `/healthz` while its server is closing, so that a load balancer sends requests elsewhere. */
const DRAINING_BODY = '{"status":"draining"}';

/** @param {import("../request-context.js").RequestContext} context @param {import("../create-gateway.js").Next} next */
export function respondItself(context, next) {
  const { verdict, request, record, ctx, minLt } = context;
  if (minLt !== undefined && verdict.reads && !showsLogicalTime(verdict))
    return replyFromCore(describeNoLogicalTime(verdict), verdict);
  if (verdict.do !== "respond") return next(context);
  discardBody(request.body);
  if (ctx?.server?.isDraining && record.about?.endpoint === "healthz")
    return { status: 503, headers: verdict.headers, body: verdict.body && DRAINING_BODY };
  return { status: verdict.status, headers: verdict.headers, body: insertTime(verdict.body) };
}
