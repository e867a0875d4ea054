// Pictures of tokens. A picture from elsewhere would tell its host who looks: only those of this host and `data:` URLs are shown, as the
// content policy demands. The others get a pattern drawn from the address.

import { svg } from "../design/svg.js";
import { el } from "../shared/dom.js";

/** Without SVG, which can contain drawings that never finish. */
const DATA = /^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/i;
/** Most characters of a `data:` URL, and of another URL. */
const LONGEST = { data: 200_000, other: 2000 };
/** Paths of this host, on each of its networks, where a request counts for the visitor's rate limit. */
const NOT_FILES = /[/\\](?:api|metrics|readyz|healthz)(?![\w.-])/i;
const SHAPES = 7;

/** The URL if it may be shown. @param {unknown} text */
export function allowedPicture(text) {
  if (typeof text !== "string" || text === "") return undefined;
  if (DATA.test(text)) return text.length <= LONGEST.data ? text : undefined;
  if (text.length > LONGEST.other) return undefined;
  try {
    const url = new URL(text);
    return url.origin === location.origin && isFile(url) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a URL of this host names one of its files, and nothing that it computes. @param {URL} url */
const isFile = ({ protocol, pathname, search, username, password }) =>
  protocol === location.protocol && `${search}${username}${password}` === "" && !NOT_FILES.test(decodedWhole(pathname));

/** A path without escapes, also not with escapes of escapes. Throws if one is malformed. @param {string} path @returns {string} */
function decodedWhole(path) {
  const once = decodeURIComponent(path);
  return once === path ? path : decodedWhole(once);
}

/** Numbers of 32 bits from a text (xorshift, seeded by FNV-1a). */
function numbersFrom(text) {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
}

/** A pattern that is the same for the same address. @param {string} address */
function drawPattern(address) {
  const next = numbersFrom(address);
  const hue = next() % 360;
  const picture = svg("svg", { class: "picture", viewBox: "0 0 100 100", "aria-hidden": "true" });
  picture.append(svg("rect", { width: 100, height: 100, fill: `hsl(${hue} 45% 84%)` }));
  for (let at = 0; at < SHAPES; at += 1) {
    const [x, y, size] = [next() % 100, next() % 100, 14 + (next() % 30)];
    const fill = `hsl(${(hue + 30 * (next() % 5)) % 360} 55% ${40 + (next() % 30)}% / 0.7)`;
    picture.append(
      next() % 2
        ? svg("circle", { cx: x, cy: y, r: size / 2, fill })
        : svg("rect", { x, y, width: size, height: size, fill, transform: `rotate(${next() % 90} ${x} ${y})` }),
    );
  }
  return picture;
}

/** A token's picture, or its pattern. @param {unknown} url @param {string} address */
export function renderPicture(url, address) {
  const allowed = allowedPicture(url);
  if (allowed === undefined) return drawPattern(address);
  const image = el("img", { class: "picture", src: allowed, alt: "", loading: "lazy", decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(drawPattern(address)), { once: true });
  return image;
}
