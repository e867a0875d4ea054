// Reads `Range` of a request (RFC 9110, section 14).

const SINGLE_RANGE = /^bytes=(?:(\d{1,15})-(\d{1,15})?|-(\d{1,15}))$/;

/**
 * The bytes that a request is for: from `start` to before `end`. Undefined: all of them, also where the header has several ranges or is
 * malformed, or where it holds only for a file that has not changed: our entity tags are weak ones. Null: the file has none of them.
 *
 * @param {Headers} headers @param {number} size
 */
export function parseRange(headers, size) {
  const [, first, last, suffixLength] = SINGLE_RANGE.exec(headers.get("range")?.trim().toLowerCase() ?? "") ?? [];
  if ((first === undefined && suffixLength === undefined) || headers.has("if-range")) return undefined;
  if (last !== undefined && Number(last) < Number(first)) return undefined;
  const start = first === undefined ? Math.max(0, size - Number(suffixLength)) : Number(first);
  const end = last === undefined ? size : Math.min(size, Number(last) + 1);
  return start < end ? { start, end } : null;
}
