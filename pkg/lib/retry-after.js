// How long a server asks to wait.

/** Milliseconds of a Retry-After, in seconds or as a date (RFC 9110, section 10.2.3). */
export function retryAfter(text) {
  if (!text) return undefined;
  if (/^\d+$/.test(text.trim())) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}
