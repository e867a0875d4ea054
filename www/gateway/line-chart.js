// Draws lines over the last minutes as SVG: a value axis from zero with labels, and the time below.

import { svg } from "../design/svg.js";
import { computeAxisSteps } from "./axis.js";

const HEIGHT = 170;
const TOP_MARGIN = 8;
const BOTTOM_MARGIN = 24;
const RIGHT_MARGIN = 8;
/** The width in pixels that is reserved for each character of an axis label. No character of the fonts is wider. */
const CHARACTER = 7.5;
/** Minimum distance between two time labels, in pixels. */
const LABEL_DISTANCE = 96;
const TIME_FORMAT = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", second: "2-digit" });
/** Possible distances between two time labels, in seconds. */
const TIME_STEPS = [10, 15, 30, 60, 120, 300];

/**
 * @typedef {object} Line
 * @property {string} kind its class @property {(number | null)[]} values null if nothing was measured at that time
 *
 * @param {number} width in pixels
 * @param {{ times: number[], lines: Line[], text(value: number): string, least: number, spanMs: number }} data `times` in milliseconds
 */
export function drawLines(width, { times, lines, text, least: minTop, spanMs }) {
  const measuredValues = lines.flatMap(({ values }) => values.filter((value) => value !== null));
  const steps = computeAxisSteps(Math.max(0, .../** @type {number[]} */ (measuredValues)), minTop);
  const topValue = steps.at(-1);
  const labels = steps.map(text);
  const plotLeft = Math.ceil(Math.max(...labels.map(({ length }) => length)) * CHARACTER) + 8;
  const end = times.at(-1) ?? Date.now();
  const start = Math.min(times[0] ?? end, end - spanMs / 5);
  const toX = (time) => plotLeft + ((time - start) / (end - start)) * (width - plotLeft - RIGHT_MARGIN);
  const toY = (value) => TOP_MARGIN + (1 - value / topValue) * (HEIGHT - TOP_MARGIN - BOTTOM_MARGIN);
  const gridElements = steps.flatMap((step, index) => [
    svg("line", {
      class: index === 0 ? "axis" : "grid",
      x1: plotLeft,
      x2: width - RIGHT_MARGIN,
      y1: toY(step),
      y2: toY(step),
    }),
    svg("text", { class: "tick", x: plotLeft - 6, y: toY(step) + 4, "text-anchor": "end" }, labels[index]),
  ]);
  return svg(
    "svg",
    { width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, class: "lines" },
    ...gridElements,
    ...timeTicks(start, end, width - plotLeft - RIGHT_MARGIN).map((time) =>
      svg(
        "text",
        { class: "tick", x: Math.min(toX(time), width - RIGHT_MARGIN - 26), y: HEIGHT - 6, "text-anchor": "middle" },
        TIME_FORMAT.format(time),
      ),
    ),
    ...lines.flatMap(({ kind, values }) => renderLine(kind, values, times, toX, toY)),
  );
}

function timeTicks(start, end, width) {
  const maxTicks = Math.max(1, Math.floor(width / LABEL_DISTANCE));
  const step = 1000 * (TIME_STEPS.find((seconds) => (end - start) / (seconds * 1000) <= maxTicks) ?? TIME_STEPS.at(-1));
  const ticks = [];
  for (let time = Math.ceil(start / step) * step; time <= end; time += step) ticks.push(time);
  return ticks;
}

/** Draws a line, also across gaps in the measurements. A single value is drawn as a point. */
function renderLine(kind, values, times, toX, toY) {
  const points = values.flatMap((value, index) => (value === null ? [] : [[toX(times[index]), toY(value)]]));
  if (points.length === 0) return [];
  if (points.length === 1) return [svg("circle", { class: `point ${kind}`, cx: points[0][0], cy: points[0][1], r: 3 })];
  const pathData = points
    .map(([px, py], index) => `${index === 0 ? "M" : "L"}${px.toFixed(1)} ${py.toFixed(1)}`)
    .join("");
  return [svg("path", { class: `series ${kind}`, d: pathData })];
}
