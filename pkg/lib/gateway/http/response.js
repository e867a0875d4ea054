// Makes the responses of the gateway, with the headers that all of them carry.

import { setBounded } from "../../util/bounded-maps.js";
import { fail, isTonEdgeError } from "../../util/error.js";
import { isLong, LongText, measureText, streamLongText } from "./long-text.js";
import { isBodyless, parseLength } from "./reply.js";
import { noteComplete, noteForms, noteText } from "./text-body.js";

/** @typedef {import("../request-record.js").RequestRecord} RequestRecord */

/** Headers of every response but assets. They keep an upstream's HTML error from running as a document of the web app's origin. */
const FIXED_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
};
/** Headers that have few values: a response copies them together, which costs a quarter of setting each. */
const STEADY_HEADERS = new Set([
  "content-type",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "vary",
  "cache-control",
  "x-api-version",
]);
/** Most sets of headers that are remembered: where a pattern allows many origins, callers choose them. */
const MAX_STEADY_SETS = 64;
/** Base headers without any from the settings. */
let defaultBase;

/** The headers above with those of the settings (CORS), and remembered sets of them with steady headers. */
export const createBaseHeaders = (headers) => ({
  headers: new Headers([...Object.entries(FIXED_HEADERS), ...headers]),
  steadySets: new Map(),
});

/** Returns the `Headers` to copy for a cached response whose headers were sent before; undefined the first time. */
function copyRecentHeaders(base, recent) {
  recent.times += 1;
  if (recent.times === 1) return undefined;
  if (recent.allHeaders === undefined) {
    recent.allHeaders = new Headers(base.headers);
    for (const [name, value] of recent.headers) recent.allHeaders.set(name, value);
  }
  return recent.allHeaders;
}

/** Returns the `Headers` to copy for a response with these headers. */
function copySteadyHeaders(base, headers) {
  let key = "";
  for (const [name, value] of headers) if (STEADY_HEADERS.has(name)) key += `${name}:${value}\n`;
  const cachedHeaders = base.steadySets.get(key);
  if (cachedHeaders) return cachedHeaders;
  const combinedHeaders = new Headers(base.headers);
  for (const [name, value] of headers) if (STEADY_HEADERS.has(name)) combinedHeaders.set(name, value);
  setBounded(base.steadySets, key, combinedHeaders, MAX_STEADY_SETS);
  return combinedHeaders;
}

const roundToTenths = (ms) => Math.round(ms * 10) / 10;

/** Returns the header Server-Timing: how much of the time until the response began was spent on upstreams. @param {RequestRecord} record */
function writeServerTiming(record) {
  const gatewayPart = `gateway;dur=${roundToTenths(Math.max(0, record.elapsedMs() - record.upstreamMs))}`;
  return record.attempts === 0 ? gatewayPart : `upstream;dur=${roundToTenths(record.upstreamMs)}, ${gatewayPart}`;
}

/**
 * Makes the response of a reply, with the headers of the request and the limits of its caller.
 *
 * @param {import("./reply.js").Reply} reply @param {RequestRecord} record
 * @param {{ base?: ReturnType<typeof createBaseHeaders>, notes?: [string, string][], rateLimitHeaders?: [string, string][],
 *   byteCounter?: import("./byte-counter.js").ByteCounter }} [extras] `notes`: notes for the caller about the request; not among the
 * headers of the reply, which belong to a cache entry that many callers share; `byteCounter`: counts the body
 */
export function createResponse(
  { status, body, headers, recent, entry, forms },
  record,
  { base = (defaultBase ??= createBaseHeaders([])), notes, rateLimitHeaders, byteCounter } = NO_EXTRAS,
) {
  // Copying headers and adding some costs half of making a response from names and values.
  const replyBody = isBodyless(status) ? null : (body ?? null);
  const content = byteCounter ? streamIfLong(replyBody, entry, byteCounter) : replyBody;
  const recentHeaders = recent && copyRecentHeaders(base, recent);
  const response = new Response(content, { status, headers: recentHeaders ?? copySteadyHeaders(base, headers) });
  if (typeof content === "string") noteText(response, content, entry);
  else if (content !== replyBody) noteComplete(response);
  noteForms(response, forms);
  const responseHeaders = response.headers;
  responseHeaders.set("x-request-id", record.id);
  responseHeaders.set("server-timing", writeServerTiming(record));
  if (recentHeaders === undefined) setHeaders(responseHeaders, headers, record);
  if (notes) setHeaders(responseHeaders, notes, record);
  // The headers are about the gateway's limits; the upstream's would be about the upstream key.
  if (rateLimitHeaders) for (const [name, value] of rateLimitHeaders) responseHeaders.set(name, value);
  return response;
}
const NO_EXTRAS = {};

/** Returns a long text as a stream that counts it, unless the server writes and counts texts itself. */
function streamIfLong(body, entry, byteCounter) {
  if (body instanceof LongText) return streamLongText(body, byteCounter);
  if (typeof body !== "string" || byteCounter.writesTexts || !isLong(body)) return body;
  const source = { owner: entry ?? {}, bytes: measureText(body, entry?.size) };
  return streamLongText(new LongText([body], [source]), byteCounter);
}

/** @param {Headers} responseHeaders @param {[string, string][]} headers @param {RequestRecord} record */
function setHeaders(responseHeaders, headers, record) {
  for (const [name, value] of headers) {
    if (STEADY_HEADERS.has(name)) continue;
    responseHeaders.set(name, value);
    if (name === "x-ton-edge-error") record.code = value;
    else if (name === "x-ton-edge-ignored") record.isIgnoring = true;
    else if (name === "content-length") record.bytesOut = parseLength(value);
  }
}

/** Makes a response of plain text. @param {RequestRecord} record */
export const createTextResponse = (status, text, record) =>
  createResponse({ status, body: text, headers: [["content-type", "text/plain; charset=utf-8"]] }, record);

/**
 * Completes a response that other code made (an asset, or an own step): adds the request id, and writes its code and length to the record.
 */
export function adoptResponse(response, record) {
  const { status, statusText, headers } = response;
  // A response that switches protocols cannot be copied.
  if (status < 200) return response;
  record.code = headers.get("x-ton-edge-error") ?? undefined;
  record.bytesOut = parseLength(headers.get("content-length"));
  try {
    // A copy would lose a fact that only the response has: in workerd, that its body is compressed already.
    headers.set("x-request-id", record.id);
    return response;
  } catch {
    // The headers of a response from `fetch` or `Response.redirect` cannot change.
  }
  const copiedHeaders = new Headers(headers);
  copiedHeaders.set("x-request-id", record.id);
  return new Response(isBodyless(status) ? null : response.body, { status, statusText, headers: copiedHeaders });
}

/**
 * Makes the response to a fault of the configuration or of the gateway: with the request id, readable in both generations.
 *
 * @param {any} error @param {{ request: any, record: RequestRecord, rateLimitHeaders?: [string, string][] }} context
 * @param {import("../ops/log.js").Log} log
 */
export function createFaultResponse(error, { request, record, rateLimitHeaders }, log) {
  const tonEdgeError = isTonEdgeError(error) ? error : fail("internal", "a fault of the gateway itself");
  const stack =
    tonEdgeError !== error
      ? error?.stack
      : CODES_WITH_CAUSE.includes(tonEdgeError.code)
        ? tonEdgeError.cause?.stack
        : undefined;
  log.alert({ level: "error", code: tonEdgeError.code, message: tonEdgeError.message, stack }, record);
  const body = JSON.stringify({
    ok: false,
    error: tonEdgeError.message,
    code: 500,
    reason: tonEdgeError.code,
    id: record.id,
  });
  return createResponse(
    {
      status: 500,
      body: readMethod(request) === "HEAD" ? null : body,
      headers: [
        ["content-type", "application/json"],
        ["cache-control", "no-store"],
        ["access-control-allow-origin", "*"],
        ["x-ton-edge-error", tonEdgeError.code],
      ],
    },
    record,
    { rateLimitHeaders },
  );
}
/** Codes of errors that wrap another error, whose stack is more useful. */
const CODES_WITH_CAUSE = ["internal", "step_failed"];

export function readMethod(request) {
  try {
    return String(request.method);
  } catch {
    // The value is not a `Request`.
    return undefined;
  }
}
