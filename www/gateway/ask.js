// What the gateway says about itself: paths beside its interface, which the client does not know.

import { gatewayUrl } from "../page/client.js";

const PATIENCE = 10_000;

/**
 * Past the browser's cache: what the gateway does is to be seen.
 *
 * @param {string} path without a slash before it @param {AbortSignal} signal
 * @param {string} [token] goes into a header, and nowhere else
 */
export async function ask(path, signal, token) {
  try {
    return await fetch(new URL(path, gatewayUrl()), {
      cache: "no-store", credentials: "omit", redirect: "error",
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    });
  } catch (cause) {
    if (signal.aborted) throw cause;
    const late = cause.name === "TimeoutError";
    throw failure(late ? "timeout" : "connection_failed", late ? "no answer within 10 seconds" : `GET /${path} got no answer`);
  }
}

export const failure = (code, message, more) => Object.assign(new Error(message), { code, ...more });

/** The answer where it is a good one; else an error that says what came. */
export function good(response) {
  if (response.ok) return response;
  const code = response.headers.get("x-ton-edge-error") ?? (response.status >= 500 ? "server_error" : "invalid_response");
  throw failure(code, `the gateway answered with status ${response.status}`, { status: response.status });
}
