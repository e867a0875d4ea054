// One request: the verdict of the core, and what it asks for.

import { gather } from "../body.js";
import { batch } from "./batch.js";
import { clientLines, tellsClient } from "./clients.js";
import { count } from "./log.js";
import { operate } from "./operate.js";
import { consult } from "./policy.js";
import { proxied } from "./proxied.js";
import { discard, named, plain, reply, withTime } from "./reply.js";
import { GONE } from "./upstream.js";

/** A promise of the response. Most requests are for the service: they go there without a detour. */
export function answer(ready, request, env, ctx, seen) {
  const question = questionOf(ready, request, ctx);
  seen.client = ready.clients.of(question.client);
  const refused = ready.admission.enter(question.asked, request, seen);
  if (refused) return Promise.resolve(refused);
  const decide = decider(ready, question, seen);
  const verdict = decide();
  const keyless = verdict.do === "key" ? undefined : ready.admission.keyless(question.asked, request, seen);
  if (keyless) return Promise.resolve(keyless);
  return verdict.do === "forward"
    ? forward(ready, verdict, request, env, ctx, seen)
    : another(ready, verdict, decide, request, env, ctx, seen);
}

/** No gateway takes a URL or headers of more characters: what has more need not cross to be refused. */
const MOST_URL = 65_536;
const MOST_HEADERS = 131_072;

/** A request as it crosses to the core, the bytes of its headers, and the lines that tell its client. One text crosses faster than its parts: see src/gateway/asked.rs. */
function questionOf(ready, request, ctx) {
  const { method, url, headers } = request;
  let bytes = 0;
  let lines = ctx?.listener === undefined ? "" : `@listener: ${ctx.listener}\n`;
  const told = {};
  headers.forEach?.((value, name) => {
    // As HTTP/1.1 writes them.
    bytes += name.length + value.length + 4;
    if (bytes > MOST_HEADERS) return;
    if (ready.read.has(name)) lines += `${name}: ${value}\n`;
    if (tellsClient(ready, name)) told[name] = value;
  });
  const client = clientLines(ready, told, request, ctx);
  return { asked: `${method}\n${client}${lines}\n${typeof url === "string" ? url.slice(0, MOST_URL + 1) : url}`, bytes, client };
}

/** Asks the core for its verdict, with what it has asked for so far. */
function decider(ready, { asked, bytes }, seen) {
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

async function forward(ready, verdict, request, env, ctx, seen) {
  const { status, headers, body, recent } = await proxied(ready, verdict, request, env, ctx, seen);
  return reply(status, body, headers, seen, ready.always, recent);
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
    let body = "";
    try {
      if (request.body) body = await gather(request.body, verdict.limit);
    } catch {
      // The caller left, or its connection broke: nobody is there to answer.
      return reply(GONE.status, GONE.body, GONE.headers, seen);
    }
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
