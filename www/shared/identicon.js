// Draws a small picture for an address, so that two addresses differ at a glance. Equal pictures prove nothing: compare addresses by their
// text.

import { svg } from "../design/svg.js";

const GRID_SIZE = 5;

/** Returns a 32-bit number for a text (FNV-1a). */
function hashText(text) {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return state >>> 0;
}

/**
 * Draws a picture that depends only on the raw address: a pattern with a vertical axis of symmetry, in one of 24 hues. @param {string}
 * address
 */
export function renderIdenticon(address) {
  const bits = hashText(address);
  const hue = (hashText(`${address}.`) % 24) * 15;
  const picture = svg("svg", {
    class: "identicon",
    viewBox: `-1 -1 ${GRID_SIZE + 2} ${GRID_SIZE + 2}`,
    "aria-hidden": "true",
  });
  picture.append(
    svg("rect", { x: -1, y: -1, width: GRID_SIZE + 2, height: GRID_SIZE + 2, fill: `hsl(${hue} 45% 88%)` }),
  );
  const halfWidth = Math.ceil(GRID_SIZE / 2);
  let path = "";
  for (let cellIndex = 0; cellIndex < GRID_SIZE * halfWidth; cellIndex += 1) {
    if (((bits >>> cellIndex) & 1) === 0) continue;
    const [x, y] = [cellIndex % halfWidth, Math.floor(cellIndex / halfWidth)];
    for (const column of new Set([x, GRID_SIZE - 1 - x])) path += `M${column} ${y}h1v1h-1z`;
  }
  picture.append(svg("path", { d: path, fill: `hsl(${hue} 60% 38%)` }));
  return picture;
}
