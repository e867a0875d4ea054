// A line chart of the last minutes, drawn by uPlot. Its caption holds the latest and highest values as text.

import { el } from "../shared/dom.js";
import { loadUPlot } from "../shared/uplot.js";

const HEIGHT = 160;
/** Lines also differ by their dashes, for people who do not see the colours. */
const DASHES = [[], [6, 4], [2, 3]];

const CLOCK = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });

/** The current value of a colour of the style sheet; light and dark mode differ. */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * @param {HTMLElement} figure gets the chart @param {string} title
 * @param {{ name: string, colour: string, of(point: import("./history.js").Point): number | undefined, text(value: number): string }[]} series
 */
export function createLiveChart(figure, title, series) {
  const lines = series.map((one, at) => {
    const key = el("span", { class: `key key-${at}` });
    key.style.borderTopColor = `var(${one.colour})`;
    const words = el("span");
    return { words, item: el("li", {}, key, words) };
  });
  const place = el("div", { class: "plot", "aria-hidden": "true" });
  const note = el("p", { class: "note", hidden: true }, "The chart did not load. The lines above show its numbers.");
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
    note,
  );
  let plot;
  let data = [[], ...series.map(() => [])];

  async function draw() {
    try {
      const Plot = await loadUPlot();
      if (!plot && place.clientWidth > 0) {
        plot = new Plot(options(place.clientWidth, series), data, place);
        new ResizeObserver(
          () => place.clientWidth > 0 && plot.setSize({ width: place.clientWidth, height: HEIGHT }),
        ).observe(place);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => plot.redraw());
      } else plot?.setData(data);
      note.hidden = true;
    } catch {
      // The numbers work without the chart.
      note.hidden = false;
    }
  }

  return {
    /** @param {import("./history.js").Point[]} points */
    paint(points) {
      data = [
        points.map(({ at }) => at / 1000),
        ...series.map(({ of }) => points.map((point) => (point.counted ? (of(point) ?? null) : null))),
      ];
      series.forEach(({ name, text }, at) => {
        lines[at].words.textContent = `${name}: ${inWords(data[at + 1], text)}`;
      });
      return draw();
    },
  };
}

function inWords(values, text) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return "no data yet";
  const latest = values.at(-1);
  return `${latest === null ? "no data" : text(latest)} now, ${text(Math.max(...known))} max`;
}

function options(width, series) {
  const axis = {
    stroke: () => colour("--soft"),
    grid: { stroke: () => colour("--line"), width: 1 },
    ticks: { show: false },
    font: "12px system-ui, sans-serif",
  };
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    axes: [
      { ...axis, space: 90, values: (_, ticks) => ticks.map((at) => CLOCK.format(at * 1000)) },
      { ...axis, size: 56, values: (_, ticks) => ticks.map((value) => series[0].text(value)) },
    ],
    scales: { y: { range: (_, low, high) => [Math.min(0, low ?? 0), Math.max(high ?? 0, Number.EPSILON) * 1.1 || 1] } },
    series: [
      {},
      ...series.map((one, at) => ({
        label: one.name,
        stroke: () => colour(one.colour),
        width: 2,
        dash: DASHES[at],
        points: { show: false },
        spanGaps: true,
      })),
    ],
  };
}
