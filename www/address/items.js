// Cuts what was pasted into items, and tells a list from one text.

import { isAddress, isHash } from "../ton-edge/address.js";
import { LONGEST } from "../page/route.js";

const BETWEEN = /[\s,;]+/u;
/** JSON and CSV have them around a value; no address or hash begins or ends so. */
const AROUND = `"'[]`;
const SPACE = /\s+/gu;

const known = (text) => isAddress(text) || isHash(text);

/** What a field of one line would hold: line breaks at the ends come from the cell or line that was copied. */
export const trimmed = (text) => without("\r\n", text);

/** A text without some characters at its ends. As a regular expression it would take minutes for a run of them in the middle. */
function without(characters, text) {
  let [from, to] = [0, text.length];
  while (from < to && characters.includes(text[from])) from++;
  while (from < to && characters.includes(text[to - 1])) to--;
  return text.slice(from, to);
}

/**
 * The items of a list, or undefined where the text is one: one address that was broken over two lines, or one line of which no
 * part is an address or hash.
 * @param {string} text @returns {string[] | undefined}
 */
export function listOf(text) {
  if (!BETWEEN.test(text)) return undefined;
  const items = text.split(BETWEEN).map((item) => without(AROUND, item)).filter(Boolean);
  if (items.length < 2 || (text.length <= LONGEST && known(text.replace(SPACE, "")))) return undefined;
  return /[\r\n]/.test(text) || items.some(known) ? items : undefined;
}
