// Splits a pasted text into items, and decides whether it is a list or one text.

import { isAddress, isHash } from "../ton-edge/address.js";
import { MAX_TEXT_CHARS } from "../app/route.js";

const SEPARATOR = /[\s,;]+/u;
/** Characters that JSON and CSV put around a value; an address or hash never starts or ends with one. */
const SURROUNDING_CHARACTERS = `"'[]`;
const SPACE_PATTERN = /\s+/gu;

const isKnown = (text) => isAddress(text) || isHash(text);

/** Removes line breaks at both ends, which a copied cell or line has. */
export const trimLineBreaks = (text) => trimCharacters("\r\n", text);

/** Removes characters at both ends. A regular expression would take minutes if many of them were in the middle. */
export function trimCharacters(characters, text) {
  let [from, to] = [0, text.length];
  while (from < to && characters.includes(text[from])) from++;
  while (from < to && characters.includes(text[to - 1])) to--;
  return text.slice(from, to);
}

/**
 * Returns the items of a list. Undefined if the text is a single item, such as an address broken over two lines, or one line
 * without an address or hash.
 * @param {string} text @returns {string[] | undefined}
 */
export function splitList(text) {
  if (!SEPARATOR.test(text)) return undefined;
  const items = text
    .split(SEPARATOR)
    .map((item) => trimCharacters(SURROUNDING_CHARACTERS, item))
    .filter(Boolean);
  if (items.length < 2 || (text.length <= MAX_TEXT_CHARS && isKnown(text.replace(SPACE_PATTERN, "")))) return undefined;
  return /[\r\n]/.test(text) || items.some(isKnown) ? items : undefined;
}
