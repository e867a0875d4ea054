// Runs the calls of a JSON-RPC batch: each passes the following steps with its own context.

import { describeLimited } from "../core/gateway-core.js";
import { BatchBody } from "../http/batch-body.js";
import { getByteCounter } from "../http/byte-counter.js";
import { replyFromCore } from "../http/reply.js";
import { failWithoutAttempt } from "../upstream/judge-attempt.js";

/** Maximum concurrent calls; workerd allows six connections per request. */
const MAX_CONCURRENT_CALLS = 5;

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function runBatch(context, next) {
  return context.verdict.do === "batch" ? runCalls(context, next) : next(context);
}

/** Returns the replies in the order of the calls. @param {RequestContext} context @param {Next} next */
async function runCalls(context, next) {
  const { verdict, record } = context;
  const { items, status, headers } = verdict;
  record.calls = items.length;
  const batch = new BatchBody(items.length, getByteCounter(context));
  let nextIndex = 0;
  const runNextCalls = async () => {
    while (nextIndex < items.length) {
      const index = nextIndex;
      nextIndex += 1;
      await runCall(context.derive({ verdict: items[index], batch: context }), next, { batch, index });
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, items.length) }, runNextCalls));
  } catch (error) {
    batch.drop();
    throw error;
  }
  // Each call has its own cache status, so the batch has none.
  record.cache = undefined;
  return { status, headers, body: batch.finish() };
}

/** The header with the error code of the gateway. */
const CODE_HEADER = "x-ton-edge-error";

/**
 * Adds the response of a call to that of the batch, or an error instead.
 *
 * @param {RequestContext} context of the call @param {Next} next @param {{ batch: BatchBody, index: number }} place
 */
async function runCall(context, next, { batch, index }) {
  const { gateway, verdict, record } = context;
  const goesUpstream = verdict.do === "forward";
  // The request itself has counted as its first call. A call that needs no other step has its response already.
  const waitMs = index === 0 ? undefined : gateway.admission.countRequest(record.client);
  if (waitMs !== undefined && goesUpstream) {
    batch.put(index, replyFromCore(describeLimited(verdict, waitMs), verdict).body, true);
    return;
  }
  if (batch.refusal === undefined || !goesUpstream) {
    const { status, headers, body } = await next(context);
    if (status === 503 && headers.some(([name, value]) => name === CODE_HEADER && value === "overloaded"))
      batch.refusal = "overloaded";
    // The outcome of a call that may have changed something is always added.
    if (batch.put(index, body, goesUpstream && !verdict.reads)) return;
  }
  batch.put(index, failWithoutAttempt(context, batch.refusal).body, true);
}
