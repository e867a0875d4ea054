// Returns pictures of tokens from the cache or from their hosts.

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
 * @typedef {{ endsAt: number }} Slot the time of `performance.now()`
 * @typedef {import("./picture-store.js").Picture} Picture
 * @typedef {import("./refusal.js").Reason} Reason
 * @typedef {import("./fetch-public.js").PictureFetch} PictureFetch
 * @typedef {import("./picture-header.js").PictureHeader & { bytes: Uint8Array }} ReadPicture
 */

/** Limits of a served picture: its number of pixels, and the length of its longest side. */
const MAX_PIXELS = 2048 * 2048;
const MAX_SIDE = 4096;
/** A request waits this long for a slot among the fetches, or for the same picture of another request. */
const MAX_WAIT_MS = 5000;
/** Maximum number of waiting requests. */
const MAX_WAITING = 64;
/** Requests share data, never a promise: in workerd a promise that another request settles may never resolve. So they poll. */
const POLL_MS = 20;

/** In Workers the platform refuses private addresses, and does not tell which address a name has. @type {PictureFetch} */
const fetchInWorkerd = (url, init) => /** @type {any} */ (fetch(url, init));

/** The longest side that is requested, if the gateway can scale; otherwise Infinity. @param {RequestContext} context @returns {number} */
const findSize = ({ gateway, verdict }) => (gateway.imageResize && verdict.size) || Number.POSITIVE_INFINITY;

/** The key of a picture, or of its copy of a size. @param {URL} url @param {number} size */
const nameCopy = ({ href }, size) => (size === Number.POSITIVE_INFINITY ? href : `${href} ${size}`);

export class Images {
  #settings;
  #store;
  /** @type {PictureFetch} */
  #send;
  /**
   * The pictures that are being fetched or scaled, each with its slot. A slot ends by itself after the timeout of the step, because in
   * workerd a fetch may end without notice together with its request. @type {Map<string, Slot>}
   */
  #slots = new Map();
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
  async find(context) {
    const url = this.#parseUrl(context);
    if (!url) return this.#count("failed", /** @type {Reason} */ ("url"));
    return this.#countStoredImage(await this.#store.find(nameCopy(url, findSize(context))));
  }

  /** @param {RequestContext} context */
  #parseUrl({ verdict }) {
    return parsePictureUrl(verdict.url, this.#settings.ipfsUrl);
  }

  /** Fetches a picture, once for all requests that wait for it. @param {RequestContext} context @returns {Promise<Picture | Reason>} */
  async fetch(context) {
    const { gateway, env, ctx } = context;
    const url = /** @type {URL} */ (this.#parseUrl(context));
    const size = findSize(context);
    const key = nameCopy(url, size);
    const { slot, outcome } = await this.#awaitSlot(key);
    if (!slot) return outcome === "overloaded" ? this.#count(outcome, outcome) : this.#countStoredImage(outcome);
    try {
      const picture = await this.#read(url, gateway.imageFetch ?? this.#send);
      const resize = (/** @type {ReadPicture} */ original) => gateway.imageResize(original, size, env);
      const isLarger = size < Math.max(picture.width, picture.height);
      // Scaling has a timeout of its own.
      if (isLarger) this.#startStep(key, slot);
      const { bytes, type } = isLarger ? await this.#scale(picture, size, resize) : picture;
      return this.#count("fetched", await this.#store.put(key, bytes, type, ctx));
    } catch (error) {
      const reason = error instanceof ImageRefusal ? error.reason : "host";
      this.#store.putFailure(key, reason);
      return this.#count("failed", reason);
    } finally {
      // If the slot has ended by itself, another request may have one for the same picture.
      if (this.#slots.get(key) === slot) this.#slots.delete(key);
    }
  }

  /** Holds a slot for the timeout of one step. @param {string} key @param {Slot} [slot] */
  #startStep(key, slot = { endsAt: 0 }) {
    slot.endsAt = performance.now() + this.#settings.timeoutMs;
    this.#slots.set(key, slot);
    return slot;
  }

  /**
   * Waits for a free slot and takes it. If another request for the same picture ends meanwhile, returns its result.
   *
   * @param {string} key @returns {Promise<{ slot?: Slot, outcome?: Picture | Reason }>}
   */
  async #awaitSlot(key) {
    const deadline = performance.now() + MAX_WAIT_MS;
    const isWaiting = this.#isBusy(key);
    if (isWaiting && this.#waiting >= MAX_WAITING) return { outcome: "overloaded" };
    if (isWaiting) this.#waiting += 1;
    try {
      while (this.#isBusy(key)) {
        if (performance.now() > deadline) return { outcome: "overloaded" };
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        const outcome = this.#store.findInMemory(key);
        if (outcome !== undefined) return { outcome };
      }
    } finally {
      if (isWaiting) this.#waiting -= 1;
    }
    return { slot: this.#startStep(key) };
  }

  /** Whether a request has to wait before it fetches this picture. @param {string} key */
  #isBusy(key) {
    const now = performance.now();
    for (const [name, { endsAt }] of this.#slots) if (endsAt < now) this.#slots.delete(name);
    return this.#slots.has(key) || this.#slots.size >= this.#settings.maxFetches;
  }

  /** @param {URL} url @param {PictureFetch} send */
  async #read(url, send) {
    const { maxBytes, timeoutMs, ipfsUrl } = this.#settings;
    const controller = new AbortController();
    const picturePromise = fetchPicture(url, { send, maxBytes, ipfsUrl, signal: controller.signal });
    const bytes = await withTimeout(timeoutMs, picturePromise, () => {
      controller.abort();
      throw new ImageRefusal("timeout");
    });
    this.fetchedBytes += bytes.length;
    const header = readPictureHeader(bytes);
    if (!header) throw new ImageRefusal("type");
    const { width, height } = header;
    if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE) throw new ImageRefusal("too-many-pixels");
    return { bytes, ...header };
  }

  /**
   * Scales a picture by the operator's function, whose result is checked as pictures of hosts are.
   *
   * @param {ReadPicture} original @param {number} size @param {(original: ReadPicture) => Promise<Uint8Array>} resize
   */
  async #scale(original, size, resize) {
    const { maxBytes, timeoutMs } = this.#settings;
    const refusePicture = () => {
      throw new ImageRefusal("resize");
    };
    const bytes = await withTimeout(timeoutMs, (async () => resize(original))().catch(refusePicture), refusePicture);
    const header = bytes instanceof Uint8Array && bytes.length <= maxBytes ? readPictureHeader(bytes) : undefined;
    if (!header || Math.max(header.width, header.height) > size) return refusePicture();
    return { bytes, type: header.type };
  }

  /** @param {Picture | Reason | undefined} storedImage */
  #countStoredImage(storedImage) {
    if (storedImage === undefined) return undefined;
    return this.#count(typeof storedImage === "string" ? "failed" : "hit", storedImage);
  }

  /** @template T @param {string} result @param {T} value @returns {T} */
  #count(result, value) {
    /** @type {{ count: number }} */ (this.results.get(result)).count += 1;
    return value;
  }
}
