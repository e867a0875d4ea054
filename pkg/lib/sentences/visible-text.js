// Makes characters visible that are invisible or change how the text around them is shown.

/**
 * Matches controls, line separators, direction marks, zero-width fillers, blank letters, tags, and lone surrogates. Joiners are
 * not included: scripts and emoji need them.
 */
const INVISIBLE_CHARACTERS =
  /[\u034F\u17B4\u17B5\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
/** Matches characters that are invisible on their own: spaces, joiners, combining marks, and blanks. */
const INKLESS_CHARACTERS = /[\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{DI}\u2800]/gu;
/** Matches a character's combining marks beyond the fourth, which would cover the lines above and below. */
const STACKED_MARKS = /(\p{M}{4})\p{M}+/gu;

/** Replaces invisible characters by their code points, as in `[U+202E]`. Line breaks and tabs stay. @param {string} text */
export const visibleText = (text) =>
  text
    .replaceAll("\r\n", "\n")
    .replace(INVISIBLE_CHARACTERS, (character) =>
      character === "\n" || character === "\t" ? character : `[U+${formatCodePoint(character)}]`,
    )
    .replace(STACKED_MARKS, "$1");

const formatCodePoint = (character) => character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

/** Whether a text has a visible character. @param {string} text */
export const isVisible = (text) => text.replace(INKLESS_CHARACTERS, "") !== "";

/** Returns the first characters of a text, with an ellipsis if there are more. Never splits a surrogate pair. */
export function cutText(text, maxChars) {
  if (text.length <= maxChars) return text;
  const end = /[\uD800-\uDBFF]/.test(text[maxChars - 1]) ? maxChars - 1 : maxChars;
  return `${text.slice(0, end)}…`;
}

/** Puts a name that a stranger chose into quotation marks, which it cannot close itself. @param {string} name */
export const quoteName = (name) => `\u201C${name.replace(/[\u201C-\u201F"]/g, "'")}\u201D`;

/** Replaces line breaks and other white space by single spaces. @param {string} text */
export const toOneLine = (text) => text.replace(/\s+/g, " ");
