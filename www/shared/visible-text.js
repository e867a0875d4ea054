// Makes characters visible that are not, or that change how the text around them is shown.

/**
 * Controls, line separators, marks of direction, fillers of no width, blank letters, tags, and halves of surrogate pairs. Joiners are
 * not among them: scripts and emoji need them.
 */
const INVISIBLE_CHARACTERS =
  /[\u034F\u17B4\u17B5\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
/** Characters that are invisible by themselves: spaces, joiners, marks that need a letter, and blanks. */
const INKLESS_CHARACTERS = /[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{DI}\u2800]/gu;
/** More marks on one character would cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** The text with such characters as their numbers, as in `[U+202E]`. Line breaks and tabs stay. @param {string} text */
export const visibleText = (text) =>
  text
    .replaceAll("\r\n", "\n")
    .replace(INVISIBLE_CHARACTERS, (character) =>
      character === "\n" || character === "\t" ? character : `[U+${formatCodePoint(character)}]`,
    )
    .replace(STACKED_MARKS, "$1");

const formatCodePoint = (character) => character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

/** Whether a text shows something by itself. A name that shows nothing does not count as a name. @param {string} text */
export const isVisible = (text) => text.replace(INKLESS_CHARACTERS, "") !== "";

/** The first characters of a text, with an ellipsis if there are more. Never half of a surrogate pair. */
export function cutText(text, maxChars) {
  if (text.length <= maxChars) return text;
  const end = /[\uD800-\uDBFF]/.test(text[maxChars - 1]) ? maxChars - 1 : maxChars;
  return `${text.slice(0, end)}…`;
}
