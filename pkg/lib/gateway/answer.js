// One request: the verdict of the core, and what it asks for.

import { gather } from "../body.js";
import { core } from "../load/gateway.js";
import { batch } from "./batch.js";
import { discard, plain, reply } from "./reply.js";
import { configure } from "./settings.js";
import { ask } from "./upstream.js";

export async function answer(ready, request, env, ctx, id) {
  if (ready.resets !== core.resets) configure(ready);
  const bytes = headerBytes(request.headers);
  let lookup;
  const decide = (body, tooLarge) =>
    core.call("decide", ready.number, request.method, request.url, request.headers, body, tooLarge, bytes, lookup, Date.now());
  let verdict = decide(undefined, false);
  if (verdict.do === "key") {
    lookup = await ready.lookUp(verdict.key, env, ctx, id);
    verdict = decide(undefined, false);
  }
  if (verdict.do === "body") {
    const body = request.body ? await gather(request.body, verdict.limit) : "";
    verdict = decide(body, body === undefined);
  }
  if (verdict.do === "asset") {
    if (ready.assets) return ready.assets(request, env, ctx);
    return plain(404, "Not Found: the interface is under /api/v2 and /api/v3\n", id);
  }
  if (verdict.do === "answer") {
    discard(request.body);
    return reply(verdict.status, verdict.body, verdict.headers, id);
  }
  if (verdict.do === "batch") {
    return reply(verdict.status, await batch(ready, verdict, request, env, id), verdict.headers, id);
  }
  const { status, headers, body } = await ask(ready, verdict, request, env, id);
  return reply(status, body, headers, id);
}

/** Names, values, and what stands between them in HTTP/1.1. */
function headerBytes(headers) {
  let bytes = 0;
  headers.forEach?.((value, name) => {
    bytes += name.length + value.length + 4;
  });
  return bytes;
}
