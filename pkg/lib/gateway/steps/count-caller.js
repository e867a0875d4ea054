// Counts a request against the limits of its caller. Only requests that may go upstream count.

import { isPromise } from "../../util/maybe-promise.js";
import { replyFromCore } from "../http/reply.js";
import { countAtLimits } from "../limits/callers.js";
import { describeRefusal, runTraced } from "../ops/run-traced.js";

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function countCaller(context, next) {
  const { gateway, verdict, env, record, isRefresh } = context;
  // A refresh of the cache does not belong to a caller.
  if (verdict.limits === undefined || isRefresh) return next(context);
  record.cost += verdict.cost;
  const outcome = runTraced(
    record,
    "rate limit",
    () => countAtLimits(gateway.limits.callers, verdict, env),
    ({ refusal }) => describeRefusal(refusal),
  );
  return isPromise(outcome)
    ? outcome.then((result) => admitOrRefuse(context, next, result))
    : admitOrRefuse(context, next, outcome);
}

/** @param {RequestContext} context @param {Next} next @param {import("../limits/callers.js").Counted} outcome */
function admitOrRefuse(context, next, { refusal, headers }) {
  // A batch has one response, so the headers of its calls belong to the batch.
  if (headers) (context.batch ?? context).rateLimitHeaders = headers;
  return refusal ? replyFromCore(refusal, context.verdict) : next(context);
}
