// Bytes as text.

const DIGITS = /* @__PURE__ */ Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Hexadecimal digits, lower-case. */
export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/** Standard base64 with padding. */
export function base64(bytes) {
  let text = "";
  // A call takes so many arguments in every engine.
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode.apply(null, /** @type {any} */ (bytes.subarray(at, at + 8192)));
  return btoa(text);
}
