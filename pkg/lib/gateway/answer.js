// One request: the verdict of the core, and what it asks for.

import { gather } from "../body.js";
import { batch } from "./batch.js";
import { count } from "./log.js";
import { consult } from "./policy.js";
import { proxied } from "./proxied.js";
import { discard, named, plain, reply } from "./reply.js";

export async function answer(ready, request, env, ctx, seen) {
  const { method, url, headers } = request;
  const lines = linesOf(headers);
  let lookup;
  const decide = (body, tooLarge) => {
    const { about, verdict } = consult(
      ready, "decide", method, url, lines, seen.id, body, tooLarge, lookup, Date.now());
    if (!tooLarge) seen.about = about;
    return verdict;
  };
  let verdict = decide(undefined, false);
  if (verdict.do === "key") {
    lookup = await ready.lookUp(verdict.key, env, ctx, seen);
    verdict = decide(undefined, false);
  }
  if (verdict.do === "body") {
    seen.bytesIn = count(headers.get("content-length"));
    const body = request.body ? await gather(request.body, verdict.limit) : "";
    verdict = decide(body, body === undefined);
  }
  if (verdict.do === "asset") {
    if (ready.assets) return named(await ready.assets(request, env, ctx), seen);
    return plain(404, "Not Found: the interface is under /api/v2 and /api/v3\n", seen);
  }
  if (verdict.do === "answer") {
    discard(request.body);
    return reply(verdict.status, verdict.body, verdict.headers, seen);
  }
  if (verdict.do === "batch") {
    return reply(verdict.status, await batch(ready, verdict, request, env, ctx, seen), verdict.headers, seen);
  }
  seen.endpoint = verdict.endpoint;
  const { status, headers: out, body } = await proxied(ready, verdict, request, env, ctx, seen);
  return reply(status, body, out, seen);
}

/** Headers as HTTP/1.1 writes them: one text crosses to the core for all. */
function linesOf(headers) {
  let lines = "";
  headers.forEach?.((value, name) => {
    lines += `${name}: ${value}\r\n`;
  });
  return lines;
}
