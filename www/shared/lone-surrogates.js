// Replaces halves of surrogate pairs, which have no UTF-8 form.

/**
 * Replaces each lone surrogate by U+FFFD. In Safari 16.0 `/\p{Surrogate}/u` also finds the second half of a pair, but not at the beginning of
 * a text, so each symbol is tested alone.
 *
 * @param {string} text
 */
export const replaceLoneSurrogates = (text) =>
  /\p{Surrogate}/u.test(text)
    ? [...text].map((symbol) => (/^\p{Surrogate}/u.test(symbol) ? "\uFFFD" : symbol)).join("")
    : text;
