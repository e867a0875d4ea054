// Where answers are kept: in memory, and behind it perhaps in a place that others share.

import { alert } from "../log.js";
import { within } from "../patience.js";
import { cacheApi } from "./cache-api.js";
import { lru } from "./lru.js";

/** Milliseconds that a shared place may take to find something; later it has found nothing. */
const PATIENCE = 500;

/** @param {object} settings what the core says of them @param {unknown} written the operator's `cache.adapter` */
export function placeOf(ready, settings, written) {
  const near = lru(settings.maxBytes);
  const far = { "cache-api": () => cacheApi(ready.urls), own: () => written }[settings.adapter]?.();
  const failed = (seen, what, error) => {
    const message = `the cache failed to ${what}: ${error?.name ?? typeof error}`;
    alert(ready, seen, { level: "warn", code: "cache_unavailable", message });
  };

  /** From the shared place, into memory. */
  async function fetched(key, env, ctx, seen) {
    try {
      const found = await within(PATIENCE, far.get(key, env, ctx));
      if (!isEntry(found)) return undefined;
      near.put(key, found);
      return found;
    } catch (error) {
      failed(seen, "find an answer", error);
      return undefined;
    }
  }

  return {
    near,
    /** What is kept, or a promise of it; it may be too old for everything. */
    find(key, isFresh, env, ctx, seen) {
      const found = near.get(key);
      if (!far || (found && isFresh(found))) return found;
      return fetched(key, env, ctx, seen).then((other) => (other && !(other.stored < found?.stored) ? other : found));
    },
    keep(key, entry, env, ctx, seen) {
      near.put(key, entry);
      if (!far) return;
      const work = Promise.resolve()
        .then(() => far.put(key, entry, env, ctx))
        .catch((error) => failed(seen, "keep an answer", error));
      ctx?.waitUntil?.(work);
    },
  };
}

/** What came out of a place that is not ours alone. */
function isEntry(one) {
  return (
    typeof one === "object" && one !== null && typeof one.body === "string" && typeof one.tag === "string" && typeof one.control === "string" &&
    [one.status, one.size, one.stored, one.fresh, one.stale, one.failing].every(Number.isFinite) &&
    Array.isArray(one.headers) && one.headers.every((pair) => pair.length === 2 && pair.every((part) => typeof part === "string"))
  );
}
