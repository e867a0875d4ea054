// A line chart of the last minutes. Its caption holds the latest and highest values as text.

import { el } from "../shared/dom.js";
import { HISTORY_MS } from "./history.js";
import { drawLines } from "./line-chart.js";

/**
 * @typedef {{ name: string, kind: string, of(point: import("./history.js").Point): number | undefined, text(value: number): string }} Series
 *   `kind`: its colour; lines also differ by their dashes, for people who do not see the colours
 *
 * @param {HTMLElement} figure gets the chart @param {string} title @param {number} least the highest value of an empty axis
 * @param {Series[]} series
 */
export function createLiveChart(figure, title, least, series) {
  const lines = series.map(({ kind }) => {
    const words = el("span");
    return { words, item: el("li", {}, el("span", { class: `key ${kind}` }), words) };
  });
  const place = el("div", { class: "plot", "aria-hidden": "true" });
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
    place,
  );
  /** @type {number[]} */
  let times = [];
  /** @type {(number | null)[][]} */
  let values = series.map(() => []);

  function draw() {
    if (place.clientWidth === 0) return;
    place.replaceChildren(
      drawLines(place.clientWidth, {
        times,
        lines: series.map(({ kind }, at) => ({ kind, values: values[at] })),
        text: series[0].text,
        least,
        spanMs: HISTORY_MS,
      }),
    );
  }
  let width = 0;
  new ResizeObserver(() => {
    if (place.clientWidth === width) return;
    width = place.clientWidth;
    draw();
  }).observe(place);

  return {
    /** @param {import("./history.js").Point[]} points */
    paint(points) {
      times = points.map(({ at }) => at);
      values = series.map(({ of }) => points.map((point) => (point.counted ? (of(point) ?? null) : null)));
      series.forEach(({ name, text }, at) => {
        lines[at].words.textContent = `${name}: ${inWords(values[at], text)}`;
      });
      draw();
    },
  };
}

/** @param {(number | null)[]} values @param {(value: number) => string} text */
function inWords(values, text) {
  const known = /** @type {number[]} */ (values.filter((value) => value !== null));
  if (known.length === 0) return "no data yet";
  const latest = values.at(-1);
  return `${latest === null || latest === undefined ? "no data" : text(latest)} now, ${text(Math.max(...known))} max`;
}
