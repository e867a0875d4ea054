// Makes the error for a response that contradicts itself.

import { fail } from "../util/error.js";

/** Maximum number of characters of a value in an error message. */
const MAX_SHOWN_CHARS = 100;

const describeValue = (value) =>
  value === undefined || value === null ? "absent" : String(value).slice(0, MAX_SHOWN_CHARS);

/**
 * @param {string} path of the value in the result @param {unknown} value @param {string} expectation text that names the value with which
 * it should agree
 *   @param {unknown} expected
 */
export const mismatchError = (path, value, expectation, expected) =>
  fail("integrity_failed", `\`${path}\` is ${describeValue(value)}, but ${expectation} is ${describeValue(expected)}`, {
    parameter: path,
  });
