// Responses of the gateway's own making.

import { fail, isTonEdgeError } from "../error.js";

export const isEmpty = (status) => status === 204 || status === 205 || status === 304;

export function reply(status, body, headers, id) {
  const all = new Headers(headers);
  all.set("x-request-id", id);
  all.set("x-content-type-options", "nosniff");
  return new Response(isEmpty(status) ? null : (body ?? null), { status, headers: all });
}

export const plain = (status, text, id) => reply(status, text, [["content-type", "text/plain; charset=utf-8"]], id);

/** An unread body holds its connection. */
export function discard(body) {
  if (body && !body.locked) body.cancel?.().catch(() => {});
}

/** A fault of the configuration or of ours: told with the request's id, in both generations' shape. */
export function broken(error, request, id, log) {
  const known = isTonEdgeError(error) ? error : fail("internal", "a fault of the gateway itself");
  log(JSON.stringify({ level: "error", id, code: known.code, message: known.message, stack: known === error ? undefined : error?.stack }));
  const body = JSON.stringify({ ok: false, error: known.message, code: 500, reason: known.code, id });
  return reply(500, isHead(request) ? null : body, [
    ["content-type", "application/json"],
    ["cache-control", "no-store"],
    ["access-control-allow-origin", "*"],
  ], id);
}

function isHead(request) {
  try {
    return request.method === "HEAD";
  } catch {
    // Whatever this is, it is no request.
    return false;
  }
}
