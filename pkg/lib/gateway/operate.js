// What is asked of the gateway itself.

import { isOperator } from "./admin.js";
import { gauges, text } from "./metrics.js";
import { readiness } from "./readiness.js";
import { discard, reply } from "./reply.js";

const TYPES = { ready: "application/json", metrics: "text/plain; version=0.0.4; charset=utf-8" };
/** Headers of a document that say what it is; nothing else of an asset's is for callers. */
const DESCRIBING = ["content-type", "content-length", "content-encoding", "cache-control", "etag", "last-modified"];

export async function operate(ready, verdict, request, env, ctx, seen) {
  const { operation, headers, refused, head } = verdict;
  if (refused && !(await isOperator(ready, request, env, seen))) {
    return reply(refused.status, head ? null : refused.body, refused.headers, seen);
  }
  if (operation === "ready" || operation === "metrics") {
    const { status, body } = operation === "ready"
      ? await readiness(ready, request, env)
      : { status: 200, body: text(ready.meter, gauges(ready), await ready.meter.fleet?.hand(env, performance.now())) };
    return reply(status, head ? null : body, [...headers, ["content-type", TYPES[operation]]], seen);
  }
  const document = await ready.openapi(operation === "openapiv2" ? "v2" : "v3", env, ctx);
  const described = DESCRIBING.map((name) => [name, document.headers.get(name)]).filter(([, value]) => value !== null);
  if (head) discard(document.body);
  return reply(document.status, head ? null : document.body, [...headers, ...described], seen);
}
