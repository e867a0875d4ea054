// A line chart of the last minutes. Its caption has the latest and highest values as text.

import { el } from "../shared/dom.js";
import { HISTORY_MS } from "./history.js";
import { drawLines } from "./line-chart.js";

/**
 * @typedef {{ name: string, kind: string, of(point: import("./history.js").Point): number | undefined, text(value: number): string }} Series
 *   `kind`: its colour; lines also differ by their dashes, for readers who cannot distinguish the colours
 *
 * @param {HTMLElement} figure gets the chart @param {string} title @param {number} minTop the highest value of an empty axis
 * @param {Series[]} series
 */
export function createLiveChart(figure, title, minTop, series) {
  const lines = series.map(({ kind }) => {
    const textElement = el("span");
    return { words: textElement, item: el("li", {}, el("span", { class: `key ${kind}` }), textElement) };
  });
  const plotPlace = el("div", { class: "plot", "aria-hidden": "true" });
  figure.replaceChildren(
    el(
      "figcaption",
      {},
      el("strong", {}, title),
      el(
        "ul",
        { class: "keys" },
        lines.map(({ item }) => item),
      ),
    ),
    plotPlace,
  );
  /** @type {number[]} */
  let times = [];
  /** @type {(number | null)[][]} */
  let values = series.map(() => []);

  function drawPlot() {
    if (plotPlace.clientWidth === 0) return;
    plotPlace.replaceChildren(
      drawLines(plotPlace.clientWidth, {
        times,
        lines: series.map(({ kind }, index) => ({ kind, values: values[index] })),
        text: series[0].text,
        least: minTop,
        spanMs: HISTORY_MS,
      }),
    );
  }
  let width = 0;
  new ResizeObserver(() => {
    if (plotPlace.clientWidth === width) return;
    width = plotPlace.clientWidth;
    drawPlot();
  }).observe(plotPlace);

  return {
    /** @param {import("./history.js").Point[]} points */
    paint(points) {
      times = points.map(({ at: index }) => index);
      values = series.map(({ of: readValue }) =>
        points.map((point) => (point.counted ? (readValue(point) ?? null) : null)),
      );
      series.forEach(({ name, text }, index) => {
        lines[index].words.textContent = `${name}: ${describeValues(values[index], text)}`;
      });
      drawPlot();
    },
  };
}

/** @param {(number | null)[]} values @param {(value: number) => string} text */
function describeValues(values, text) {
  const measuredValues = /** @type {number[]} */ (values.filter((value) => value !== null));
  if (measuredValues.length === 0) return "no data yet";
  const latestValue = values.at(-1);
  return `${latestValue === null || latestValue === undefined ? "no data" : text(latestValue)} now, ${text(Math.max(...measuredValues))} max`;
}
