// Formats the gateway's numbers for people.

const WHOLE_FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SMALL_FORMAT = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

export const formatAmount = (value) => WHOLE_FORMAT.format(value);
export const formatRate = (value) => (value >= 100 ? WHOLE_FORMAT : SMALL_FORMAT).format(value);
export const formatPercent = (part, total) =>
  total > 0 ? `${SMALL_FORMAT.format(Math.round((part / total) * 1000) / 10)} %` : "–";

/** Formats seconds with a unit; a dash if undefined. */
export function formatSeconds(value) {
  if (value === undefined) return "–";
  if (value < 1) return `${SMALL_FORMAT.format(Math.round(value * 100_000) / 100)} ms`;
  return value < 120 ? `${SMALL_FORMAT.format(value)} s` : formatLongAge(value);
}

const formatLongAge = (value) => {
  const [size, unit] = /** @type {[number, string][]} */ ([
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ]).find(([unitSeconds]) => value >= unitSeconds * 2) ?? [60, "minute"];
  return `${WHOLE_FORMAT.format(Math.floor(value / size))} ${unit}s`;
};

/** Formats an estimate, which may be a lower bound. */
export const formatEstimate = (estimate) =>
  estimate ? `${estimate.beyond ? "over" : "about"} ${formatSeconds(estimate.seconds)}` : "–";

export function formatSize(value) {
  if (value < 1000) return `${value} bytes`;
  return value < 1e6 ? `${SMALL_FORMAT.format(value / 1000)} kB` : `${SMALL_FORMAT.format(value / 1e6)} MB`;
}
