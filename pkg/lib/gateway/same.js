// Comparing what somebody sent with a secret.

import { hashKey } from "./keys/hash.js";

/** Compared by their hashes, all of them: how long it takes says nothing of the secret. */
export async function isSame(one, other) {
  const [a, b] = await Promise.all([hashKey(one), hashKey(other)]);
  let difference = 0;
  for (let at = 0; at < a.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
