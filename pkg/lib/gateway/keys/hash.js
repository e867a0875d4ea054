// SHA-256 of a caller's key: all that is ever kept of it. The key has 32 bytes of randomness, so nobody can guess their
// way from a hash to it, and a slow hash would only make requests slow.

export async function hashKey(key) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
