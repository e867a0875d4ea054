// The symbol of a jetton after an amount. Anyone can call a jetton "TON", or "000 TON", which would look like more
// digits of the amount. Such a symbol is quoted, and the address of the jetton is shown next to it.

import { shorten } from "./format-units.js";
import { readChainText } from "./token.js";
import { quoteName, visibleText } from "./visible-text.js";

/** Names of TON's native coin. */
const COIN_NAMES = ["ton", "toncoin", "gram"];
/** Characters that look like the letters of these names, by letter. */
const LOOKALIKES = {
  a: "\u03B1\u0430\u0251\u1D00\u2C81\uA4EE\uAB7A",
  c: "\u0441\u03F2\u1D04\u2CA5\uA4DA\uABAF",
  g: "\u0261\u0262\u050D\uA4D6\uAB90",
  i: "\u03B9\u0456\u0131\u026A\u0269\u2C93\uA4F2\uAB75l|1",
  m: "\u03BC\u043C\u1D0D\u2C99\uA4DF\uABB7",
  n: "\u03B7\u03BD\u043F\u0274\u0578\u057C\u2C9B\uA4E0",
  o: "\u03BF\u03C3\u043E\u00F8\u04E9\u1D0F\u0585\u2C9F\uA4F3\u0665\u06F50",
  r: "\u0433\u0280\u1D26\u2C85\uA4E3\uAB81\uAB71",
  t: "\u03C4\u0442\u1D1B\u0167\u2CA7\uA4D4\uAB72",
};
const LETTER_BY_LOOKALIKE = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, lookalikes]) => [...lookalikes].map((character) => [character, letter])),
);
/**
 * Matches characters that are removed before the comparison: combining marks, joiners, and other invisible characters.
 */
const INKLESS_MARKS = /[\p{M}\p{Cf}\p{DI}]/gu;
/** Matches the start of a symbol that cannot continue the number before it. */
const SAFE_START = /^[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{Sc}\p{So}\p{Emoji_Presentation}]/u;

/** Normalizes a text for comparison: texts that look alike get the same form. @param {string} text */
export const normalizeLook = (text) =>
  [...text.normalize("NFKD").replace(INKLESS_MARKS, "").toLowerCase()]
    .map((character) => LETTER_BY_LOOKALIKE.get(character) ?? character)
    .join("");

/** Whether a symbol could be mistaken for the native coin, or for more digits. @param {string} symbol */
export function isMisleading(symbol) {
  if (!SAFE_START.test(symbol.normalize("NFKC").replace(INKLESS_MARKS, ""))) return true;
  const words = normalizeLook(symbol).split(/[^\p{L}\p{N}]+/u);
  return COIN_NAMES.includes(words.join("")) || words.some((word) => COIN_NAMES.includes(word));
}

/** Returns the symbol of a token, otherwise its name, unchanged but cut. @param {any} token */
export const readSymbolText = (token) => readChainText(token?.symbol) ?? readChainText(token?.name);

/**
 * Returns the symbol in a form that is safe after an amount; undefined if there is none.
 * @param {any} token of the metadata, of type `jetton_masters` @param {string} address of the jetton
 */
export function readSymbol(token, address) {
  const symbol = readSymbolText(token);
  if (symbol === undefined) return undefined;
  const text = visibleText(symbol);
  return isMisleading(symbol) ? `jetton ${quoteName(text)} ${shorten(address, 8)}` : text;
}
