// Responses of the gateway's own making.

import { fail, isTonEdgeError } from "../error.js";
import { alert, count, timing } from "./log.js";
import { noteText } from "./text-body.js";

/** Of every response. Nothing that comes from here is a page: an HTML error of the service must not run beside ours. */
const FIXED = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
};
/** Headers that have few values: those of an answer are copied together, for a quarter of what setting each costs. */
const STEADY = new Set(["content-type", "access-control-allow-origin", "access-control-expose-headers", "vary", "cache-control", "x-api-version"]);
/** Most sets of them that are remembered: origins are the callers' to choose where a pattern allows many. */
const MOST_KNOWN = 64;
let fixed;

/** What answers begin with: further headers that are the same in all of them, and those with steady ones besides. */
export const always = (headers) => ({ headers: new Headers([...Object.entries(FIXED), ...headers]), known: new Map() });

/** The `Headers` to copy for an answer out of the cache whose headers were told before; nothing for the first. */
function whole(base, recent) {
  recent.times += 1;
  if (recent.times === 1) return undefined;
  if (recent.whole === undefined) {
    recent.whole = new Headers(base.headers);
    for (const [name, value] of recent.headers) recent.whole.set(name, value);
  }
  return recent.whole;
}

/** The `Headers` to copy for an answer with these. */
function begun(base, headers) {
  let key = "";
  for (const [name, value] of headers) if (STEADY.has(name)) key += `${name}:${value}\n`;
  const found = base.known.get(key);
  if (found) return found;
  const made = new Headers(base.headers);
  for (const [name, value] of headers) if (STEADY.has(name)) made.set(name, value);
  if (base.known.size >= MOST_KNOWN) base.known.clear();
  base.known.set(key, made);
  return made;
}

export const isEmpty = (status) => status === 204 || status === 205 || status === 304;

/** `recent`: of an answer out of the cache, where `headers` are remembered. */
export function reply(status, body, headers, seen, base = (fixed ??= always([])), recent = undefined) {
  // A response that copies headers and gets more costs half of one that is made of names and values.
  const content = isEmpty(status) ? null : (body ?? null);
  const all = recent && whole(base, recent);
  const response = new Response(content, { status, headers: all ?? begun(base, headers) });
  if (typeof content === "string") noteText(response, content);
  const own = response.headers;
  own.set("x-request-id", seen.id);
  own.set("server-timing", timing(seen));
  if (all === undefined) further(own, headers, seen);
  // Ours, not the service's: that one is about our key.
  if (seen.limit) for (const [name, value] of seen.limit) own.set(name, value);
  return response;
}

function further(own, headers, seen) {
  for (const [name, value] of headers) {
    if (STEADY.has(name)) continue;
    own.set(name, value);
    if (name === "x-ton-edge-error") seen.code = value;
    else if (name === "content-length") seen.bytesOut = count(value);
  }
}

/** A body of the core's, with the time where a NUL stands for it. */
export const withTime = (body) => body?.replace("\0", (Date.now() / 1000).toFixed(3));

export const plain = (status, text, seen) => reply(status, text, [["content-type", "text/plain; charset=utf-8"]], seen);

/** A page's response, with the request's id. */
export function named(response, seen) {
  const { status, statusText, headers } = response;
  // A switch of protocols cannot be copied.
  if (status < 200) return response;
  const all = new Headers(headers);
  all.set("x-request-id", seen.id);
  seen.code = all.get("x-ton-edge-error") ?? undefined;
  seen.bytesOut = count(all.get("content-length"));
  return new Response(isEmpty(status) ? null : response.body, { status, statusText, headers: all });
}

/** An unread body holds its connection. */
export function discard(body) {
  if (body && !body.locked) body.cancel?.().catch(() => {});
}

/** A fault of the configuration or of ours: told with the request's id, in both generations' shape. */
export function broken(error, request, seen, ready) {
  const known = isTonEdgeError(error) ? error : fail("internal", "a fault of the gateway itself");
  const stack = known !== error ? error?.stack : known.code === "internal" ? known.cause?.stack : undefined;
  alert(ready, seen, { level: "error", code: known.code, message: known.message, stack });
  const body = JSON.stringify({ ok: false, error: known.message, code: 500, reason: known.code, id: seen.id });
  return reply(500, methodOf(request) === "HEAD" ? null : body, [
    ["content-type", "application/json"],
    ["cache-control", "no-store"],
    ["access-control-allow-origin", "*"],
    ["x-ton-edge-error", known.code],
  ], seen);
}

export function methodOf(request) {
  try {
    return String(request.method);
  } catch {
    // Whatever this is, it is no request.
    return undefined;
  }
}
