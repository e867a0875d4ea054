// Options of ours: unknown and unusable ones are refused, so that a typing error is not a silent default.

import { fail, kindOf } from "./error.js";

/** Refuses members that are not in `known`. */
export function only(options, known, what) {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw fail("invalid_option", `the options of ${what} must be an object, not ${kindOf(options)}`);
  }
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const fold = (text) => text.toLowerCase().replace(/[_-]/g, "");
    const suggestion = known.find((one) => fold(one) === fold(name));
    const hint = suggestion ? `did you mean \`${suggestion}\`?` : `it has ${known.join(", ")}`;
    throw fail("invalid_option", `${what} has no option \`${name}\`; ${hint}`, { parameter: name, suggestion });
  }
  return options;
}

/** A positive number, or the default. */
export function positive(name, value, otherwise) {
  if (value === undefined) return otherwise;
  if (typeof value === "number" && value > 0) return value;
  throw fail("invalid_option", `\`${name}\` must be a number above 0`, { parameter: name });
}

/** A function, or undefined. */
export function callable(name, value) {
  if (value === undefined || typeof value === "function") return value;
  throw fail("invalid_option", `\`${name}\` must be a function, not ${kindOf(value)}`, { parameter: name });
}
