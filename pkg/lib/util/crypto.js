// SHA-256 as text, and a comparison that does not tell how far two secrets agree.

/**
 * SHA-256 in hexadecimal digits: all that is stored of a caller's API key. A fast hash suffices, since a key holds 32 random bytes
 * that nobody can guess from it.
 */
export async function sha256Hex(key) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Compares the hashes, and all of their digits: the duration says nothing of the secret. */
export async function timingSafeEqual(one, other) {
  const [a, b] = await Promise.all([sha256Hex(one), sha256Hex(other)]);
  let difference = 0;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
