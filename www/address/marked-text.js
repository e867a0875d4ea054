// Shows a text as typed, with the first invalid character marked.

import { el } from "../shared/dom.js";
import { t, tCount } from "../shared/messages.js";

/** Maximum characters shown; the package reads no more. */
const MAX_SHOWN_CHARS = 512;
const INVISIBLE_CHARACTER = /^[\s\p{C}\p{Z}\p{M}]$/u;

/** @param {string} text @param {number | undefined} index of the first invalid character, in UTF-16 units */
export const renderEcho = (text, index) => el("p", { id: "address-echo", class: "echo mono" }, markFault(text, index));

/** Returns the text with its invalid character in a `mark` element. */
export function markFault(text, index) {
  if (index === undefined) return cutText(text, 0);
  // `codePointAt`, because a character outside the basic plane has two UTF-16 units.
  const character = index < text.length ? String.fromCodePoint(text.codePointAt(index)) : "";
  return [text.slice(0, index), renderMark(character, index), ...cutText(text, index + character.length)];
}

function renderMark(character, index) {
  const shownText =
    character === "" ? t("end") : INVISIBLE_CHARACTER.test(character) ? `U+${formatCodePoint(character)}` : character;
  const element = el(
    "mark",
    { class: shownText === character ? "" : "named", title: t("Character {position}", { position: index + 1 }) },
    shownText,
  );
  element.dataset.index = String(index);
  return element;
}

const formatCodePoint = (character) => character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

function cutText(text, start) {
  const remainingText = text.slice(start, Math.max(start, MAX_SHOWN_CHARS));
  const hiddenCount = text.length - start - remainingText.length;
  return hiddenCount > 0
    ? [
        remainingText,
        el(
          "span",
          { class: "note" },
          `… ${tCount(hiddenCount, "and {count} more character", "and {count} more characters")}`,
        ),
      ]
    : [remainingText];
}
