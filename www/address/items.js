// Cuts what was pasted into items, and tells a list from one text.

import { isAddress, isHash } from "../ton-edge/address.js";

const BETWEEN = /[\s,;]+/u;
/** JSON and CSV have them around a value; no address or hash begins or ends so. */
const AROUND = /^["'[\]]+|["'[\]]+$/g;
const SPACE = /\s+/gu;

const known = (text) => isAddress(text) || isHash(text);

/** What a field of one line would hold: line breaks at the ends come from the cell or line that was copied. */
export const trimmed = (text) => text.replace(/^[\r\n]+|[\r\n]+$/g, "");

/**
 * The items of a list, or undefined where the text is one: one address that was broken over two lines, or one line of which no
 * part is an address or hash.
 * @param {string} text @returns {string[] | undefined}
 */
export function listOf(text) {
  if (!BETWEEN.test(text)) return undefined;
  const items = text.split(BETWEEN).map((item) => item.replace(AROUND, "")).filter(Boolean);
  if (items.length < 2 || known(text.replace(SPACE, ""))) return undefined;
  return /[\r\n]/.test(text) || items.some(known) ? items : undefined;
}
