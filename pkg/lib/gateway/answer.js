// One request: the verdict of the core, and what it asks for.

import { gather } from "../body.js";
import { batch } from "./batch.js";
import { count } from "./log.js";
import { operate } from "./operate.js";
import { consult } from "./policy.js";
import { proxied } from "./proxied.js";
import { discard, named, plain, reply, withTime } from "./reply.js";

const WORKERD = globalThis.navigator?.userAgent === "Cloudflare-Workers";
const CLOUDFLARE = "cf-connecting-ip";

/** A promise of the response. Most requests are for the service: they go there without a detour. */
export function answer(ready, request, env, ctx, seen) {
  const decide = decider(ready, request, ctx, seen);
  const verdict = decide();
  return verdict.do === "forward"
    ? forward(ready, verdict, request, env, ctx, seen)
    : another(ready, verdict, decide, request, env, ctx, seen);
}

/** Asks the core for its verdict, with what it has asked for so far. */
function decider(ready, { method, url, headers }, ctx, seen) {
  let bytes = 0;
  let lines = peerLine(ready, headers, ctx);
  headers.forEach?.((value, name) => {
    // As HTTP/1.1 writes them.
    bytes += name.length + value.length + 4;
    if (ready.read.has(name)) lines += `${name}: ${value}\n`;
    if (name === ready.client) lines += `@client: ${value}\n`;
  });
  // One text crosses faster than its parts: see src/gateway/asked.rs.
  const asked = `${method}\n${lines}\n${url}`;
  return (body, lookup, tooLarge = false) => {
    const known = body === undefined && lookup === undefined ? ready.verdicts.of(asked, bytes) : undefined;
    if (known) {
      seen.about = known.about;
      return known.verdict;
    }
    const { about, verdict } = consult(ready, "decide", asked, bytes, body, tooLarge, lookup);
    if (!tooLarge) seen.about = about ?? verdict;
    if (body === undefined && lookup === undefined) ready.verdicts.keep(asked, bytes, verdict, about);
    return verdict;
  };
}

/** The other end of the connection, which Workers know by Cloudflare's header alone. */
function peerLine({ client }, headers, ctx) {
  if (client === CLOUDFLARE) return "";
  const address = WORKERD ? headers.get(CLOUDFLARE) : ctx?.address;
  return typeof address === "string" && !address.includes("\n") ? `@peer: ${address}\n` : "";
}

async function forward(ready, verdict, request, env, ctx, seen) {
  const { status, headers, body } = await proxied(ready, verdict, request, env, ctx, seen);
  return reply(status, body, headers, seen, ready.always);
}

async function another(ready, first, decide, request, env, ctx, seen) {
  let verdict = first;
  let lookup;
  if (verdict.do === "key") {
    lookup = await ready.lookUp(verdict.key, env, ctx, seen);
    verdict = decide(undefined, lookup);
  }
  if (verdict.do === "body") {
    seen.bytesIn = count(request.headers.get("content-length"));
    const body = request.body ? await gather(request.body, verdict.limit) : "";
    verdict = decide(body, lookup, body === undefined);
  }
  if (verdict.do === "forward") return forward(ready, verdict, request, env, ctx, seen);
  if (verdict.do === "operate") return operate(ready, verdict, request, env, ctx, seen);
  if (verdict.do === "asset") {
    if (ready.assets) return named(await ready.assets(request, env, ctx), seen);
    return plain(404, "Not Found: the interface is under /api/v2 and /api/v3\n", seen);
  }
  if (verdict.do === "answer") {
    discard(request.body);
    return reply(verdict.status, withTime(verdict.body), verdict.headers, seen);
  }
  return reply(verdict.status, await batch(ready, verdict, request, env, ctx, seen), verdict.headers, seen);
}
