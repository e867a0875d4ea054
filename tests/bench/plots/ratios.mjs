// Draws the time of the other libraries as a multiple of ours, one row per operation, with the interval of each ratio. 1 means equal time.

import { makeColour, GUIDE, toSvg } from "./svg.mjs";

/**
 * @typedef {{ operation: string, name: string, low: number, median: number, high: number }} Ratio
 * @typedef {{ title: string, ratios: Ratio[] }} Ratios
 */

/** @param {Ratios} beside */
export function drawRatios({ title, ratios }) {
  const names = [...new Set(ratios.map(({ name }) => name))];
  const operations = [...new Set(ratios.map(({ operation }) => operation))];
  const intervalEnds = ratios.flatMap(({ low, high }) => [low, high]);
  const scale = {
    type: "log",
    nice: false,
    domain: [Math.min(1, ...intervalEnds) * 0.9, Math.max(1, ...intervalEnds) * 1.1],
  };
  const x = { type: "quantitative", title: "relative to ton-edge", scale, axis: { tickCount: 6, format: "~g" } };
  const y = { field: "operation", type: "nominal", title: null, sort: operations };
  const offset = { field: "name", sort: names };
  const color = makeColour(names);
  return toSvg({
    title: { text: title },
    width: 480,
    height: { step: 12 },
    layer: [
      {
        data: { values: [{ one: 1 }] },
        mark: { type: "rule", color: GUIDE, strokeDash: [4, 3] },
        encoding: { x: { datum: 1, ...x } },
      },
      {
        data: { values: ratios },
        mark: { type: "rule", strokeWidth: 4, opacity: 0.4 },
        encoding: { x: { field: "low", ...x }, x2: { field: "high" }, y, yOffset: offset, color },
      },
      {
        data: { values: ratios },
        mark: { type: "point", filled: true, size: 50, opacity: 1 },
        encoding: { x: { field: "median", ...x }, y, yOffset: offset, color },
      },
    ],
  });
}
