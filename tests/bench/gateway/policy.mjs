// Data that the contenders share: configuration, and the headers in both directions.

export const ORIGINS = ["https://app.example", "https://wallet.example"];
export const TIMEOUT = 15_000;
export const RETRIES = 2;
export const BREAKER = { failures: 5, openMs: 10_000 };
export const MAX_URL = 8192;
export const MAX_HEADERS = 16_384;

export const EXPOSED_HEADERS = [
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "Cache-Status",
  "Age",
  "ETag",
  "X-Request-Id",
  "X-API-Version",
  "Server-Timing",
  "X-Ton-Edge-Error",
];
export const ALLOWED_HEADERS = [
  "Content-Type",
  "X-API-Key",
  "X-Ton-Client-Version",
  "X-Timeout",
  "X-No-Address-Book",
  "X-No-Metadata",
  "X-Actions-Version",
  "traceparent",
  "tracestate",
];
/** Request headers that are forwarded. */
export const FORWARDED_HEADERS = ["x-no-address-book", "x-no-metadata", "x-timeout", "x-actions-version"];
/** Response headers that are forwarded. */
export const RETURNED_HEADERS = [
  "content-type",
  "content-encoding",
  "content-length",
  "retry-after",
  "ratelimit",
  "ratelimit-policy",
  "x-api-version",
  "date",
];
export const SECURITY = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
  "referrer-policy": "no-referrer",
};
/** The API key of a caller. */
export const makeKey = (at) => `key-of-caller-number-${at}`;
/** Headers and parameters with the caller's API key, which are not forwarded. */
export const CALLER_KEYS = ["api_key", "apikey"];
