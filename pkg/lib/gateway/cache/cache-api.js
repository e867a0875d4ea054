// Cache entries in the runtime's Cache API: per data centre in Workers, per machine in Deno.

import { sha256Hex } from "../../util/crypto.js";
import { fail } from "../../util/error.js";
import { lifetimeSeconds } from "./freshness.js";

/** No such host: entries are found by their URL alone, and nothing is ever sent there. */
const BASE = "https://ton-edge.invalid/1";
/** Deno has only caches with a name. */
const NAME = "ton-edge";

/** @param {{ mainnet: string[], testnet: string[] }} services base URLs by network: gateways to other upstreams must not share entries */
export function cacheApi(services) {
  if (!globalThis.caches) {
    throw fail(
      "config_invalid",
      '`cache.adapter` can be "cache-api" only where the runtime has a Cache API: in Workers and Deno',
    );
  }
  let opened;
  // A base URL may have a secret in it.
  const open = async () => [
    globalThis.caches.default ?? (await globalThis.caches.open(NAME)),
    await sha256Hex(JSON.stringify(services)),
  ];
  const at = async (key) => {
    opened ??= await open();
    const [cache, place] = opened;
    return [cache, `${BASE}/${place}/${encodeURIComponent(key)}`];
  };
  return {
    async get(key) {
      const [cache, url] = await at(key);
      const found = await cache.match(url);
      return found?.json();
    },
    async put(key, entry) {
      const [cache, url] = await at(key);
      const headers = {
        "content-type": "application/json",
        "cache-control": `public, max-age=${lifetimeSeconds(entry)}`,
      };
      await cache.put(url, new Response(JSON.stringify(entry), { headers }));
    },
  };
}
