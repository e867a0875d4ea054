// What went wrong, and what a visitor can do about it.

import { el } from "./dom.js";

const BUSY = "The service has a problem just now. Wait a minute, then try again.";
const KEY = "The service refused the gateway’s own key. Only whoever runs this gateway can mend that.";
const FOREIGN = "Something other than the service answered, such as a proxy or a sign-in page. Check your network, then try again.";
const MISPLACED = "There is no ton-edge gateway behind this page. Open the page at the address of a gateway.";
const REFUSED = "The service did not accept the request. Check the address.";

const ADVICE = {
  page_incomplete: "A part of this page could not be loaded. Check your connection, then try again or load the page again.",
  connection_failed: "The gateway cannot be reached. Check your connection, then try again.",
  timeout: "No complete answer came in time. Try again, or ask for fewer rows at a time.",
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
  response_too_large: "The answer is too large for this page. Ask for fewer rows at a time.",
  bad_request: REFUSED,
  invalid_parameter: REFUSED,
  wasm_unavailable: "This browser refuses WebAssembly, which this page needs. Allow it, or use another browser.",
};

/** Modules on their way; browsers tell of a missing one in words of their own. */
export async function loaded(modules) {
  try {
    return await modules;
  } catch (cause) {
    throw Object.assign(new Error(cause.message, { cause }), { code: "page_incomplete" });
  }
}

export function advice(error) {
  if (error?.code === "rate_limited") {
    const seconds = Math.ceil((error.retryAfterMs ?? 0) / 1000);
    return `Too many requests in a short time. Wait ${seconds > 1 ? `${seconds} seconds` : "a moment"}, then try again.`;
  }
  if (String(error?.code).startsWith("address_")) return "This is not an address.";
  if (String(error?.code).startsWith("hash_")) return "This is not a hash.";
  return ADVICE[error?.code] ?? "That did not work. Try again; if it happens again, report the code below.";
}

/** An error for the page: what to do, what happened, and the code to quote. */
export function describe(error) {
  const code = error?.code ?? error?.name ?? "unknown";
  const status = error?.status ? `, HTTP status ${error.status}` : "";
  return [
    el("p", { class: "what" }, el("strong", {}, advice(error))),
    error?.message && el("p", { class: "why" }, sentence(error.message)),
    el("p", { class: "code" }, "Code ", el("code", {}, code), status),
  ].filter(Boolean);
}

/** The package's messages begin in lower case and end without a full stop, as parts of longer ones. */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
