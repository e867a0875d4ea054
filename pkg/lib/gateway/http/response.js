// Creates the responses of the gateway, with the headers that all of them have.

import { setBounded } from "../../util/bounded-maps.js";
import { fail, isTonEdgeError } from "../../util/error.js";
import { isLong, LongText, measureText, streamLongText } from "./long-text.js";
import { isBodyless, parseLength } from "./reply.js";
import { markComplete, rememberForms, rememberText } from "./text-body.js";

/** @typedef {import("../request-record.js").RequestRecord} RequestRecord */

/** Headers of every response except assets. They prevent an upstream's HTML error from running as a document of the web app's origin. */
const FIXED_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
};
/** Headers with few different values. A response copies them as one set, which takes a quarter of the time of setting each. */
const STEADY_HEADERS = new Set([
  "content-type",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "vary",
  "cache-control",
  "x-api-version",
]);
/** Maximum remembered sets of headers. Limited because callers choose the origin, which is part of a set. */
const MAX_STEADY_SETS = 64;
/** Base headers without headers from the settings. */
let defaultBase;

/** Creates the headers that every response has, with those of the settings (CORS), and an empty cache of their combinations with `STEADY_HEADERS`. */
export const createBaseHeaders = (headers) => ({
  headers: new Headers([...Object.entries(FIXED_HEADERS), ...headers]),
  steadySets: new Map(),
});

/** Returns the `Headers` to copy for a cached response that is served again; undefined the first time. */
function copyRecentHeaders(baseHeaders, recentHeaders) {
  recentHeaders.times += 1;
  if (recentHeaders.times === 1) return undefined;
  if (recentHeaders.allHeaders === undefined) {
    recentHeaders.allHeaders = new Headers(baseHeaders.headers);
    for (const [name, value] of recentHeaders.headers) recentHeaders.allHeaders.set(name, value);
  }
  return recentHeaders.allHeaders;
}

/** Returns the `Headers` to copy for a response with these headers. */
function copySteadyHeaders(baseHeaders, headers) {
  let key = "";
  for (const [name, value] of headers) if (STEADY_HEADERS.has(name)) key += `${name}:${value}\n`;
  const cachedHeaders = baseHeaders.steadySets.get(key);
  if (cachedHeaders) return cachedHeaders;
  const combinedHeaders = new Headers(baseHeaders.headers);
  for (const [name, value] of headers) if (STEADY_HEADERS.has(name)) combinedHeaders.set(name, value);
  setBounded(baseHeaders.steadySets, key, combinedHeaders, MAX_STEADY_SETS);
  return combinedHeaders;
}

const roundToTenths = (ms) => Math.round(ms * 10) / 10;

/** Returns the header Server-Timing: the time until the response began, split into gateway and upstream. @param {RequestRecord} record */
function writeServerTiming(record) {
  const gatewayPart = `gateway;dur=${roundToTenths(Math.max(0, record.elapsedMs() - record.upstreamMs))}`;
  return record.attempts === 0 ? gatewayPart : `upstream;dur=${roundToTenths(record.upstreamMs)}, ${gatewayPart}`;
}

/**
 * Makes the response of a reply, with the headers of the request and the limits of its caller.
 *
 * @param {import("./reply.js").Reply} reply @param {RequestRecord} record
 * @param {{ base?: ReturnType<typeof createBaseHeaders>, notes?: [string, string][], rateLimitHeaders?: [string, string][],
 *   byteCounter?: import("./byte-counter.js").ByteCounter }} [extras] `notes`: headers with notes about this request, kept separate
 *   because the headers of the reply may belong to a cache entry that many callers share; `byteCounter`: counts the body
 */
export function createResponse(
  { status, body, headers, recent, entry, forms },
  record,
  { base = (defaultBase ??= createBaseHeaders([])), notes, rateLimitHeaders, byteCounter } = NO_OPTIONS,
) {
  // Copying a set of headers and adding a few takes half the time of creating them from names and values.
  const replyBody = isBodyless(status) ? null : (body ?? null);
  const content = byteCounter ? streamIfLong(replyBody, entry, byteCounter) : replyBody;
  const recentHeaders = recent && copyRecentHeaders(base, recent);
  const response = new Response(content, { status, headers: recentHeaders ?? copySteadyHeaders(base, headers) });
  if (typeof content === "string") rememberText(response, content, entry);
  else if (content !== replyBody) markComplete(response);
  rememberForms(response, forms);
  const responseHeaders = response.headers;
  responseHeaders.set("x-request-id", record.id);
  responseHeaders.set("server-timing", writeServerTiming(record));
  if (recentHeaders === undefined) setHeaders(responseHeaders, headers, record);
  if (notes) setHeaders(responseHeaders, notes, record);
  // Reports the gateway's limits; the upstream's headers would be about the upstream key.
  if (rateLimitHeaders) for (const [name, value] of rateLimitHeaders) responseHeaders.set(name, value);
  return response;
}
const NO_OPTIONS = {};

/** Converts a long text to a stream that counts its bytes, unless the server writes and counts texts itself. */
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

/** Creates a response with plain text. @param {RequestRecord} record */
export const createTextResponse = (status, text, record) =>
  createResponse({ status, body: text, headers: [["content-type", "text/plain; charset=utf-8"]] }, record);

/**
 * Completes a response from other code (an asset or an operator's step): adds the request id, and writes its error code and length to the
 * record.
 */
export function adoptResponse(response, record) {
  const { status, statusText, headers } = response;
  // A response that switches protocols (101) cannot be copied.
  if (status < 200) return response;
  record.code = headers.get("x-ton-edge-error") ?? undefined;
  record.bytesOut = parseLength(headers.get("content-length"));
  try {
    // Changed in place if possible: in workerd a copy would lose the information that the body is already compressed.
    headers.set("x-request-id", record.id);
    return response;
  } catch {
    // The headers of a response from `fetch` or `Response.redirect` are immutable, so the response is copied.
  }
  const copiedHeaders = new Headers(headers);
  copiedHeaders.set("x-request-id", record.id);
  return new Response(isBodyless(status) ? null : response.body, { status, statusText, headers: copiedHeaders });
}

/**
 * Creates the response to an invalid configuration or an internal error: with the request id, and in a form that clients of v2 and v3 can
 * read.
 *
 * @param {any} error @param {{ request: any, record: RequestRecord, rateLimitHeaders?: [string, string][] }} context
 * @param {import("../ops/log.js").Log} log
 */
export function createFaultResponse(error, { request, record, rateLimitHeaders }, log) {
  const tonEdgeError = isTonEdgeError(error) ? error : fail("internal", "internal error of the gateway");
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
/** Codes of errors whose cause has the more useful stack. */
const CODES_WITH_CAUSE = ["internal", "step_failed"];

export function readMethod(request) {
  try {
    return String(request.method);
  } catch {
    // The value is not a `Request`.
    return undefined;
  }
}
