// Pictures of tokens: from the cache, or from their hosts.

import { WORKERD } from "../../util/runtime.js";
import { withTimeout } from "../../util/timers.js";
import { fetchPicture } from "./fetch-picture.js";
import { createPublicFetch } from "./fetch-public.js";
import { readPictureHeader } from "./picture-header.js";
import { PictureStore } from "./picture-store.js";
import { parsePictureUrl } from "./picture-url.js";
import { ImageRefusal } from "./refusal.js";

/**
 * @typedef {{ maxBytes: number, maxFetches: number, timeoutMs: number, cacheBytes: number, ttlMs: number, ipfsUrl: string }} Settings
 * @typedef {import("../request-context.js").RequestContext} RequestContext
 * @typedef {import("./picture-store.js").Picture} Picture
 * @typedef {import("./refusal.js").Reason} Reason
 * @typedef {import("./fetch-public.js").PictureFetch} PictureFetch
 */

/** The greatest picture that is served, in pixels, and its longest side. */
const MAX_PIXELS = 2048 * 2048;
const MAX_SIDE = 4096;
/** A request waits this long for a slot among the fetches, or for the same picture of another request. */
const MAX_WAIT_MS = 5000;
/** Maximum requests that wait. */
const MAX_WAITING = 64;
/** Requests share data, never a promise: in workerd a promise that another request settles may never resolve. So they poll. */
const POLL_MS = 20;
/** In workerd a fetch may end without notice together with its request. Then its slot is free again after this time more than `timeoutMs`. */
const SLOT_GRACE_MS = 1000;

/** In Workers the platform refuses private addresses, and does not tell which address a name has. @type {PictureFetch} */
const fetchInWorkerd = (url, init) => /** @type {any} */ (fetch(url, init));

export class Images {
  #settings;
  #store;
  /** @type {PictureFetch} */
  #send;
  /** The pictures that are fetched, each with the end of its slot. @type {Map<string, number>} */
  #fetches = new Map();
  #waiting = 0;
  /** Requests by result, and bytes from hosts, for the metrics. */
  results = new Map(["hit", "fetched", "failed", "overloaded"].map((result) => [result, { count: 0 }]));
  fetchedBytes = 0;

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
    this.#store = new PictureStore(settings, WORKERD);
    this.#send = WORKERD ? fetchInWorkerd : createPublicFetch();
  }

  get cachedBytes() {
    return this.#store.bytes;
  }

  /** Milliseconds for which callers may reuse a failure. */
  get failureTtlMs() {
    return this.#store.failureTtlMs;
  }

  /** Returns the stored picture, or why there is none; undefined if it has to be fetched. @param {RequestContext} context */
  async find({ verdict }) {
    const url = parsePictureUrl(verdict.url, this.#settings.ipfsUrl);
    if (!url) return this.#count("failed", /** @type {Reason} */ ("url"));
    return this.#countStored(await this.#store.find(url.href));
  }

  /** Fetches a picture, once for all requests that wait for it. @param {RequestContext} context @returns {Promise<Picture | Reason>} */
  async fetch({ gateway, verdict, ctx }) {
    const url = /** @type {URL} */ (parsePictureUrl(verdict.url, this.#settings.ipfsUrl));
    const key = url.href;
    const stored = await this.#awaitSlot(key);
    if (stored !== undefined) return stored === "overloaded" ? this.#count(stored, stored) : this.#countStored(stored);
    try {
      const { bytes, type } = await this.#read(url, gateway.imageFetch ?? this.#send);
      return this.#count("fetched", await this.#store.put(key, bytes, type, ctx));
    } catch (error) {
      const reason = error instanceof ImageRefusal ? error.reason : "host";
      this.#store.putFailure(key, reason);
      return this.#count("failed", reason);
    } finally {
      this.#fetches.delete(key);
    }
  }

  /** Takes a slot. Returns undefined once there is one, or what another request has found meanwhile. @param {string} key */
  async #awaitSlot(key) {
    const until = performance.now() + MAX_WAIT_MS;
    const isWaiting = this.#isBusy(key);
    if (isWaiting && this.#waiting >= MAX_WAITING) return "overloaded";
    if (isWaiting) this.#waiting += 1;
    try {
      while (this.#isBusy(key)) {
        if (performance.now() > until) return "overloaded";
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        const stored = this.#store.findInMemory(key);
        if (stored !== undefined) return stored;
      }
    } finally {
      if (isWaiting) this.#waiting -= 1;
    }
    this.#fetches.set(key, performance.now() + this.#settings.timeoutMs + SLOT_GRACE_MS);
    return undefined;
  }

  /** Whether a request has to wait before it fetches this picture. @param {string} key */
  #isBusy(key) {
    const now = performance.now();
    for (const [name, end] of this.#fetches) if (end < now) this.#fetches.delete(name);
    return this.#fetches.has(key) || this.#fetches.size >= this.#settings.maxFetches;
  }

  /** @param {URL} url @param {PictureFetch} send */
  async #read(url, send) {
    const { maxBytes, timeoutMs, ipfsUrl } = this.#settings;
    const controller = new AbortController();
    const fetching = fetchPicture(url, { send, maxBytes, ipfsUrl, signal: controller.signal });
    const bytes = await withTimeout(timeoutMs, fetching, () => {
      controller.abort();
      throw new ImageRefusal("timeout");
    });
    this.fetchedBytes += bytes.length;
    const header = readPictureHeader(bytes);
    if (!header) throw new ImageRefusal("type");
    const { type, width, height } = header;
    if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw new ImageRefusal("too-many-pixels");
    return { bytes, type };
  }

  /** @param {Picture | Reason | undefined} stored */
  #countStored(stored) {
    if (stored === undefined) return undefined;
    return this.#count(typeof stored === "string" ? "failed" : "hit", stored);
  }

  /** @template T @param {string} result @param {T} value @returns {T} */
  #count(result, value) {
    /** @type {{ count: number }} */ (this.results.get(result)).count += 1;
    return value;
  }
}
