// Contender: a gateway in plain JavaScript with the same checks, headers and log line as this package.

import { detect } from "./address.mjs";
import { beginRecord, logRequest, formatServerTiming } from "./line.mjs";
import {
  ALLOWED_HEADERS,
  EXPOSED_HEADERS,
  RETURNED_HEADERS,
  MAX_HEADERS,
  MAX_URL,
  ORIGINS,
  SECURITY,
} from "./policy.mjs";
import { checkQuery } from "./query.mjs";
import { routes } from "./table.mjs";
import { attemptUpstream } from "./upstream.mjs";

const EXPOSED_HEADER_LIST = EXPOSED_HEADERS.join(", ");

function reply(status, body, headers, record) {
  headers.set("x-request-id", record.id);
  headers.set("server-timing", formatServerTiming(record));
  for (const name in SECURITY) headers.set(name, SECURITY[name]);
  return new Response(body, { status, headers });
}

function makeJson(status, value, headers, record) {
  headers.set("content-type", "application/json");
  if (status >= 400) headers.set("cache-control", "no-store");
  return reply(status, JSON.stringify(value), headers, record);
}

function listCors(request) {
  const headers = new Headers({ vary: "Origin", "access-control-expose-headers": EXPOSED_HEADER_LIST });
  const origin = request.headers.get("origin");
  if (ORIGINS.includes(origin)) headers.set("access-control-allow-origin", origin);
  return headers;
}

function countHeaderBytes(headers) {
  let bytes = 0;
  for (const [name, value] of headers) bytes += name.length + value.length + 4;
  return bytes;
}

async function respond(request, env, record) {
  const responseHeaders = listCors(request);
  if (request.url.length > MAX_URL) return makeJson(414, { error: "the URL is too long" }, responseHeaders, record);
  if (countHeaderBytes(request.headers) > MAX_HEADERS)
    return makeJson(431, { error: "the headers are too large" }, responseHeaders, record);
  const { pathname, searchParams } = new URL(request.url);
  const route = routes.get(pathname);
  if (!route) return makeJson(404, { error: "no such operation" }, responseHeaders, record);
  if (request.method === "OPTIONS") {
    responseHeaders.set("access-control-allow-methods", [...route.keys()].join(", "));
    responseHeaders.set("access-control-allow-headers", ALLOWED_HEADERS.join(", "));
    responseHeaders.set("access-control-max-age", "7200");
    return reply(204, null, responseHeaders, record);
  }
  const entry = route.get(request.method);
  if (!entry) {
    responseHeaders.set("allow", [...route.keys()].join(", "));
    return makeJson(405, { error: "method not allowed" }, responseHeaders, record);
  }
  record.row = entry.row;
  const { error, search } = checkQuery(entry, searchParams);
  if (error) return makeJson(422, { error }, responseHeaders, record);
  if (entry.row.name === "detectAddress") {
    const result = detect(searchParams.get("address"));
    return makeJson(200, { ok: true, result, "@extra": `${Date.now() / 1000}:_:0` }, responseHeaders, record);
  }
  const outcome = await attemptUpstream(fetch, env.UPSTREAM + pathname + search, request, entry, env.API_KEY, record);
  const { response } = outcome;
  if (!response) return makeJson(outcome.status, { error: outcome.error }, responseHeaders, record);
  const { headers } = response;
  const isNamedByConnection =
    headers
      .get("connection")
      ?.toLowerCase()
      .split(",")
      .map((name) => name.trim()) ?? [];
  for (const name of RETURNED_HEADERS) {
    const value = headers.get(name);
    if (value !== null && !isNamedByConnection.includes(name)) responseHeaders.set(name, value);
  }
  return reply(response.status, response.body, responseHeaders, record);
}

export default {
  async fetch(request, env) {
    const record = beginRecord();
    let response;
    try {
      response = await respond(request, env, record);
    } catch {
      response = makeJson(500, { error: "a fault of the gateway" }, listCors(request), record);
    }
    logRequest(record, request.method, response);
    return response;
  },
};
