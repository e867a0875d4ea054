// Draws the figures of growth.mjs: cost against size, both axes logarithmic, readable on light and dark pages.

/** Only the benchmarks install them, so the type checks of everything else must not need them. */
const [{ compile }, { parse, View }] = await Promise.all(
  ["vega-lite", "vega"].map((/** @type {string} */ name) => import(name)),
);

/** What is drawn in each of these colours is drawn in the other one on a dark page. */
const DARK = {
  "#1f2328": "#e6edf3",
  "#59636e": "#9198a1",
  "#d1d9e0": "#3d444d",
  "#0969da": "#4493f8",
  "#bc4c00": "#f0883e",
  "#8250df": "#ab7df8",
};
const [TEXT, SOFT, LINE, ...COLOURS] = Object.keys(DARK);

/**
 * @typedef {{ name: string, points: { size: number, low: number, median: number, high: number }[] }} Line
 * @typedef {{ title: string, size: string, cost: string, lines: Line[] }} Series
 */

/** @param {Series} series @returns {Promise<string>} SVG */
export async function plot({ title, size, cost, lines }) {
  const values = lines.flatMap(({ name, points }) => points.map((point) => ({ name, ...point })));
  const order = lines.map(({ name }) => name);
  const scale = { type: "log", nice: false };
  const sizes = [...new Set(values.map((one) => one.size))];
  const x = { field: "size", type: "quantitative", title: size, scale, axis: { format: "~s", values: sizes } };
  const y = { type: "quantitative", title: cost, scale, axis: { tickCount: 4, format: "~g" } };
  const colour = {
    field: "name",
    type: "nominal",
    title: null,
    scale: { domain: order, range: COLOURS },
    legend: { orient: "top", symbolType: "stroke", symbolStrokeWidth: 3 },
  };
  const { spec } = compile(
    /** @type {any} */ ({
      data: { values },
      title: { text: title, anchor: "start" },
      width: 560,
      height: 240,
      layer: [
        {
          mark: { type: "area", opacity: 0.2 },
          encoding: {
            x,
            y: { field: "low", ...y },
            y2: { field: "high" },
            color: colour,
          },
        },
        {
          mark: { type: "line", point: { filled: true, size: 40 }, strokeWidth: 2 },
          encoding: { x, y: { field: "median", ...y }, color: colour },
        },
      ],
      config: {
        background: null,
        font: "system-ui, sans-serif",
        title: { color: TEXT, fontSize: 14 },
        axis: {
          labelColor: SOFT,
          titleColor: TEXT,
          gridColor: LINE,
          domainColor: LINE,
          tickColor: LINE,
          titleFontWeight: 400,
        },
        legend: { labelColor: TEXT },
        view: { stroke: null },
      },
    }),
  );
  const svg = await new View(parse(spec), { renderer: "none" }).toSVG();
  const rules = Object.entries(DARK).map(
    ([light, dark]) => `[fill="${light}"]{fill:${dark}}[stroke="${light}"]{stroke:${dark}}`,
  );
  return svg.replace(/^(<svg[^>]*>)/, `$1<style>@media (prefers-color-scheme:dark){${rules.join("")}}</style>`);
}
