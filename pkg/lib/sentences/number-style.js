// Writes numbers as a locale does. `Intl.NumberFormat` formats exact decimal texts only since Chrome 106 and Safari 15.4, so digits after
// the point are converted one by one.

import { fail } from "../util/error.js";

/** @param {unknown} locale @returns {import("./format-units.js").NumberStyle | undefined} undefined without a locale */
export function makeNumberStyle(locale) {
  if (locale === undefined || locale === null) return undefined;
  try {
    const format = new Intl.NumberFormat(/** @type {any} */ (locale));
    const point = format.formatToParts(1.5).find(({ type }) => type === "decimal")?.value ?? ".";
    const digits = Array.from({ length: 10 }, (_, digit) => format.format(digit));
    return {
      whole: (value) => format.format(value),
      fraction: (text) => point + [...text].map((digit) => digits[Number(digit)]).join(""),
    };
  } catch (cause) {
    throw fail("invalid_option", "`locale` must be a language tag such as `de` or `pt-BR`, or a list of them", {
      parameter: "locale",
      cause,
    });
  }
}
