// Handles one request: gets a verdict from the core, and carries it out.

import { readStream } from "../util/body.js";
import { sha256Hex } from "../util/crypto.js";
import { mapMaybe } from "../util/maybe-promise.js";
import { callCore } from "./core.js";
import { forwardCached } from "./forward-cached.js";
import { describeClient, isClientHeader } from "./http/client-ip.js";
import { createResponse, createTextResponse, discardBody, insertTime, withRequestId } from "./http/response.js";
import { handleOps } from "./ops/endpoints.js";
import { noteCaller, parseLength } from "./ops/log.js";
import { traced } from "./ops/traced.js";
import { GONE } from "./upstream/forward.js";

/** A promise of the response. Most requests need an upstream: they go there without a detour. */
export function handleRequest(ready, request, env, ctx, seen) {
  const described = describeRequest(ready, request, ctx);
  seen.span = ready.telemetry?.begin(described.traceparent, request.headers, seen);
  seen.client = ready.clients.of(described.client);
  const refused = ready.admission.enter(described.text, request, seen);
  if (refused) return Promise.resolve(refused);
  const decide = createDecider(ready, described, seen);
  if (described.key !== undefined) return runKeyed(ready, described, decide, request, env, ctx, seen);
  const verdict = decide();
  const keyless = verdict.do === "key" ? undefined : ready.admission.keyless(described.text, request, seen);
  if (keyless) return Promise.resolve(keyless);
  return verdict.do === "forward"
    ? forwardVerdict(ready, verdict, request, env, ctx, seen)
    : runVerdict(ready, verdict, decide, request, env, ctx, seen);
}

/**
 * Describes a request for the core: as one text, which is faster to pass than its parts (src/gateway/request/wire_request.rs), with the
 * bytes of its headers, the lines about its client, the caller's trace, and, where callers have API keys, the key in its header. The core refuses every URL longer than `mostUrl` and headers larger than
 * `mostHeaders`, so it gets no more of them.
 */
function describeRequest(ready, request, ctx) {
  const { method, url, headers } = request;
  let bytes = 0;
  let traceparent;
  let key;
  let lines = ctx?.listener === undefined ? "" : `@listener: ${ctx.listener}\n`;
  const clientHeaders = {};
  headers.forEach?.((value, name) => {
    // As HTTP/1.1 writes them.
    bytes += name.length + value.length + 4;
    if (bytes > ready.mostHeaders) return;
    if (ready.read.has(name)) {
      lines += `${name}: ${value}\n`;
      if (name === "traceparent") traceparent = value;
      else if (name === "x-api-key" && ready.lookUp) key = value;
    }
    if (isClientHeader(ready, name)) clientHeaders[name] = value;
  });
  const client = describeClient(ready, clientHeaders, request, ctx);
  return {
    text: `${method}\n${client}${lines}\n${typeof url === "string" ? url.slice(0, ready.mostUrl + 1) : url}`,
    bytes,
    client,
    traceparent,
    key,
  };
}

/** Gets the verdict of the core, from the body and the key record that it has requested so far. */
function createDecider(ready, { text, bytes }, seen) {
  return (body, lookup, tooLarge = false) => {
    const known = body === undefined && lookup === undefined ? ready.verdicts.get(text, bytes) : undefined;
    if (known) {
      seen.about = known.about;
      return known.verdict;
    }
    const { about, verdict } = callCore(ready, "decide", text, bytes, body, tooLarge, lookup);
    if (!tooLarge) seen.about = about ?? verdict;
    if (body === undefined && lookup === undefined) ready.verdicts.set(text, bytes, verdict, about);
    return verdict;
  };
}

async function forwardVerdict(ready, verdict, request, env, ctx, seen) {
  seen.notes = verdict.notes;
  const { status, headers, body, recent } = await forwardCached(ready, verdict, request, env, ctx, seen);
  return createResponse(status, body, headers, seen, ready.always, recent);
}

/**
 * Runs a request with an API key in its header. What was decided for the same request holds as long as the record of its key is the same. A promise.
 */
function runKeyed(ready, described, decide, request, env, ctx, seen) {
  const known = ready.verdicts.ofKey(described.text, described.bytes);
  if (!known) return decideKeyed(ready, described, decide, request, env, ctx, seen);
  return mapMaybe(lookUpTraced(ready, known.hash, env, ctx, seen), (lookup) => {
    if (recordIn(lookup) !== known.record)
      return decideKeyed(ready, described, decide, request, env, ctx, seen, { hash: known.hash, lookup });
    seen.about = known.about;
    return forwardVerdict(ready, known.verdict, request, env, ctx, seen);
  });
}

const lookUpTraced = (ready, hash, env, ctx, seen) => traced(seen, "API key", () => ready.lookUp(hash, env, ctx, seen));

/** @param {{ hash: string, lookup: string }} [found] what is known of the API key */
async function decideKeyed(ready, { text, bytes, key }, decide, request, env, ctx, seen, found = undefined) {
  const first = decide();
  if (first.do !== "key") {
    const keyless = ready.admission.keyless(text, request, seen);
    return keyless ?? runVerdict(ready, first, decide, request, env, ctx, seen);
  }
  if (first.key !== key) return runVerdict(ready, first, decide, request, env, ctx, seen);
  const hash = found?.hash ?? (await sha256Hex(key));
  const lookup = found?.lookup ?? (await lookUpTraced(ready, hash, env, ctx, seen));
  const verdict = decideWithKey(decide, lookup, seen);
  ready.verdicts.setOfKey(text, bytes, hash, recordIn(lookup), verdict, seen.about);
  return runVerdict(ready, verdict, decide, request, env, ctx, seen, lookup);
}

/** The record of a key that was found, as JSON. @param {string} lookup */
const recordIn = (lookup) =>
  lookup.startsWith('{"state":"found"') ? lookup.slice(lookup.indexOf('"hash"')) : undefined;

function decideWithKey(decide, lookup, seen) {
  const verdict = decide(undefined, lookup);
  // A request that goes upstream names its caller; what the gateway responds itself is the caller's too.
  if (verdict.do !== "forward") noteCaller(seen, JSON.parse(lookup).record);
  return verdict;
}

/** @param {string} [lookup] what is known of the caller's API key */
async function runVerdict(ready, first, decide, request, env, ctx, seen, lookup = undefined) {
  let verdict = first;
  if (verdict.do === "key") {
    const { key } = verdict;
    lookup = await lookUpTraced(ready, await sha256Hex(key), env, ctx, seen);
    verdict = decideWithKey(decide, lookup, seen);
  }
  if (verdict.do === "body") {
    seen.bytesIn = parseLength(request.headers.get("content-length"));
    let body = "";
    try {
      if (request.body) body = await readStream(request.body, verdict.limit);
    } catch {
      // The caller has disconnected: no response can be sent.
      return createResponse(GONE.status, GONE.body, GONE.headers, seen);
    }
    verdict = decide(body, lookup, body === undefined);
  }
  if (verdict.do === "forward") return forwardVerdict(ready, verdict, request, env, ctx, seen);
  if (verdict.do === "ops") return handleOps(ready, verdict, request, env, ctx, seen);
  if (verdict.do === "asset") {
    if (ready.assets) return withRequestId(await ready.assets(request, env, ctx), seen);
    return createTextResponse(404, "Not Found: the interface is under /api/v2 and /api/v3\n", seen);
  }
  if (verdict.do === "respond") {
    discardBody(request.body);
    return createResponse(verdict.status, insertTime(verdict.body), verdict.headers, seen);
  }
  return createResponse(verdict.status, await runBatch(ready, verdict, request, env, ctx, seen), verdict.headers, seen);
}

/** Calls that are on their way at once; workerd keeps six connections for a request. */
const AT_ONCE = 5;

/** The list as text, in the order of the calls. */
async function runBatch(ready, verdict, request, env, ctx, seen) {
  const { items } = verdict;
  seen.calls = items.length;
  const bodies = new Array(items.length);
  let next = 0;
  const work = async () => {
    while (next < items.length) {
      const at = next;
      next += 1;
      const item = items[at];
      bodies[at] =
        item.do === "respond"
          ? insertTime(item.body)
          : (await forwardCached(ready, item, request, env, ctx, seen)).body;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, work));
  // Many calls have no common cache status.
  seen.cache = undefined;
  return `[${bodies.join(",")}]`;
}
