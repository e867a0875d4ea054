// Puts the id of the caller into the response to a JSON-RPC call.

/** A JSON object with more members at its end; undefined when the text is none. */
export function spliceId(text, tail) {
  const end = text.lastIndexOf("}");
  if (end < 0 || !/^\s*\{/.test(text) || text.slice(end + 1).trim() !== "") return undefined;
  const head = text.slice(0, end);
  return `${head}${/\{\s*$/.test(head) ? tail.slice(1) : tail}}`;
}
