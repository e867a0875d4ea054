// Errors for requests that a server refuses before the gateway gets them, in the format of the gateway's errors.

import { INVALID_HOST, isHost } from "./request-target.js";
import { randomUuid } from "../util/crypto.js";

const HEADERS = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Request-Id, X-Ton-Edge-Error",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
};

/** Returns status, headers and body; `length` is the body's length in bytes (it is ASCII). */
export function createRefusal(status, code, message) {
  const id = randomUuid();
  const body = JSON.stringify({ ok: false, error: message, code: status, reason: code, id });
  return {
    status,
    headers: { ...HEADERS, "content-length": String(body.length), "x-request-id": id, "x-ton-edge-error": code },
    body,
  };
}

/**
 * Returns the refusal of a request with an invalid `Host` header. Undefined if the header is valid, or absent as in
 * HTTP/2.
 */
export function refuseInvalidHost(requestHeaders) {
  const host = requestHeaders.get("host");
  if (host === null || isHost(host)) return undefined;
  const { code, message } = INVALID_HOST.refusal;
  const { status, headers, body } = createRefusal(400, code, message);
  return new Response(body, { status, headers });
}
