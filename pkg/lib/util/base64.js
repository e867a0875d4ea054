// Standard base64 by the runtime's functions. A missing one is `missing_global`.

import { requireGlobal } from "./runtime.js";

/** Encodes bytes, in a loop, since there may be more of them than a call can have arguments. @param {Iterable<number>} bytes @returns {string} */
export function encodeBase64(bytes) {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return requireGlobal("btoa")(characters);
}

/** Decodes a text; throws like `atob`. @param {string} text @returns {Uint8Array} */
export function decodeBase64(text) {
  const characters = requireGlobal("atob")(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = characters.charCodeAt(index);
  return bytes;
}
