// Functions that need the word list: they create mnemonics, and explain errors in them. Loaded at the first such call.

import { MNEMONIC_COUNT } from "../../dist/message-abi.js";
import { MNEMONIC_WORDS } from "../../dist/mnemonic-words.js";

/** Number of candidates that are checked at once, since WebCrypto runs in parallel with this thread. */
const LISTS_AT_ONCE = 16;

/** @type {string[]} */
const WORD_LIST = [];
// Each entry is a letter for the number of characters that the word shares with the previous one (A is 0, B is 1), then the rest of the
// word.
for (const [, shared, rest] of MNEMONIC_WORDS.matchAll(/([A-Z])([a-z]*)/g))
  WORD_LIST.push((WORD_LIST[WORD_LIST.length - 1] ?? "").slice(0, shared.charCodeAt(0) - 65) + rest);

/**
 * Creates a mnemonic.
 *
 * @param {(length: number) => Uint8Array} randomBytes @param {(words: string[]) => Promise<boolean>} isMnemonic true for one in 256
 *   candidates
 */
export async function newWords(randomBytes, isMnemonic) {
  for (;;) {
    const lists = Array.from({ length: LISTS_AT_ONCE }, () => {
      const bytes = new DataView(randomBytes(2 * MNEMONIC_COUNT).buffer);
      // 11 bits of every two random bytes choose one of the 2048 words, each with equal probability.
      return Array.from(
        { length: MNEMONIC_COUNT },
        (_, index) => WORD_LIST[bytes.getUint16(2 * index) % WORD_LIST.length],
      );
    });
    const validity = await Promise.all(lists.map(isMnemonic));
    const mnemonic = lists[validity.indexOf(true)];
    if (mnemonic) return mnemonic;
  }
}

/**
 * Explains why words are not a TON mnemonic. Since the words are secret, the text gives the position of a wrong word, but does not quote
 * it.
 *
 * @param {string[]} words @param {(bytes: Uint8Array) => Promise<Uint8Array>} sha256
 */
export async function explainWords(words, sha256) {
  const index = words.findIndex((word) => !WORD_LIST.includes(word));
  if (index >= 0) return `not a TON mnemonic: word ${index + 1} is not in the list of 2048 words`;
  return (await isBip39(words, sha256))
    ? "not a TON mnemonic, but a valid BIP-39 mnemonic of another chain; TON uses a different checksum"
    : "not a TON mnemonic with this password: check the words, their order and the password";
}

/** Whether the checksum matches: the bits after the entropy must be the first bits of its hash. */
async function isBip39(words, sha256) {
  const checksum = words.length / 3;
  if (!Number.isInteger(checksum) || checksum < 4 || checksum > 8) return false;
  const bits = words.map((word) => WORD_LIST.indexOf(word).toString(2).padStart(11, "0")).join("");
  const entropy = bits.slice(0, -checksum).match(/.{8}/g) ?? [];
  const [first] = await sha256(Uint8Array.from(entropy, (byte) => parseInt(byte, 2)));
  return bits.endsWith(first.toString(2).padStart(8, "0").slice(0, checksum));
}
