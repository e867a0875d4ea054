// Draws cost against size, both axes logarithmic, with the interval of each median.

import { makeColour, toSvg } from "./svg.mjs";

/**
 * @typedef {{ name: string, points: { size: number, low: number, median: number, high: number }[] }} Line
 * @typedef {{ title: string, size: string, cost: string, lines: Line[] }} Growth
 */

/** @param {Growth} growth */
export function drawGrowth({ title, size, cost, lines }) {
  const values = lines.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
  const scale = { type: "log", nice: false };
  const sizes = [...new Set(values.map((entry) => entry.size))];
  const x = { field: "size", type: "quantitative", title: size, scale, axis: { format: "~s", values: sizes } };
  const y = { type: "quantitative", title: cost, scale, axis: { tickCount: 4, format: "~g" } };
  const color = makeColour(lines.map(({ name }) => name));
  return toSvg({
    data: { values },
    title: { text: title },
    width: 560,
    height: 240,
    layer: [
      {
        mark: { type: "area", opacity: 0.2 },
        encoding: { x, y: { field: "low", ...y }, y2: { field: "high" }, color },
      },
      {
        mark: { type: "line", point: { filled: true, size: 40 }, strokeWidth: 2 },
        encoding: { x, y: { field: "median", ...y }, color },
      },
    ],
  });
}
