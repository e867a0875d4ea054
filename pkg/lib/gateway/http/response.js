// Makes the responses of the gateway, with the headers that all of them carry.

import { setBounded } from "../../util/bounded-maps.js";
import { fail, isTonEdgeError } from "../../util/error.js";
import { isLong, LongText, measureText, streamLongText } from "./long-text.js";
import { isBodyless, parseLength } from "./reply.js";
import { noteComplete, noteText } from "./text-body.js";

/** @typedef {import("../request-record.js").RequestRecord} RequestRecord */

/** Of every response but assets. No response is a document: an HTML error of an upstream must not run beside the web app. */
const FIXED_HEADERS = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
};
/** Headers that have few values: a response copies them together, for a quarter of what setting each costs. */
const STEADY_HEADERS = new Set([
  "content-type",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "vary",
  "cache-control",
  "x-api-version",
]);
/** Most sets of them that are remembered: origins are the callers' to choose where a pattern allows many. */
const MAX_STEADY_SETS = 64;
/** A base without headers of the settings. */
let defaultBase;

/** The headers above and those of the settings (CORS), and sets of them with steady headers. */
export const createBaseHeaders = (headers) => ({
  headers: new Headers([...Object.entries(FIXED_HEADERS), ...headers]),
  steadySets: new Map(),
});

/** The `Headers` to copy for a cached response whose headers were sent before; undefined for the first. */
function copyRecentHeaders(base, recent) {
  recent.times += 1;
  if (recent.times === 1) return undefined;
  if (recent.allHeaders === undefined) {
    recent.allHeaders = new Headers(base.headers);
    for (const [name, value] of recent.headers) recent.allHeaders.set(name, value);
  }
  return recent.allHeaders;
}

/** The `Headers` object to copy for a response with these headers. */
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

/** The header Server-Timing: of the time until the response began, the part spent on upstreams. @param {RequestRecord} record */
function writeServerTiming(record) {
  const gatewayPart = `gateway;dur=${roundToTenths(Math.max(0, record.elapsedMs() - record.upstreamMs))}`;
  return record.attempts === 0 ? gatewayPart : `upstream;dur=${roundToTenths(record.upstreamMs)}, ${gatewayPart}`;
}

/**
 * The response of a reply, with the headers of the request and the limits of its caller.
 *
 * @param {import("./reply.js").Reply} reply @param {RequestRecord} record
 * @param {{ base?: ReturnType<typeof createBaseHeaders>, notes?: [string, string][], rateLimitHeaders?: [string, string][],
 *   byteCounter?: import("./byte-counter.js").ByteCounter }} [extras] `notes`: what the caller should know of the request; not among the
 *   headers of the reply, which are an entry's, and many callers have that; `byteCounter`: counts the body
 */
export function createResponse(
  { status, body, headers, recent, entry },
  record,
  { base = (defaultBase ??= createBaseHeaders([])), notes, rateLimitHeaders, byteCounter } = NO_EXTRAS,
) {
  // A response that copies headers and gets more costs half of one that is made of names and values.
  const replyBody = isBodyless(status) ? null : (body ?? null);
  const content = byteCounter ? streamIfLong(replyBody, entry, byteCounter) : replyBody;
  const recentHeaders = recent && copyRecentHeaders(base, recent);
  const response = new Response(content, { status, headers: recentHeaders ?? copySteadyHeaders(base, headers) });
  if (typeof content === "string") noteText(response, content, entry);
  else if (content !== replyBody) noteComplete(response);
  const responseHeaders = response.headers;
  responseHeaders.set("x-request-id", record.id);
  responseHeaders.set("server-timing", writeServerTiming(record));
  if (recentHeaders === undefined) setHeaders(responseHeaders, headers, record);
  if (notes) setHeaders(responseHeaders, notes, record);
  // The gateway's limits, not the upstream's: those are about the upstream key.
  if (rateLimitHeaders) for (const [name, value] of rateLimitHeaders) responseHeaders.set(name, value);
  return response;
}
const NO_EXTRAS = {};

/** A long text as a stream that counts it, unless the server writes and counts texts itself. */
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

/** A response of plain text. @param {RequestRecord} record */
export const createTextResponse = (status, text, record) =>
  createResponse({ status, body: text, headers: [["content-type", "text/plain; charset=utf-8"]] }, record);

/** Takes over a response that others made, an asset or that of an own step: it gets the request id, and the record its code and length. */
export function adoptResponse(response, record) {
  const { status, statusText, headers } = response;
  // A switch of protocols cannot be copied.
  if (status < 200) return response;
  record.code = headers.get("x-ton-edge-error") ?? undefined;
  record.bytesOut = parseLength(headers.get("content-length"));
  try {
    // A copy would lose what only the response knows: in workerd, that its body is compressed already.
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
 * The response to a fault of the configuration or of the gateway: with the request id, readable in both generations.
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
/** Errors that wrap an error of other code, whose stack is more useful. */
const CODES_WITH_CAUSE = ["internal", "step_failed"];

export function readMethod(request) {
  try {
    return String(request.method);
  } catch {
    // The value is not a request.
    return undefined;
  }
}
