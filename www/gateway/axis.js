// The axis of a chart, from zero.

/** Lines of a grid, the axis among them. */
const LINES = 4;

/**
 * Round steps from 0 to the highest value or above. Where nothing happened the axis still has a scale.
 *
 * @param {number} most @param {number} least of the highest step
 * @returns {number[]}
 */
export function axisSteps(most, least) {
  const top = Math.max(Number.isFinite(most) ? most : 0, least);
  const raw = top / LINES;
  const size = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((one) => one * size >= raw * (1 - 1e-9)) ?? 10) * size;
  return Array.from({ length: LINES + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}
