// Draws a small picture of an address, so that two addresses differ at a glance. It proves nothing: compare addresses by their text.

import { svg } from "../design/svg.js";

const SIZE = 5;

/** A number of 32 bits from a text (FNV-1a). */
function mix(text) {
  let state = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193);
  return state >>> 0;
}

/** A picture that is the same for the same raw address: a pattern with a vertical axis, in one of 24 hues. @param {string} address */
export function renderIdenticon(address) {
  const bits = mix(address);
  const hue = (mix(`${address}.`) % 24) * 15;
  const picture = svg("svg", { class: "identicon", viewBox: `-1 -1 ${SIZE + 2} ${SIZE + 2}`, "aria-hidden": "true" });
  picture.append(svg("rect", { x: -1, y: -1, width: SIZE + 2, height: SIZE + 2, fill: `hsl(${hue} 45% 88%)` }));
  const half = Math.ceil(SIZE / 2);
  let path = "";
  for (let at = 0; at < SIZE * half; at += 1) {
    if (((bits >>> at) & 1) === 0) continue;
    const [x, y] = [at % half, Math.floor(at / half)];
    for (const column of new Set([x, SIZE - 1 - x])) path += `M${column} ${y}h1v1h-1z`;
  }
  picture.append(svg("path", { d: path, fill: `hsl(${hue} 60% 38%)` }));
  return picture;
}
