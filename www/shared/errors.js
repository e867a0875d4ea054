// Describes an error to a visitor: what went wrong, where, and what to do.

import { el } from "./dom.js";

const BUSY = "The upstream service failed to respond. Wait a minute, then retry.";
const KEY = "The upstream service refused the gateway’s API key. Only the operator of this gateway can fix that.";
const FOREIGN = "The response is not from a gateway: a proxy or a sign-in page may be in between. Check your network, then retry.";
const MISPLACED = "This host has no ton-edge gateway. Open the web app at the address of a gateway.";
const REFUSED = "The API refused the request. Check the address.";

const ADVICE = {
  app_incomplete: "A file of this web app did not load. Check your connection, then retry or reload.",
  connection_failed: "The gateway cannot be reached. Check your connection, then retry.",
  timeout: "No complete response arrived in time. Retry, or choose fewer rows per page.",
  upstream_timeout: BUSY,
  bad_gateway: BUSY,
  server_error: BUSY,
  lite_server_error: BUSY,
  upstream_key_refused: KEY,
  api_key_unknown: KEY,
  network_not_allowed: KEY,
  not_found: MISPLACED,
  method_not_allowed: MISPLACED,
  redirected: FOREIGN,
  invalid_response: FOREIGN,
  response_too_large: "The response is too large for this web app. Choose fewer rows per page.",
  bad_request: REFUSED,
  invalid_parameter: REFUSED,
  wasm_unavailable: "This browser blocks WebAssembly, which this web app needs. Allow it, or use another browser.",
};

/** Gives a failed `import()` a code of its own: each browser words its message differently. */
export async function withLoadError(modules) {
  try {
    return await modules;
  } catch (cause) {
    throw Object.assign(new Error(cause.message, { cause }), { code: "app_incomplete" });
  }
}

export function adviseOn(error) {
  if (error?.code === "rate_limited") {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return `Too many requests in a short time. Wait ${seconds > 1 ? `${seconds} seconds` : "a moment"}, then retry.`;
  }
  if (String(error?.code).startsWith("address_")) return "This is not an address. Correct it, or paste it again.";
  if (String(error?.code).startsWith("hash_")) return "This is not a hash. Correct it, or paste it again.";
  return ADVICE[error?.code] ?? "The request failed. Retry; if it fails again, report the code below.";
}

/** The advice, the error's message, and the code to report. */
export function describeError(error) {
  const code = error?.code ?? error?.name ?? "unknown";
  const status = error?.status ? `, HTTP status ${error.status}` : "";
  return [
    el("p", { class: "what" }, el("strong", {}, adviseOn(error))),
    error?.message && el("p", { class: "why" }, toSentence(error.message)),
    el("p", { class: "code" }, "Code ", el("code", {}, code), status),
  ].filter(Boolean);
}

/** Makes a sentence of a message: those of the package start in lower case and have no full stop. */
export const toSentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
