// Stores pictures: in memory, and in Workers also in the Cache API of the data centre. Failures are remembered for a shorter time, in memory only.

import { createLruMap, createTtlMap } from "../../util/bounded-maps.js";
import { requireSubtle, sha256Hex } from "../../util/crypto.js";

/**
 * @typedef {{ body: Uint8Array, size: number, type: string, tag: string, until: number }} Picture `until`: milliseconds since 1970
 * @typedef {import("./refusal.js").Reason} Reason
 */

/** The base of the pictures' URLs in the Cache API. The host does not exist, and no request goes there: the URL is only the key. */
const BASE_URL = "https://ton-edge.invalid/image/1";
const MAX_FAILURES = 1024;
/** Milliseconds for which a failure is remembered. */
const FAILURE_TTL_MS = 300_000;
const EXPIRES_HEADER = "x-ton-edge-until";

export class PictureStore {
  #memory;
  #failures = createTtlMap(MAX_FAILURES);
  #ttlMs;
  /** @type {any} */
  #sharedStore;

  /** @param {{ cacheBytes: number, ttlMs: number }} settings @param {boolean} isWorkerd */
  constructor({ cacheBytes, ttlMs }, isWorkerd) {
    this.#memory = createLruMap(cacheBytes);
    this.#ttlMs = ttlMs;
    this.#sharedStore = isWorkerd ? /** @type {any} */ (globalThis.caches)?.default : undefined;
  }

  get bytes() {
    return this.#memory.bytes;
  }

  /** Returns the picture or the failure in memory. @param {string} key @returns {Picture | Reason | undefined} */
  findInMemory(key) {
    const now = Date.now();
    const picture = this.#memory.get(key);
    return picture && now < picture.until ? picture : this.#failures.get(key, now)?.value;
  }

  /**
   * Returns the picture or the failure in memory, or the picture in the Cache API. @param {string} key @returns {Promise<Picture | Reason |
   * undefined>}
   */
  async find(key) {
    return this.findInMemory(key) ?? (this.#sharedStore && (await this.#findShared(key)));
  }

  /** @param {string} key */
  async #findShared(key) {
    try {
      const response = await this.#sharedStore.match(await formatStoreUrl(key));
      if (!response) return undefined;
      const { headers } = response;
      const expiresAt = Number(headers.get(EXPIRES_HEADER));
      const body = new Uint8Array(await response.arrayBuffer());
      const picture = {
        body,
        size: body.length,
        type: headers.get("content-type"),
        tag: headers.get("etag"),
        until: expiresAt,
      };
      if (!(Date.now() < expiresAt)) return undefined;
      this.#memory.put(key, picture);
      return picture;
    } catch {
      // The picture can be fetched again, so errors of the Cache API are ignored.
      return undefined;
    }
  }

  /**
   * @param {string} key @param {Uint8Array} body @param {string} type @param {{ waitUntil?(promise: Promise<unknown>): void } | undefined} ctx
   * @returns {Promise<Picture>}
   */
  async put(key, body, type, ctx) {
    const digest = new Uint8Array(await requireSubtle().digest("SHA-256", /** @type {BufferSource} */ (body)));
    const tag = `"${Array.from(digest.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
    const picture = { body, size: body.length, type, tag, until: Date.now() + this.#ttlMs };
    this.#memory.put(key, picture);
    if (this.#sharedStore) ctx?.waitUntil?.(this.#putShared(key, picture).catch(() => {}));
    return picture;
  }

  /** @param {string} key @param {Picture} picture */
  async #putShared(key, { body, type, tag, until }) {
    const headers = {
      "content-type": type,
      etag: tag,
      [EXPIRES_HEADER]: String(until),
      "cache-control": `public, max-age=${Math.floor(this.#ttlMs / 1000)}`,
    };
    await this.#sharedStore.put(await formatStoreUrl(key), new Response(/** @type {BodyInit} */ (body), { headers }));
  }

  /** @param {string} key @param {Reason} reason */
  putFailure(key, reason) {
    this.#failures.set(key, reason, Date.now() + this.failureTtlMs);
  }

  get failureTtlMs() {
    return Math.min(FAILURE_TTL_MS, this.#ttlMs);
  }
}

/** @param {string} key */
const formatStoreUrl = async (key) => `${BASE_URL}/${await sha256Hex(key)}`;
