// UTF-8 in runtimes with and without `TextEncoder` and `TextDecoder`: jsdom under Jest and Hermes lack them. A runtime without them gets the same
// results.

import { requireGlobal } from "./runtime.js";

/** Throws on bytes that are not UTF-8, and keeps a byte order mark. */
const STRICT = { fatal: true, ignoreBOM: true };

/** Created at its first use, since long responses are encoded piece by piece. @type {TextEncoder | undefined} */
let encoder;

/** Encodes a text; a lone surrogate, which UTF-8 cannot encode, becomes U+FFFD. @param {string} text @returns {Uint8Array<ArrayBuffer>} */
export function encodeUtf8(text) {
  if (globalThis.TextEncoder) return (encoder ??= new TextEncoder()).encode(text);
  // `unescape` is deprecated, but available in every engine.
  const bytes = unescape(encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")));
  return Uint8Array.from(bytes, (character) => character.charCodeAt(0));
}

/** Returns a decoder that throws on bytes that are not UTF-8, and keeps a byte order mark. Throws `missing_global`. @returns {TextDecoder} */
export const createUtf8Decoder = () => new (requireGlobal("TextDecoder"))("utf-8", STRICT);

/** Decodes bytes, a byte order mark included; undefined if they are not UTF-8. @param {Uint8Array} bytes @returns {string | undefined} */
export function decodeUtf8(bytes) {
  // A missing class must not look like wrong bytes, so `try` contains no use of it.
  const decoder = globalThis.TextDecoder ? new TextDecoder("utf-8", STRICT) : { decode: decodeByEscapes };
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Decodes bytes; drops a byte order mark, and each sequence that is not UTF-8 becomes U+FFFD. Throws `missing_global`.
 *
 * @param {Uint8Array} bytes @returns {string}
 */
export const decodeUtf8Lossy = (bytes) =>
  decodeUtf8(bytes)?.replace(/^\ufeff/, "") ?? new (requireGlobal("TextDecoder"))().decode(bytes);

/** Decodes UTF-8 by escapes of URIs; throws as `TextDecoder` does. */
const decodeByEscapes = (bytes) =>
  decodeURIComponent(escape(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")));
