// The responses of the fake service: results in the envelope of their generation, and failures as TON Center sends them.

/** The texts of TON Center for a status. */
const TEXTS = { 401: "API key does not exist", 403: "Network not allowed", 429: "Ratelimit exceeded" };

/** The text of the liteserver for a message that the account does not accept. */
const REJECTION =
  "LITE_SERVER_UNKNOWN: cannot apply external message to current state : External message was not accepted\n" +
  "Cannot run message on account: inbound external message rejected by account:";

/** @typedef {{ status: number, body: any, headers?: Record<string, string> }} Answer a response before it is written */

/** @param {string} generation @returns {Answer} */
export const makeSuccess = (generation, result) => ({
  status: 200,
  body: generation === "v2" ? { ok: true, result, "@extra": "fake" } : result,
});

/** @param {string} generation @param {{ status: number, message?: string, retryAfterSeconds?: number }} failure @returns {Answer} */
export function makeFailure(generation, { status, message, retryAfterSeconds }) {
  const text = message ?? TEXTS[status] ?? "the test lets this request fail";
  return {
    status,
    body: generation === "v2" ? { ok: false, error: text, code: status } : { error: text },
    headers: retryAfterSeconds === undefined ? {} : { "retry-after": String(retryAfterSeconds) },
  };
}

/** The failure of a message that the account does not accept. @param {number} exitCode */
export const makeRejection = (exitCode) => ({
  status: 500,
  message: `${REJECTION}\nexitcode=${exitCode}, steps=24, gas_used=0\nVM Log (truncated):\n`,
});

/** Writes a response. @param {Answer} answer */
export const writeResponse = ({ status, body, headers }) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
