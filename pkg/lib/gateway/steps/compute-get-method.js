// Computes a get-method in place of the upstream, with the setting `localGetMethods`.

import { runTraced } from "../ops/run-traced.js";
import { fetchCoalesced } from "./coalesce-reads.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function computeGetMethod(context, next) {
  const { gateway, verdict } = context;
  return gateway.local && verdict.cacheUse && verdict.endpoint.startsWith("runGetMethod")
    ? computeOrForward(context, next)
    : next(context);
}

/** @param {RequestContext} context @param {Next} next */
async function computeOrForward(context, next) {
  const upstream = { read: (readContext) => fetchCoalesced(readContext, next), forward: next };
  const compute = () => context.gateway.local(context, upstream);
  return (await runTraced(context.record, "get-method", compute)) ?? next(context);
}
