// Draws the calls of a profile as a flame graph: callers below, callees above, as wide as the time spent in them.

import { KINDS } from "./calls.mjs";

/** Only the benchmarks install it. */
const { parse, View } = await import(/** @type {string} */ ("vega"));

const WIDTH = 1200;
const ROW_HEIGHT = 18;
/** Least share of the samples that is drawn. */
const MIN_SHARE = 0.002;
/** Least width of a box with a name, and the width of a character. */
const MIN_NAMED_WIDTH = 24;
const CHARACTER_WIDTH = 6.4;
/** @param {string} title @param {import("./calls.mjs").Call} root @returns {Promise<string>} SVG */
export async function drawFlameGraph(title, root) {
  const boxes = [];
  let maxLevel = 0;
  const placeBox = (call, from, level) => {
    const share = call.total / root.total;
    if (share < MIN_SHARE) return;
    maxLevel = Math.max(maxLevel, level);
    const width = share * WIDTH;
    const maxLetters = Math.floor((width - 6) / CHARACTER_WIDTH);
    const label =
      width < MIN_NAMED_WIDTH
        ? ""
        : call.name.length > maxLetters
          ? `${call.name.slice(0, Math.max(0, maxLetters - 1))}…`
          : call.name;
    boxes.push({
      x: from,
      x2: from + width,
      level,
      label,
      kind: call.kind,
      name: `${call.name}: ${(100 * share).toFixed(1)} %`,
    });
    let childStart = from;
    for (const child of [...call.calls.values()].sort((a, b) => b.total - a.total)) {
      placeBox(child, childStart, level + 1);
      childStart += (child.total / root.total) * WIDTH;
    }
  };
  placeBox(root, 0, 0);
  const height = (maxLevel + 1) * ROW_HEIGHT;
  const y = { signal: `${height} - (datum.level + 1) * ${ROW_HEIGHT}` };
  const spec = {
    width: WIDTH,
    height,
    background: "#ffffff",
    padding: 8,
    title: { text: title, anchor: "start", fontSize: 14 },
    scales: [
      {
        name: "kind",
        type: "ordinal",
        domain: KINDS.map(({ kind }) => kind),
        range: KINDS.map(({ colour }) => colour),
      },
    ],
    legends: [{ fill: "kind", orient: "top", direction: "horizontal" }],
    data: [{ name: "boxes", values: boxes }],
    marks: [
      {
        type: "rect",
        from: { data: "boxes" },
        encode: {
          enter: {
            x: { field: "x" },
            x2: { field: "x2" },
            y,
            height: { value: ROW_HEIGHT - 1 },
            fill: { scale: "kind", field: "kind" },
            stroke: { value: "#ffffff" },
            strokeWidth: { value: 0.5 },
            description: { field: "name" },
          },
        },
      },
      {
        type: "text",
        from: { data: "boxes" },
        encode: {
          enter: {
            x: { signal: "datum.x + 3" },
            y: { signal: `${height} - (datum.level + 0.5) * ${ROW_HEIGHT}` },
            text: { field: "label" },
            font: { value: "ui-monospace, monospace" },
            fontSize: { value: 10 },
            baseline: { value: "middle" },
            fill: { value: "#ffffff" },
          },
        },
      },
    ],
  };
  const svg = await new View(parse(/** @type {any} */ (spec)), { renderer: "none" }).toSVG();
  // A browser shows the whole name and its share where the pointer rests.
  return svg.replace(
    /<path ([^>]*?)aria-label="([^"]*)"([^>]*)><\/path>/g,
    '<path $1aria-label="$2"$3><title>$2</title></path>',
  );
}
