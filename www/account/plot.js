// A line over time, drawn by uPlot, which comes when it is first wanted. Colours are those of the page, light or dark.

import { loadPlot } from "../page/uplot.js";

const HEIGHT = 260;
/** Single transactions are marked while they can be told apart. */
const MARKED = 60;
const DIGIT_WIDTH = 8;
const MILLION = 1e6;

/**
 * @param {HTMLElement} place @param {(at: number) => void} pointed is told of the point under the pointer
 * @returns {Promise<{ show(xs: number[], ys: number[]): void, mark(at: number): void }>}
 */
export async function plot(place, pointed) {
  const UPlot = await loadPlot();
  const colour = (name) => () => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const axis = { stroke: colour("--soft"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line"), width: 1 } };
  let drawing;

  function make(data) {
    return new UPlot({
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: true, y: false } },
      scales: { x: { time: true } },
      axes: [{ ...axis, space: 80 }, { ...axis, values: (_, splits) => labels(splits), size: (_, values) => widest(values) }],
      series: [{}, { stroke: colour("--accent"), width: 2, paths: UPlot.paths.stepped({ align: 1 }), points: { show: (u) => u.data[0].length <= MARKED, size: 7 } }],
      hooks: { setCursor: [({ cursor: { idx } }) => typeof idx === "number" && pointed(idx)] },
    }, data, place);
  }

  new ResizeObserver(() => place.clientWidth > 0 && drawing?.setSize({ width: place.clientWidth, height: HEIGHT })).observe(place);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawing?.redraw());
  return {
    show(xs, ys) {
      if (drawing) drawing.setData([xs, ys]);
      else drawing = make([xs, ys]);
    },
    /** Puts the cursor on a point. */
    mark(at) {
      const [xs, ys] = drawing?.data ?? [[], []];
      if (at < xs.length) drawing.setCursor({ left: drawing.valToPos(xs[at], "x"), top: drawing.valToPos(ys[at], "y") }, false);
    },
  };
}

/** Large amounts in short, with as many digits as tell one line from the next. */
function labels(splits) {
  const most = Math.max(...splits.map(Math.abs));
  if (most < MILLION) return splits.map((each) => each.toLocaleString("en-US", { maximumFractionDigits: 9 }));
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : most;
  const digits = Math.min(15, Math.max(2, Math.ceil(Math.log10(most / step)) + 2));
  return splits.map((each) => each.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: digits }));
}

const widest = (values) => Math.max(...(values ?? [""]).map((each) => each.length)) * DIGIT_WIDTH + 20;
