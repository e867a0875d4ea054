// Tokens whose names look like those of known ones, or of the coin. Anyone can give a token any name: only its address tells which one it is.

import { isMisleading, normalizeLook } from "../ton-edge/lib/sentences/token-symbol.js";
import { loadKnownContracts } from "./known-names.js";
import { tFrame } from "./messages.js";

/** Characters that look like letters which `normalizeLook` does not replace, since the name of the coin has none of them. */
const LOOKALIKES = {
  b: "\u0432\u03B2\u20BF",
  d: "\u0501",
  e: "\u0435\u0454\u03B5\u20AC",
  h: "\u043D\u04BB",
  j: "\u0458",
  k: "\u043A\u03BA",
  p: "\u0440\u03C1",
  s: "\u0455",
  t: "\u20AE",
  u: "\u03C5\u057D",
  w: "\u051D",
  x: "\u0445\u03C7",
  y: "\u0443\u04AF",
  z: "\u03B6",
};
const LETTER_BY_LOOKALIKE = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, lookalikes]) => [...lookalikes].map((character) => [character, letter])),
);

/** @typedef {import("./known-contracts.js").KnownContract & { raw: string }} KnownToken */

/** Loads the jettons and NFT collections of the list of known contracts. @returns {Promise<KnownToken[]>} */
export const loadKnownTokens = async () =>
  (await loadKnownContracts()).filter(({ kind }) => kind === "jetton" || kind === "collection");

/** Returns the letters and digits of a text in one form for all that look alike. @param {string} text */
export const foldLookAlikes = (text) =>
  [...normalizeLook(text)]
    .map((character) => LETTER_BY_LOOKALIKE.get(character) ?? character)
    .join("")
    .replace(/[^\p{L}\p{N}]/gu, "");

/** Whether a name is the coin's; a name that only contains it is not. @param {string} name */
export const isCoinName = (name) => isMisleading(name.replace(/[^\p{L}\p{N}]/gu, "").replace(/^\p{N}+/u, "") || "-");

/**
 * Returns what a visitor must know about the name of a token.
 * @param {{ network: string, view: string, address: string, name?: string, symbol?: string }} token @param {readonly KnownToken[]} known
 * @returns {string[]}
 */
export function warnOfLookAlikes({ network, view, address, name, symbol }, known) {
  const rows = known.filter((row) => row.network === network);
  if (rows.some(({ raw }) => raw === address.toUpperCase())) return [];
  const foldedNames = [name, symbol].filter((text) => text !== undefined).map(foldLookAlikes);
  const imitatedRow = rows.find((row) =>
    [row.name, row.symbol].some((text) => text !== undefined && foldedNames.includes(foldLookAlikes(text))),
  );
  const isCoin =
    view === "jetton" && ((symbol !== undefined && isMisleading(symbol)) || (name !== undefined && isCoinName(name)));
  return [
    ...(isCoin ? [tFrame("This is a jetton, not the coin TON.")] : []),
    ...(imitatedRow
      ? [
          tFrame("This is not the known {name}, which has another address.", {
            name: imitatedRow.symbol ?? imitatedRow.name,
          }),
        ]
      : []),
  ];
}
