// Runs the calls of a JSON-RPC batch: each passes the steps that follow with a context of its own.

/** Calls in flight at once; workerd keeps six connections for a request. */
const MAX_CONCURRENT_CALLS = 5;

/** @typedef {import("../request-context.js").RequestContext} RequestContext */
/** @typedef {import("../create-gateway.js").Next} Next */

/** @param {RequestContext} context @param {Next} next */
export function runBatch(context, next) {
  return context.verdict.do === "batch" ? runCalls(context, next) : next(context);
}

/** A list of the replies, in the order of the calls. @param {RequestContext} context @param {Next} next */
async function runCalls(context, next) {
  const { verdict, record } = context;
  const { items, status, headers } = verdict;
  record.calls = items.length;
  const bodies = new Array(items.length);
  let nextIndex = 0;
  const runNextCalls = async () => {
    while (nextIndex < items.length) {
      const index = nextIndex;
      nextIndex += 1;
      const reply = await next(context.derive({ verdict: items[index], batch: context }));
      bodies[index] = reply.body;
    }
  };
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_CALLS, items.length) }, runNextCalls));
  // Many calls have no common cache status.
  record.cache = undefined;
  return { status, headers, body: `[${bodies.join(",")}]` };
}
