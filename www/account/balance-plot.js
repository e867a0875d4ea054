// Plots a line over time with uPlot, loaded on first use, in the colours of the style sheet, light or dark.

import { colourOf, onThemeChange } from "../design/theme.js";
import { loadUPlot } from "../shared/uplot.js";

const HEIGHT = 260;
/** Points are marked up to this many. */
const MARKED = 60;
const DIGIT_WIDTH = 8;
const MILLION = 1e6;
/** Seconds on each side of points that share one second. */
const MARGIN = 1800;

/**
 * @param {HTMLElement} place @param {(at: number) => void} pointed gets the point under the pointer
 * @returns {Promise<{ show(xs: number[], ys: number[]): void, mark(at: number): void }>}
 */
export async function createBalancePlot(place, pointed) {
  const UPlot = await loadUPlot();
  const colour = (name) => () => colourOf(name);
  const axis = {
    stroke: colour("--soft"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { stroke: colour("--line"), width: 1 },
  };
  let drawing;

  function make(data) {
    return new UPlot(
      {
        width: place.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false } },
        scales: { x: { time: true, range: ({ data: [xs] }, least, most) => rangeOf(xs, least, most) } },
        axes: [
          { ...axis, space: 80 },
          { ...axis, side: 1, values: (_, splits) => labels(splits), size: (_, values) => widest(values) },
        ],
        series: [
          {},
          {
            stroke: colour("--accent"),
            width: 2,
            paths: UPlot.paths.stepped({ align: 1 }),
            points: { show: (u) => u.data[0].length <= MARKED, size: 7 },
          },
        ],
        hooks: { setCursor: [({ cursor: { idx } }) => typeof idx === "number" && pointed(idx)] },
      },
      data,
      place,
    );
  }

  new ResizeObserver(
    () => place.clientWidth > 0 && drawing?.setSize({ width: place.clientWidth, height: HEIGHT }),
  ).observe(place);
  onThemeChange(() => drawing?.redraw());
  return {
    show(xs, ys) {
      if (drawing) drawing.setData([xs, ys]);
      else drawing = make([xs, ys]);
    },
    /** Moves the cursor to a point. */
    mark(at) {
      const [xs, ys] = drawing?.data ?? [[], []];
      if (at < xs.length)
        drawing.setCursor({ left: drawing.valToPos(xs[at], "x"), top: drawing.valToPos(ys[at], "y") }, false);
    },
  };
}

/** If all points share one second, they are shown in the middle of an hour; otherwise the axis would show years. */
const rangeOf = (xs, least, most) =>
  xs.length > 0 && xs[0] === xs.at(-1) ? [xs[0] - MARGIN, xs[0] + MARGIN] : [least, most];

/** Labels of the axis: large amounts are abbreviated, with enough digits to tell the lines apart. */
function labels(splits) {
  const most = Math.max(...splits.map(Math.abs));
  if (most < MILLION) return splits.map((each) => each.toLocaleString("en-US", { maximumFractionDigits: 9 }));
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : most;
  const digits = Math.min(15, Math.max(2, Math.ceil(Math.log10(most / step)) + 2));
  return splits.map((each) => each.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: digits }));
}

const widest = (values) => Math.max(...(values ?? [""]).map((each) => each.length)) * DIGIT_WIDTH + 20;
