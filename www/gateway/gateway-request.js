// Requests the gateway's own paths, such as /healthz and /metrics, which the API client does not have.

import { resolveGatewayUrl } from "../shared/client.js";

const TIMEOUT_MS = 10_000;

/**
 * Bypasses the browser's cache, to show the gateway's own response.
 *
 * @param {string} path without a slash before it @param {AbortSignal} signal
 * @param {string} [token] sent only in a header
 */
export async function requestGateway(path, signal, token) {
  try {
    return await fetch(new URL(path, resolveGatewayUrl()), {
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    const isTimeout = cause.name === "TimeoutError";
    throw createError(
      isTimeout ? "timeout" : "connection_failed",
      isTimeout ? "no response within 10 seconds" : `GET /${path} got no response`,
    );
  }
}

export const createError = (code, message, details) => Object.assign(new Error(message), { code, ...details });

/** Returns the response if its status is 2xx, else throws an error. */
export function requireOk(response) {
  if (response.ok) return response;
  const code =
    response.headers.get("x-ton-edge-error") ?? (response.status >= 500 ? "server_error" : "invalid_response");
  throw createError(code, `the gateway responded with status ${response.status}`, { status: response.status });
}
