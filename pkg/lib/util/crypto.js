// SHA-256 as text, and a comparison whose duration does not depend on how far two secrets agree.

/** Writes two digits for each byte. */
const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * The synchronous hash of Node 20.16, Deno and Bun: their WebCrypto passes each text to another thread, which takes twenty times
 * as long. Null if the runtime lacks it.
 *
 * @type {((algorithm: string, text: string, encoding: "hex") => string) | null | undefined}
 */
let hashSync;

function findHashSync() {
  try {
    return globalThis.process?.getBuiltinModule?.("node:crypto")?.hash ?? null;
  } catch {
    // A page may define `process` in any way.
    return null;
  }
}

/**
 * Computes SHA-256 in hexadecimal digits: this is all that is stored of a caller's API key. A fast hash suffices, since a key has 32 random
 * bytes that cannot be guessed from it. Returns the hash, or a promise of it.
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

/** Compares the hashes, and all of their digits, so that the duration reveals nothing about the secret. */
export async function timingSafeEqual(firstText, secondText) {
  const [firstHash, secondHash] = await Promise.all([sha256Hex(firstText), sha256Hex(secondText)]);
  let difference = 0;
  for (let index = 0; index < firstHash.length; index += 1)
    difference |= firstHash.charCodeAt(index) ^ secondHash.charCodeAt(index);
  return difference === 0;
}
