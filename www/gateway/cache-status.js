// Explains a Cache-Status header (RFC 9211) of the gateway.

/**
 * @typedef {object} CacheState
 * @property {string} word @property {"good" | "note" | "plain"} kind @property {string} words the result, and its meaning for the visitor
 */

/** @param {string | null} header @param {number | undefined} age of the response, in seconds @returns {CacheState} */
export function explainCacheStatus(header, age) {
  if (!header)
    return {
      word: "No cache",
      kind: "plain",
      words: "The response has no Cache-Status header: it did not pass a cache of the gateway.",
    };
  const ttl = Number(/;\s*ttl=(-?\d+)/.exec(header)?.[1]);
  if (/;\s*hit/.test(header)) {
    const ageText = age > 0 ? ` It is ${age} s old` : " It is less than a second old";
    const freshText = ttl > 0 ? `, and fresh for ${ttl} s more.` : ".";
    return {
      word: "Hit",
      kind: "good",
      words: `Served from the gateway’s cache: no request went upstream, and it does not count towards your limit.${ageText}${freshText}`,
    };
  }
  const forwardReason = /fwd=([\w-]+)/.exec(header)?.[1];
  if (forwardReason === "stale")
    return {
      word: "Stale",
      kind: "note",
      words: "Served from the gateway’s cache, a little past its TTL, while the gateway fetches a new one.",
    };
  if (/;\s*collapsed/.test(header))
    return {
      word: "Coalesced",
      kind: "good",
      words: "Another caller’s equal request was already in flight to the upstream: both got its response.",
    };
  if (forwardReason === "bypass")
    return {
      word: "Bypass",
      kind: "plain",
      words: "Fetched from upstream: responses of this operation are not cached.",
    };
  return {
    word: "Miss",
    kind: "note",
    words: /;\s*stored/.test(header)
      ? "Fetched from upstream, and stored: for a short time, the same request is a cache hit. Send it again to see."
      : "Fetched from upstream, and not stored.",
  };
}
