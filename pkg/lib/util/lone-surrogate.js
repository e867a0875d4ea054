// Half of a surrogate pair, which has no UTF-8 form.

/**
 * In Safari 16.0 `/\p{Surrogate}/u` also finds the second half of a pair, but not at the beginning of a text.
 *
 * @param {string} text
 */
export const hasLoneSurrogate = (text) =>
  /\p{Surrogate}/u.test(text) && [...text].some((symbol) => /^\p{Surrogate}/u.test(symbol));
