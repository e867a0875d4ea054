// Pictures of tokens. Loading a picture from another host would reveal the visitor to that host, so only pictures of this host and `data:`
// URLs are shown, as the Content-Security-Policy demands. A gateway with the setting `images` fetches those of other hosts; index.html says so in a
// `meta` element. Other tokens get a pattern drawn from their address.

import { svg } from "../design/svg.js";
import { resolveApiBaseUrl } from "../shared/client.js";
import { el } from "../shared/dom.js";

/** Matches `data:` URLs of pictures. SVG is excluded, since drawing an SVG can take forever. */
const DATA_URL = /^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/i;
/** Maximum characters of a `data:` URL, and of any other URL. */
const MAX_URL_CHARS = { data: 200_000, other: 2000 };
/** Matches paths of this host, on each network, whose requests count against the visitor's rate limit. */
const COMPUTED_PATHS = /[/\\](?:api|metrics|readyz|healthz)(?![\w.-])/i;
const SHAPE_COUNT = 7;
/** Whether the gateway fetches pictures, according to index.html, so that no visit needs a request for this. */
const HAS_GATEWAY_IMAGES = document.querySelector('meta[name="images"][content="gateway"]') !== null;
/** Matches URLs whose pictures the gateway fetches. */
const FETCHABLE_URL = /^(?:https|ipfs):\/\//i;
/** URLs of pictures that the gateway failed to fetch in this visit. They are not requested again. @type {Set<string>} */
const failedUrls = new Set();
const MAX_FAILED_URLS = 1000;

/** Returns the URL if it may be shown. @param {unknown} text */
export function allowPictureUrl(text) {
  if (typeof text !== "string" || text === "") return undefined;
  if (DATA_URL.test(text)) return text.length <= MAX_URL_CHARS.data ? text : undefined;
  if (text.length > MAX_URL_CHARS.other) return undefined;
  try {
    const url = new URL(text);
    return url.origin === location.origin && isFile(url) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a URL of this host names a file, not a computed response. @param {URL} url */
const isFile = ({ protocol, pathname, search, username, password }) =>
  protocol === location.protocol &&
  `${search}${username}${password}` === "" &&
  !COMPUTED_PATHS.test(decodeUntilStable(pathname));

/** Decodes all escapes of a path, nested ones included. Throws if one is malformed. @param {string} path @returns {string} */
function decodeUntilStable(path) {
  const decodedOnce = decodeURIComponent(path);
  return decodedOnce === path ? path : decodeUntilStable(decodedOnce);
}

/**
 * Returns the gateway's URL for a picture of another host, if the gateway can fetch it.
 * @param {unknown} text @param {64 | 128 | 256 | 512} size
 */
export function findImageUrl(text, size) {
  if (!HAS_GATEWAY_IMAGES || typeof text !== "string" || !FETCHABLE_URL.test(text)) return undefined;
  if (text.length > MAX_URL_CHARS.other || failedUrls.has(text)) return undefined;
  return `${resolveApiBaseUrl()}api/image/v1?url=${encodeURIComponent(text)}&size=${size}`;
}

/** @param {unknown} url */
function rememberFailure(url) {
  if (failedUrls.size < MAX_FAILED_URLS) failedUrls.add(String(url));
}

/** Returns a generator of 32-bit numbers that depend only on a text (xorshift, seeded by FNV-1a). */
function createNumbers(text) {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** Draws a pattern that depends only on the address. @param {string} address */
function drawPattern(address) {
  const nextNumber = createNumbers(address);
  const hue = nextNumber() % 360;
  const picture = svg("svg", { class: "picture", viewBox: "0 0 100 100", "aria-hidden": "true" });
  picture.append(svg("rect", { width: 100, height: 100, fill: `hsl(${hue} 45% 84%)` }));
  for (let index = 0; index < SHAPE_COUNT; index += 1) {
    const [x, y, size] = [nextNumber() % 100, nextNumber() % 100, 14 + (nextNumber() % 30)];
    const fillColour = `hsl(${(hue + 30 * (nextNumber() % 5)) % 360} 55% ${40 + (nextNumber() % 30)}% / 0.7)`;
    picture.append(
      nextNumber() % 2
        ? svg("circle", { cx: x, cy: y, r: size / 2, fill: fillColour })
        : svg("rect", {
            x,
            y,
            width: size,
            height: size,
            fill: fillColour,
            transform: `rotate(${nextNumber() % 90} ${x} ${y})`,
          }),
    );
  }
  return picture;
}

/**
 * Returns the picture of a token in the metadata of a response: the token's own URL if a page may load it, otherwise the index's small
 * copy, if any.
 *
 * @param {{ image?: unknown, extra?: unknown } | undefined} token
 */
export function readImage(token) {
  const { _image_small: smallCopy } = /** @type {{ _image_small?: unknown }} */ (token?.extra ?? {});
  return allowPictureUrl(token?.image) === undefined ? (smallCopy ?? token?.image) : token?.image;
}

/**
 * Renders a token's picture if it may be shown, otherwise its pattern.
 * @param {unknown} url @param {string} address @param {64 | 128 | 256 | 512} [size] in pixels of the screen, which has up to 3 per CSS pixel
 */
export function renderPicture(url, address, size = 128) {
  const shownUrl = allowPictureUrl(url) ?? findImageUrl(url, size);
  if (shownUrl === undefined) return drawPattern(address);
  const image = el("img", { class: "picture", src: shownUrl, alt: "", loading: "lazy", decoding: "async" });
  image.addEventListener(
    "error",
    () => {
      rememberFailure(url);
      image.replaceWith(drawPattern(address));
    },
    { once: true },
  );
  return image;
}
