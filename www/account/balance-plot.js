// Plots a line over time with uPlot, loaded on first use, in the colours of the style sheet, light or dark.

import { readColour, onThemeChange } from "../design/theme.js";
import { loadUPlot } from "../shared/uplot.js";

const HEIGHT = 260;
/** Up to this many points, each point is marked. */
const MAX_MARKED_POINTS = 60;
const DIGIT_WIDTH = 8;
const MILLION = 1e6;
/** Seconds shown on each side if all points have the same time. */
const MARGIN_SECONDS = 1800;

/**
 * @param {HTMLElement} container @param {(at: number) => void} onPoint gets the point under the pointer
 * @returns {Promise<{ show(xs: number[], ys: number[]): void, mark(at: number): void }>}
 */
export async function createBalancePlot(container, onPoint) {
  const UPlot = await loadUPlot();
  const makeColourGetter = (name) => () => readColour(name);
  const axis = {
    stroke: makeColourGetter("--soft"),
    grid: { stroke: makeColourGetter("--line"), width: 1 },
    ticks: { stroke: makeColourGetter("--line"), width: 1 },
  };
  let plot;

  function makePlot(data) {
    return new UPlot(
      {
        width: container.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false } },
        scales: { x: { time: true, range: ({ data: [xs] }, min, max) => findRange(xs, min, max) } },
        axes: [
          { ...axis, space: 80 },
          {
            ...axis,
            side: 1,
            values: (_, axisValues) => formatLabels(axisValues),
            size: (_, values) => measureWidest(values),
          },
        ],
        series: [
          {},
          {
            stroke: makeColourGetter("--accent"),
            width: 2,
            paths: UPlot.paths.stepped({ align: 1 }),
            points: { show: (u) => u.data[0].length <= MAX_MARKED_POINTS, size: 7 },
          },
        ],
        hooks: { setCursor: [({ cursor: { idx } }) => typeof idx === "number" && onPoint(idx)] },
      },
      data,
      container,
    );
  }

  new ResizeObserver(
    () => container.clientWidth > 0 && plot?.setSize({ width: container.clientWidth, height: HEIGHT }),
  ).observe(container);
  onThemeChange(() => plot?.redraw());
  return {
    show(xs, ys) {
      if (plot) plot.setData([xs, ys]);
      else plot = makePlot([xs, ys]);
    },
    /** Moves the cursor to a point. */
    mark(index) {
      const [times, balances] = plot?.data ?? [[], []];
      if (index < times.length)
        plot.setCursor({ left: plot.valToPos(times[index], "x"), top: plot.valToPos(balances[index], "y") }, false);
    },
  };
}

/** If all points share one second, they are shown in the middle of an hour; otherwise the axis would show years. */
const findRange = (times, min, max) =>
  times.length > 0 && times[0] === times.at(-1) ? [times[0] - MARGIN_SECONDS, times[0] + MARGIN_SECONDS] : [min, max];

/** Labels of the axis: large amounts are abbreviated, with enough digits to tell the lines apart. */
function formatLabels(splits) {
  const largestSplit = Math.max(...splits.map(Math.abs));
  if (largestSplit < MILLION) return splits.map((value) => value.toLocaleString("en-US", { maximumFractionDigits: 9 }));
  const step = splits.length > 1 ? Math.abs(splits[1] - splits[0]) : largestSplit;
  const digits = Math.min(15, Math.max(2, Math.ceil(Math.log10(largestSplit / step)) + 2));
  return splits.map((value) =>
    value.toLocaleString("en-US", { notation: "compact", maximumSignificantDigits: digits }),
  );
}

const measureWidest = (values) => Math.max(...(values ?? [""]).map((value) => value.length)) * DIGIT_WIDTH + 20;
