// Makes responses in the shapes of the two generations.

export const JSON_TYPE = { "content-type": "application/json" };
/** @param {number} status @param {unknown} value @param {Record<string, string>} headers */
export const makeJsonReply = (status, value, headers = JSON_TYPE) => ({
  status,
  headers,
  body: Buffer.from(JSON.stringify(value)),
});
/** Some refusals of the C++ server are a status without a body. @param {number} status */
export const makeEmptyReply = (status) => ({ status, headers: {}, body: Buffer.alloc(0) });

/** An error in the shape of a generation. @param {string} generation @param {"cpp"|"python"} variant */
export function makeErrorReply(generation, variant, status, text) {
  if (generation === "v3") return makeJsonReply(status, { error: text });
  const body = { ok: false, error: text, code: status };
  return makeJsonReply(status, variant === "cpp" ? { ...body, "@extra": "_" } : body);
}
