// SHA-256 as text, and a comparison that does not tell how far two secrets agree.

/** Two digits for each byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * The hash of Node 20.16, Deno and Bun, which is synchronous: their WebCrypto hands each text to another thread, which takes twenty times
 * as long. Null where there is none.
 *
 * @type {((algorithm: string, text: string, encoding: "hex") => string) | null | undefined}
 */
let hashSync;

function findHashSync() {
  try {
    return globalThis.process?.getBuiltinModule?.("node:crypto")?.hash ?? null;
  } catch {
    // A page may define `process` as it likes.
    return null;
  }
}

/**
 * SHA-256 in hexadecimal digits: all that is stored of a caller's API key. A fast hash suffices, since a key holds 32 random bytes
 * that nobody can guess from it. The hash, or a promise of it.
 *
 * @param {string} text @returns {string | Promise<string>}
 */
export function sha256Hex(text) {
  if (hashSync === undefined) hashSync = findHashSync();
  return hashSync ? hashSync("sha256", text, "hex") : digestHex(text);
}

async function digestHex(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  let hex = "";
  for (const byte of new Uint8Array(digest)) hex += DIGITS[byte];
  return hex;
}

/** Compares the hashes, and all of their digits: the duration says nothing of the secret. */
export async function timingSafeEqual(firstText, secondText) {
  const [firstHash, secondHash] = await Promise.all([sha256Hex(firstText), sha256Hex(secondText)]);
  let difference = 0;
  for (let index = 0; index < firstHash.length; index += 1)
    difference |= firstHash.charCodeAt(index) ^ secondHash.charCodeAt(index);
  return difference === 0;
}
