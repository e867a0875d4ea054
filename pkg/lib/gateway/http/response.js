// Makes the responses of the gateway, with the headers that all of them carry.

import { setBounded } from "../../util/bounded-maps.js";
import { fail, isTonEdgeError } from "../../util/error.js";
import { logAlert, parseLength, serverTiming } from "../ops/log.js";
import { noteText } from "./text-body.js";

/** Of every response. No response is a document: an HTML error of an upstream must not run beside the web app. */
const FIXED = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
};
/** Headers that have few values: a response copies them together, for a quarter of what setting each costs. */
const STEADY = new Set([
  "content-type",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "vary",
  "cache-control",
  "x-api-version",
]);
/** Most sets of them that are remembered: origins are the callers' to choose where a pattern allows many. */
const MOST_KNOWN = 64;
let fixed;

/** The headers that every response has, and sets of them with steady headers. */
export const createBaseHeaders = (headers) => ({
  headers: new Headers([...Object.entries(FIXED), ...headers]),
  known: new Map(),
});

/** The `Headers` to copy for a cached response whose headers were sent before; undefined for the first. */
function copyRecentHeaders(base, recent) {
  recent.times += 1;
  if (recent.times === 1) return undefined;
  if (recent.whole === undefined) {
    recent.whole = new Headers(base.headers);
    for (const [name, value] of recent.headers) recent.whole.set(name, value);
  }
  return recent.whole;
}

/** The `Headers` to copy for a response with these. */
function copySteadyHeaders(base, headers) {
  let key = "";
  for (const [name, value] of headers) if (STEADY.has(name)) key += `${name}:${value}\n`;
  const found = base.known.get(key);
  if (found) return found;
  const made = new Headers(base.headers);
  for (const [name, value] of headers) if (STEADY.has(name)) made.set(name, value);
  setBounded(base.known, key, made, MOST_KNOWN);
  return made;
}

export const isBodyless = (status) => status === 204 || status === 205 || status === 304;

/** `recent`: for a cached response, where its `headers` are remembered. */
export function createResponse(
  status,
  body,
  headers,
  seen,
  base = (fixed ??=
    createBaseHeaders([])),
  recent = undefined,
) {
  // A response that copies headers and gets more costs half of one that is made of names and values.
  const content = isBodyless(status) ? null : (body ?? null);
  const all = recent && copyRecentHeaders(base, recent);
  const response = new Response(content, { status, headers: all ?? copySteadyHeaders(base, headers) });
  if (typeof content === "string") noteText(response, content);
  const own = response.headers;
  own.set("x-request-id", seen.id);
  own.set("server-timing", serverTiming(seen));
  if (all === undefined) setHeaders(own, headers, seen);
  // Not among the headers: those are an entry's, and many callers have that.
  if (seen.notes) setHeaders(own, seen.notes, seen);
  // The gateway's limits, not the upstream's: those are about the upstream key.
  if (seen.limit) for (const [name, value] of seen.limit) own.set(name, value);
  return response;
}

/** @param {Headers} own @param {[string, string][]} headers @param {any} seen */
function setHeaders(own, headers, seen) {
  for (const [name, value] of headers) {
    if (STEADY.has(name)) continue;
    own.set(name, value);
    if (name === "x-ton-edge-error") seen.code = value;
    else if (name === "x-ton-edge-ignored") seen.isIgnoring = true;
    else if (name === "content-length") seen.bytesOut = parseLength(value);
  }
}

/** A body that the core wrote, with the time in place of a NUL. */
export const insertTime = (body) => body?.replace("\0", (Date.now() / 1000).toFixed(3));

export const createTextResponse = (status, text, seen) =>
  createResponse(status, text, [["content-type", "text/plain; charset=utf-8"]], seen);

/** A response of the web app, with the request id. */
export function withRequestId(response, seen) {
  const { status, statusText, headers } = response;
  // A switch of protocols cannot be copied.
  if (status < 200) return response;
  seen.code = headers.get("x-ton-edge-error") ?? undefined;
  seen.bytesOut = parseLength(headers.get("content-length"));
  try {
    // A copy would lose what only the response knows: in workerd, that its body is compressed already.
    headers.set("x-request-id", seen.id);
    return response;
  } catch {
    // That of a `fetch`, or of `Response.redirect`: its headers cannot change.
  }
  const all = new Headers(headers);
  all.set("x-request-id", seen.id);
  return new Response(isBodyless(status) ? null : response.body, { status, statusText, headers: all });
}

/** An unread body holds its connection. */
export function discardBody(body) {
  if (body && !body.locked) body.cancel?.().catch(() => {});
}

/** The response to a fault of the configuration or of the gateway: with the request id, readable in both generations. */
export function createFaultResponse(error, request, seen, ready) {
  const known = isTonEdgeError(error) ? error : fail("internal", "a fault of the gateway itself");
  const stack = known !== error ? error?.stack : known.code === "internal" ? known.cause?.stack : undefined;
  logAlert(ready, seen, { level: "error", code: known.code, message: known.message, stack });
  const body = JSON.stringify({ ok: false, error: known.message, code: 500, reason: known.code, id: seen.id });
  return createResponse(
    500,
    methodOf(request) === "HEAD" ? null : body,
    [
      ["content-type", "application/json"],
      ["cache-control", "no-store"],
      ["access-control-allow-origin", "*"],
      ["x-ton-edge-error", known.code],
    ],
    seen,
  );
}

export function methodOf(request) {
  try {
    return String(request.method);
  } catch {
    // Whatever this is, it is no request.
    return undefined;
  }
}
