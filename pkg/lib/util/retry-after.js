// Parses the header `Retry-After`.

/** Matches seconds. Some servers add fractions or a unit, and some proxies join two headers. */
const SECONDS_PATTERN = /^\s*(\d+(?:\.\d+)?)\s*s?\s*(?:,|$)/i;

/** Returns the milliseconds of a Retry-After, in seconds or as a date (RFC 9110, section 10.2.3). */
export function parseRetryAfter(text) {
  if (!text) return undefined;
  const seconds = SECONDS_PATTERN.exec(text);
  if (seconds) return Number(seconds[1]) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
