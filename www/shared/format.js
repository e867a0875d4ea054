// Formats values for display. Amounts stay exact: they are decimal text or BigInt, never floats.

import { formatUnits, groupDigits, shorten } from "../ton-edge/lib/sentences/format-units.js";
import { language, readLocale, t } from "./messages.js";

export { formatUnits, shorten };

const TON_DECIMALS = 9;

/** Formats nanotons: "90000000" gives "0.09 TON". Undefined if `nano` is not an integer. */
export function formatTon(nano) {
  const text = formatUnits(nano, TON_DECIMALS);
  return text && `${text} TON`;
}

/**
 * Returns a function that formats times. It creates the format at its first call: the first format of a page takes 12 to 30 ms, and four times
 * as long on a slow phone, and the start of the page must not wait for it.
 *
 * @param {Intl.DateTimeFormatOptions} options
 */
export function createTimeFormat(options) {
  /** @type {Intl.DateTimeFormat | undefined} */
  let format;
  return (/** @type {Date | number} */ time) =>
    (format ??= new Intl.DateTimeFormat(readLocale(), options)).format(time);
}

const formatLocal = createTimeFormat({ dateStyle: "medium", timeStyle: "medium" });

/** Undefined if `seconds` is not a time. @param {unknown} seconds Unix time */
function readDate(seconds) {
  const date = new Date(Number(seconds) * 1000);
  return typeof seconds !== "number" || Number.isNaN(date.getTime()) ? undefined : date;
}

/** Formats Unix seconds in local time, at its first use, and UTC. Undefined if `seconds` is not a time. */
export function formatTime(seconds) {
  const date = readDate(seconds);
  if (!date) return undefined;
  const iso = date.toISOString();
  return {
    iso,
    get local() {
      return formatLocal(date);
    },
    utc: `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`,
  };
}

const TIME_UNITS = /** @type {const} */ ([
  ["{age} s ago", 60],
  ["{age} min ago", 60],
  ["{age} h ago", 24],
  ["{age} d ago", 365],
  ["{age} y ago", Infinity],
]);

/**
 * Formats the age of a time in its largest unit: "5 min ago". A time in the future, which a slow clock causes, gives "now". Undefined if
 * `seconds` is not a time.
 * @param {unknown} seconds Unix time @param {number} [now] in milliseconds
 */
export function formatAge(seconds, now = Date.now()) {
  if (!readDate(seconds)) return undefined;
  let age = Math.max(0, Math.floor(now / 1000 - Number(seconds)));
  if (age === 0) return t("now");
  for (const [text, size] of TIME_UNITS) {
    if (age < size) return t(text, { age });
    age = Math.floor(age / size);
  }
  return undefined;
}

/** Formats a whole number: in English with commas between thousands. */
export const formatNumber = (n) => (language === "en" ? groupDigits(String(n)) : n.toLocaleString(readLocale()));

/** Formats a number with a fixed number of decimals. @param {number} n @param {number} digits */
export const formatDecimal = (n, digits) =>
  language === "en"
    ? n.toFixed(digits)
    : n.toLocaleString(readLocale(), { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** Formats a count with its noun: (2, "row") gives "2 rows". */
export const formatCount = (n, singular, plural = `${singular}s`) => `${n} ${n === 1 ? singular : plural}`;
