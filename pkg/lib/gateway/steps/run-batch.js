// Runs the calls of a JSON-RPC batch: each passes the steps that follow with a context of its own.

/** Calls that are on their way at once; workerd keeps six connections for a request. */
const AT_ONCE = 5;

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
  let following = 0;
  const work = async () => {
    while (following < items.length) {
      const at = following;
      following += 1;
      const reply = await next(context.derive({ verdict: items[at], batch: context }));
      bodies[at] = reply.body;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  // Many calls have no common cache status.
  record.cache = undefined;
  return { status, headers, body: `[${bodies.join(",")}]` };
}
