// WebCrypto: hashes, random values, and a comparison of secrets in constant time. If the runtime lacks a part, the error is `missing_global`.

import { fail } from "./error.js";
import { requireGlobal } from "./runtime.js";
import { encodeUtf8 } from "./utf8.js";

/** The two hexadecimal digits of each byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * The synchronous hash function of Node (from 20.16), Deno and Bun; null if the runtime lacks it. Their WebCrypto passes each text to
 * another thread, which takes twenty times as long.
 *
 * @type {((algorithm: string, text: string, encoding: "hex") => string) | null | undefined}
 */
let hashSync;

function findHashSync() {
  try {
    return globalThis.process?.getBuiltinModule?.("node:crypto")?.hash ?? null;
  } catch {
    // Reading `process` may throw, since a page may define it in any way.
    return null;
  }
}

/**
 * Computes SHA-256 in hexadecimal digits; returns the hash, or a promise of it. Only this hash of a caller's API key is stored. A fast hash
 * is safe here, since the 32 random bytes of a key cannot be found by guessing.
 *
 * @param {string} text @returns {string | Promise<string>}
 */
export function sha256Hex(text) {
  if (hashSync === undefined) hashSync = findHashSync();
  return hashSync ? hashSync("sha256", text, "hex") : digestHex(text);
}

async function digestHex(text) {
  const digest = await requireSubtle().digest("SHA-256", encodeUtf8(text));
  let hex = "";
  for (const byte of new Uint8Array(digest)) hex += DIGITS[byte];
  return hex;
}

/** @returns {SubtleCrypto} */
export function requireSubtle() {
  const subtleCrypto = globalThis.crypto?.subtle;
  if (subtleCrypto) return subtleCrypto;
  throw fail("missing_global", "this runtime has no `crypto.subtle`; a page has it over https or on localhost only", {
    parameter: "crypto",
  });
}

/** Returns random bytes. @param {number} length at most 65 536 */
export function randomBytes(length) {
  if (globalThis.crypto?.getRandomValues) return crypto.getRandomValues(new Uint8Array(length));
  throw fail("missing_global", "this runtime has no `crypto.getRandomValues`", { parameter: "crypto" });
}

/** Returns a random UUID (RFC 9562, version 4). @returns {string} */
export const randomUuid = () => requireGlobal("crypto").randomUUID();

/** Compares two texts by their hashes, and always all digits, so that the duration reveals nothing about the secret. */
export async function timingSafeEqual(firstText, secondText) {
  const [firstHash, secondHash] = await Promise.all([sha256Hex(firstText), sha256Hex(secondText)]);
  let difference = 0;
  for (let index = 0; index < firstHash.length; index += 1)
    difference |= firstHash.charCodeAt(index) ^ secondHash.charCodeAt(index);
  return difference === 0;
}
