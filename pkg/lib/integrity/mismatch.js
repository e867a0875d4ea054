// The error for a response that contradicts itself.

import { fail } from "../util/error.js";

/** Characters of a value in a message. */
const MOST_LENGTH = 100;

const shown = (value) => (value === undefined || value === null ? "absent" : String(value).slice(0, MOST_LENGTH));

/**
 * @param {string} path of the value in the result @param {unknown} value @param {string} other what it should agree with @param {unknown} found
 */
export const mismatch = (path, value, other, found) =>
  fail("integrity_failed", `\`${path}\` is ${shown(value)}, but ${other} is ${shown(found)}`, { parameter: path });
