// Puts the id of the caller into the response to a JSON-RPC call.

/** Adds members at the end of a JSON object; undefined if the text is not an object. */
export function spliceId(text, tail) {
  const end = text.lastIndexOf("}");
  if (end < 0 || !/^\s*\{/.test(text) || text.slice(end + 1).trim() !== "") return undefined;
  const head = text.slice(0, end);
  return `${head}${/\{\s*$/.test(head) ? tail.slice(1) : tail}}`;
}
