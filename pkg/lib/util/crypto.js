// SHA-256 as text, and a comparison of secrets in constant time.

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
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  let hex = "";
  for (const byte of new Uint8Array(digest)) hex += DIGITS[byte];
  return hex;
}

/** Compares two texts by their hashes, and always all digits, so that the duration reveals nothing about the secret. */
export async function timingSafeEqual(firstText, secondText) {
  const [firstHash, secondHash] = await Promise.all([sha256Hex(firstText), sha256Hex(secondText)]);
  let difference = 0;
  for (let index = 0; index < firstHash.length; index += 1)
    difference |= firstHash.charCodeAt(index) ^ secondHash.charCodeAt(index);
  return difference === 0;
}
