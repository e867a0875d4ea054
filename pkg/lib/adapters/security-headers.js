// Security headers of the web app and its files.

import { fail } from "../util/error.js";

/** Allows only scripts from the web app's own origin. Wasm may be compiled, but text must not be evaluated as code. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "manifest-src 'self'",
].join("; ");

/**
 * Browser features that the web app never uses, and therefore disables. The clipboard is not in the list, since the app copies
 * texts.
 */
const FEATURES = [
  "accelerometer",
  "camera",
  "display-capture",
  "geolocation",
  "gyroscope",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];

export const CONTENT_POLICY = "content-security-policy";
/** @type {[name: string, value: string][]} */
export const SECURITY_HEADERS = [
  [CONTENT_POLICY, POLICY],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["permissions-policy", FEATURES.map((feature) => `${feature}=()`).join(", ")],
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
];

const YEAR_SECONDS = 31_536_000;
const MAX_HSTS_SECONDS = 10 * YEAR_SECONDS;

/** Reads the seconds for which browsers use https only, with a default. */
export function readHstsSeconds(name, value, fallback = YEAR_SECONDS) {
  if (value === undefined) return fallback;
  if (Number.isInteger(value) && value >= 0 && value <= MAX_HSTS_SECONDS) return value;
  throw fail("invalid_option", `\`${name}\` must be a whole number from 0 to ${MAX_HSTS_SECONDS}`, { parameter: name });
}

/** Whether the caller's connection uses https; behind a proxy, `X-Forwarded-Proto` says so. */
const isHttps = (request) =>
  request.url.startsWith("https:") || request.headers.get("x-forwarded-proto")?.trim().toLowerCase() === "https";

/**
 * Sets the security headers. A page may already have its own content security policy, from `_headers`.
 *
 * @param {Headers} headers @param {any} request @param {number} hstsSeconds 0: the header Strict-Transport-Security is not set
 */
export function setSecurityHeaders(headers, request, hstsSeconds) {
  for (const [name, value] of SECURITY_HEADERS)
    if (name !== CONTENT_POLICY || !headers.has(name)) headers.set(name, value);
  if (hstsSeconds > 0 && isHttps(request)) headers.set("strict-transport-security", `max-age=${hstsSeconds}`);
}
