// Parses the header `Range` (RFC 9110, section 14).

const SINGLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/;

/**
 * Returns the requested bytes: from `start` up to, but not including, `end`. Undefined means the whole file: without the header, with
 * several ranges, if the header is malformed, or with `If-Range`, which does not match weak entity tags. Null: the range is outside the
 * file.
 *
 * @param {Headers} headers @param {number} size
 */
export function parseRange(headers, size) {
  const [, first, last, suffixDigits] = SINGLE_RANGE.exec(headers.get("range")?.trim().toLowerCase() ?? "") ?? [];
  if ((first === undefined && suffixDigits === undefined) || headers.has("if-range")) return undefined;
  if (last !== undefined && Number(last) < Number(first)) return undefined;
  const start = first === undefined ? Math.max(0, size - Number(suffixDigits)) : Number(first);
  const end = last === undefined ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : null;
}
