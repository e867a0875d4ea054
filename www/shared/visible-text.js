// Makes characters visible that are not, or that change how the text around them is shown.

/**
 * Controls, line separators, marks of direction, fillers of no width, tags, and halves of surrogate pairs. Joiners are not among
 * them: scripts and emoji need them.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;
/** More marks on one character would cover the lines above and below. */
const STACKED = /(\p{M}{4})\p{M}+/gu;

/** The text with such characters as their numbers, as in `[U+202E]`. Line breaks and tabs stay. @param {string} text */
export const visibleText = (text) =>
  text
    .replaceAll("\r\n", "\n")
    .replace(INVISIBLE, (one) => (one === "\n" || one === "\t" ? one : `[U+${number(one)}]`))
    .replace(STACKED, "$1");

const number = (one) => one.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");

/** The first characters of a text, with an ellipsis if there are more. Never half of a surrogate pair. */
export function cutText(text, most) {
  if (text.length <= most) return text;
  const end = /[\uD800-\uDBFF]/.test(text[most - 1]) ? most - 1 : most;
  return `${text.slice(0, end)}…`;
}
