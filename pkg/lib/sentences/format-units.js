// Formats amounts exactly: as decimal text or BigInt, never as floats.

const WHOLE_NUMBER = /^-?\d+$/;

/**
 * How numbers are written: a whole number, and the digits after the point with the point before them.
 *
 * @typedef {{ whole(value: bigint): string, fraction(digits: string): string }} NumberStyle
 */

/**
 * Puts a comma before each group of three digits: "1234567" gives "1,234,567". `toLocaleString` would first load the browser's tables of
 * locales, which delays the first view.
 *
 * @param {string} digits
 */
export const groupDigits = (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/** @type {NumberStyle} */
const ENGLISH_NUMBERS = {
  whole: (value) => groupDigits(String(value)),
  fraction: (digits) => `.${digits}`,
};

/**
 * Formats an amount in smallest units: ("4100100", 6) gives "4.1001". Undefined if `units` is not an integer.
 *
 * @param {unknown} units @param {number} decimals @param {NumberStyle} [style]
 */
export function formatUnits(units, decimals, { whole, fraction } = ENGLISH_NUMBERS) {
  if (!WHOLE_NUMBER.test(String(units ?? ""))) return undefined;
  const value = BigInt(/** @type {any} */ (units));
  const size = value < 0n ? -value : value;
  const unit = 10n ** BigInt(decimals);
  const digits =
    decimals === 0
      ? ""
      : String(size % unit)
          .padStart(decimals, "0")
          .replace(/0+$/, "");
  return `${value < 0n ? "\u2212" : ""}${whole(size / unit)}${digits && fraction(digits)}`;
}

/** Shortens a long text to its beginning and end. @param {string} text */
export const shorten = (text, first = 6, last = first) =>
  text.length > first + last + 1 ? `${text.slice(0, first)}…${text.slice(-last)}` : text;
