// Formats the gateway's numbers for people.

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SMALL = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

export const formatAmount = (n) => WHOLE.format(n);
export const formatRate = (n) => (n >= 100 ? WHOLE : SMALL).format(n);
export const formatPercent = (part, whole) =>
  whole > 0 ? `${SMALL.format(Math.round((part / whole) * 1000) / 10)} %` : "–";

/** Formats seconds with a unit; a dash if undefined. */
export function formatSeconds(value) {
  if (value === undefined) return "–";
  if (value < 1) return `${SMALL.format(Math.round(value * 100_000) / 100)} ms`;
  return value < 120 ? `${SMALL.format(value)} s` : age(value);
}

const age = (value) => {
  const [size, unit] = /** @type {[number, string][]} */ ([
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ]).find(([one]) => value >= one * 2) ?? [60, "minute"];
  return `${WHOLE.format(Math.floor(value / size))} ${unit}s`;
};

/** Formats an estimate, which may be a lower bound. */
export const formatEstimate = (found) =>
  found ? `${found.beyond ? "over" : "about"} ${formatSeconds(found.seconds)}` : "–";

export function formatSize(n) {
  if (n < 1000) return `${n} bytes`;
  return n < 1e6 ? `${SMALL.format(n / 1000)} kB` : `${SMALL.format(n / 1e6)} MB`;
}
