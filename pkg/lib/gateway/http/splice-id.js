// Inserts the caller's id into the response to a JSON-RPC call.

import { measureText, isLong, LongText } from "./long-text.js";

/**
 * Inserts `tail` before the end of a JSON object; undefined if the text is not an object.
 *
 * @param {string} text @param {string} tail
 * @param {import("../../../gateway.js").CacheEntry} [entry] the entry that the text belongs to
 * @returns {string | LongText | undefined}
 */
export function spliceId(text, tail, entry) {
  const end = text.lastIndexOf("}");
  if (end < 0 || !/^\s*\{/.test(text) || text.slice(end + 1).trim() !== "") return undefined;
  const head = text.slice(0, end);
  const otherFields = `${/\{\s*$/.test(head) ? tail.slice(1) : tail}}`;
  return isLong(text)
    ? new LongText([head, otherFields], [{ owner: entry ?? {}, bytes: measureText(text, entry?.size) }])
    : head + otherFields;
}
