// Shows a text as typed, with the faulty character marked.

import { el } from "../shared/dom.js";

/** Characters shown; the package looks at no more. */
const LONGEST = 512;
const INVISIBLE = /^[\s\p{C}\p{Z}\p{M}]$/u;

/** @param {string} text @param {number | undefined} index of the first bad character, in UTF-16 units */
export const renderEcho = (text, index) => el("p", { id: "address-echo", class: "echo mono" }, markFault(text, index));

/** The text with its faulty character in a `mark`. */
export function markFault(text, index) {
  if (index === undefined) return cut(text, 0);
  // A character outside the basic plane has two UTF-16 units.
  const found = index < text.length ? String.fromCodePoint(text.codePointAt(index)) : "";
  return [text.slice(0, index), mark(found, index), ...cut(text, index + found.length)];
}

function mark(found, index) {
  const shown = found === "" ? "end" : INVISIBLE.test(found) ? `U+${hex(found)}` : found;
  const made = el("mark", { class: shown === found ? "" : "named", title: `Character ${index + 1}` }, shown);
  made.dataset.index = String(index);
  return made;
}

const hex = (character) => character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

function cut(text, from) {
  const rest = text.slice(from, Math.max(from, LONGEST));
  const more = text.length - from - rest.length;
  return more > 0 ? [rest, el("span", { class: "note" }, `… and ${more} more characters`)] : [rest];
}
