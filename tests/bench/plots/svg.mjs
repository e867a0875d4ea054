// Turns a chart of Vega-Lite into SVG that is readable on light and dark pages.

/** Only the benchmarks install these packages, so the type checks must work without them. */
const [{ compile }, { parse, View }] = await Promise.all(
  ["vega-lite", "vega"].map((/** @type {string} */ name) => import(name)),
);

/** The colours for dark pages, by the colours for light ones. */
const DARK = {
  "#1f2328": "#e6edf3",
  "#59636e": "#9198a1",
  "#d1d9e0": "#3d444d",
  "#0969da": "#4493f8",
  "#bc4c00": "#f0883e",
  "#8250df": "#ab7df8",
  "#1a7f37": "#3fb950",
};
const [TEXT, SOFT_TEXT, LINE, ...COLOURS] = Object.keys(DARK);
export const GUIDE = SOFT_TEXT;

/** A colour for each name, in this order. @param {string[]} names */
export const makeColour = (names) => ({
  field: "name",
  type: "nominal",
  title: null,
  scale: { domain: names, range: COLOURS },
  legend: { orient: "top", symbolType: "stroke", symbolStrokeWidth: 3, symbolOpacity: 1, labelLimit: 0, columns: 3 },
});

/** @param {object} chart of Vega-Lite, without its looks @returns {Promise<string>} */
export async function toSvg(chart) {
  const { spec } = compile(
    /** @type {any} */ ({
      ...chart,
      config: {
        background: null,
        font: "system-ui, sans-serif",
        title: { color: TEXT, fontSize: 14, anchor: "start" },
        axis: {
          labelColor: SOFT_TEXT,
          titleColor: TEXT,
          gridColor: LINE,
          domainColor: LINE,
          tickColor: LINE,
          titleFontWeight: 400,
          labelLimit: 0,
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
