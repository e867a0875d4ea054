// Requests that a server refuses before the gateway sees them: answered in the gateway's manner.

const HEADERS = {
  "content-type": "application/json",
  "cache-control": "no-store",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "X-Request-Id, X-Ton-Edge-Error",
  "x-content-type-options": "nosniff",
};

/** Status, headers and body; `length` is that of the body in bytes, which is ASCII. */
export function refusal(status, code, message) {
  const id = crypto.randomUUID();
  const body = JSON.stringify({ ok: false, error: message, code: status, reason: code, id });
  return { status, headers: { ...HEADERS, "content-length": String(body.length), "x-request-id": id, "x-ton-edge-error": code }, body };
}
