// The axis of a chart, from zero.

/** Number of grid lines, including the axis. */
const LINE_COUNT = 4;

/**
 * Returns round steps from 0 to at least the highest value. The axis has a scale even if there are no values.
 *
 * @param {number} highestValue @param {number} minTop the least value of the highest step
 * @returns {number[]}
 */
export function computeAxisSteps(highestValue, minTop) {
  const topValue = Math.max(Number.isFinite(highestValue) ? highestValue : 0, minTop);
  const rawStep = topValue / LINE_COUNT;
  const magnitude = 10 ** Math.floor(Math.log10(rawStep));
  const step =
    ([1, 2, 2.5, 5, 10].find((stepFactor) => stepFactor * magnitude >= rawStep * (1 - 1e-9)) ?? 10) * magnitude;
  return Array.from({ length: LINE_COUNT + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}
