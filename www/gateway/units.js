// Numbers of the gateway as people read them.

const WHOLE = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const SMALL = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

export const amount = (n) => WHOLE.format(n);
export const rate = (n) => (n >= 100 ? WHOLE : SMALL).format(n);
export const percent = (part, whole) => (whole > 0 ? `${SMALL.format(Math.round((part / whole) * 1000) / 10)} %` : "–");

/** Seconds as a text with a unit; a dash for none. */
export function seconds(value) {
  if (value === undefined) return "–";
  if (value < 1) return `${SMALL.format(Math.round(value * 100_000) / 100)} ms`;
  return value < 120 ? `${SMALL.format(value)} s` : age(value);
}

const age = (value) => {
  const [size, unit] = [[86_400, "day"], [3600, "hour"], [60, "minute"]].find(([one]) => value >= one * 2) ?? [60, "minute"];
  return `${WHOLE.format(Math.floor(value / size))} ${unit}s`;
};

/** An estimate that may only be a lower bound. */
export const estimate = (found) => (found ? `${found.beyond ? "over" : "about"} ${seconds(found.seconds)}` : "–");

export function bytes(n) {
  if (n < 1000) return `${n} bytes`;
  return n < 1e6 ? `${SMALL.format(n / 1000)} kB` : `${SMALL.format(n / 1e6)} MB`;
}
