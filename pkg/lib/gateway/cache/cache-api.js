// Cache entries in the runtime's Cache API: per data centre in Workers, per machine in Deno.

import { sha256Hex } from "../../util/crypto.js";
import { fail } from "../../util/error.js";
import { computeLifetimeSeconds } from "./freshness.js";

/** The base of the entries' URLs. The host does not exist, and no request goes there: the URL is only the key of an entry. */
const BASE_URL = "https://ton-edge.invalid/1";
/** The name of the cache, for Deno, which has only named caches. */
const CACHE_NAME = "ton-edge";

/**
 * @param {{ mainnet: string[], testnet: string[] }} baseUrls base URLs by network, part of the key: gateways with other upstreams must
 * not share entries
 */
export function createCacheApi(baseUrls) {
  if (!globalThis.caches) {
    throw fail(
      "config_invalid",
      '`cache.adapter` can be "cache-api" only where the runtime has a Cache API: in Workers and Deno',
    );
  }
  let cachePromise;
  // Hashed, because a base URL may contain a secret.
  const openCache = async () => [
    globalThis.caches.default ?? (await globalThis.caches.open(CACHE_NAME)),
    await sha256Hex(JSON.stringify(baseUrls)),
  ];
  const locateEntry = async (key) => {
    cachePromise ??= await openCache();
    const [cache, namespace] = cachePromise;
    return [cache, `${BASE_URL}/${namespace}/${encodeURIComponent(key)}`];
  };
  return {
    async get(key) {
      const [cache, url] = await locateEntry(key);
      const response = await cache.match(url);
      return response?.json();
    },
    async put(key, entry) {
      const [cache, url] = await locateEntry(key);
      const headers = {
        "content-type": "application/json",
        "cache-control": `public, max-age=${computeLifetimeSeconds(entry)}`,
      };
      await cache.put(url, new Response(JSON.stringify(entry), { headers }));
    },
  };
}
