// Recognizes secrets. They must not get into a URL, a title, the browser's history or a store, where others may see them later. Therefore a
// text without an address, hash or domain, and a text that looks like a recovery phrase, stay only in the input field.

/** Minimum number of consecutive words; phrases have 12, 18 or 24 words, of which one may be missing. */
const MIN_PHRASE_WORDS = 11;
const PHRASE_WORD = /^[a-z]{3,8}$/;
/** Matches the number of a word, alone or before the word. */
const WORD_NUMBER = /^\(?\d{1,2}[.:)\]]*/;

/** The message that replaces suggestions for a secret. */
export const PHRASE_WARNING =
  "This looks like a recovery phrase. It is not sent, and not in the URL, the history or the last searches. Anyone who has it can take all that the wallet holds: clear the field, and enter a phrase only in a wallet.";

/**
 * Whether a text looks like a recovery phrase: consecutive words, possibly with commas, numbers or line breaks between them. @param {string}
 * text
 */
export function isPhrase(text) {
  let wordsInRow = 0;
  for (const part of text.toLowerCase().split(/[\s,;|"'[\]]+/u)) {
    const word = part.replace(WORD_NUMBER, "");
    if (word === "") continue;
    wordsInRow = PHRASE_WORD.test(word) ? wordsInRow + 1 : 0;
    if (wordsInRow >= MIN_PHRASE_WORDS) return true;
  }
  return false;
}

/** Matches a raw address, a hash, a domain, or a link. */
const SHAREABLE_FORM = /^(-?\d+:|0x)?[0-9a-f]{64}$|^[\w+/-]{43}=?$|\.(ton|t\.me)$|^\w+:\/\//i;
const FRIENDLY_FORM = /^[\w+/-]{48}$/;
const BLOCK_FORM = /^\W*\d{1,10}(\W+[\da-f]{16}\W+\d+\W*)?$/i;

/** Whether a text is a friendly address. Other texts of this form, such as keys, fail the checksum. @param {string} text */
function isFriendly(text) {
  if (!FRIENDLY_FORM.test(text)) return false;
  let crc = 0;
  for (const char of atob(text.replaceAll("-", "+").replaceAll("_", "/"))) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1;
  }
  return crc === 0;
}

const isShareablePart = (part) => SHAREABLE_FORM.test(part) || isFriendly(part);

/**
 * Whether the URL may contain a text that a visitor typed into a view for addresses, hashes, domains or blocks.
 *
 * @param {string} text
 */
export const isShareable = (text) =>
  text === "" || (!isPhrase(text) && (BLOCK_FORM.test(text) || text.split(/[\s,;|"']+/).some(isShareablePart)));
