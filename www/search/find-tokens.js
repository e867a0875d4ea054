// Finds tokens by name and symbol: among the known ones, those that this device has seen, and those of the index that have been read. The API
// has no search by name.

import { packAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { shorten } from "../shared/format.js";
import { foldLookAlikes, isCoinName, warnOfLookAlikes } from "../shared/look-alike.js";
import { readNetwork } from "../shared/network.js";
import { isPhrase } from "../shared/secrets.js";
import { isMisleading } from "../ton-edge/lib/sentences/token-symbol.js";
import { quoteName, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { tFrame } from "../shared/messages.js";

/** @typedef {import("../shared/seen-tokens.js").SeenToken} SeenToken */
/** @typedef {import("../shared/look-alike.js").KnownToken} KnownToken */
/** A token with the place from which its name is known. @typedef {SeenToken & { origin: string }} NamedToken */

const MAX_RESULTS = 6;
/** Longer texts are not names. */
const MAX_TEXT_CHARS = 60;
/** Minimum characters to search at the beginning of names and words, and inside them. A shorter text must be a whole name. */
const MIN_CHARS = { beginning: 2, inside: 3 };
const NOUNS = { jetton: "Jetton", collection: "NFT collection" };

/** Whether a text may be the name of a token: it has a letter, or a sign such as an emoji. @param {string} text */
export const canBeToken = (text) =>
  text.trim().length <= MAX_TEXT_CHARS && /[\p{L}\p{Sc}\p{So}]/u.test(text) && !isPhrase(text);

/** @param {KnownToken} row @returns {NamedToken} */
const readKnownToken = ({ network, kind, raw, name, symbol }) => ({
  network,
  view: /** @type {NamedToken["view"]} */ (kind),
  address: raw,
  name,
  symbol,
  origin: "known",
});

/**
 * Returns the rank of a token: 0 is the best match; undefined if the token does not match. @param {string} foldedText folded @param
 * {NamedToken} token
 */
function rankToken(foldedText, { name = "", symbol = "" }) {
  const [foldedName, foldedSymbol] = [name, symbol].map(foldLookAlikes);
  const words = name.split(/[^\p{L}\p{N}]+/u).map(foldLookAlikes);
  const [isBeginning, isInside] = [MIN_CHARS.beginning, MIN_CHARS.inside].map((chars) => foldedText.length >= chars);
  const ranks = [
    foldedSymbol === foldedText,
    foldedName === foldedText,
    isBeginning && foldedSymbol.startsWith(foldedText),
    isBeginning && foldedName.startsWith(foldedText),
    isBeginning && words.some((word) => word.startsWith(foldedText)),
    isInside && (foldedName.includes(foldedText) || foldedSymbol.includes(foldedText)),
  ];
  const rank = ranks.indexOf(true);
  return rank < 0 ? undefined : rank;
}

/**
 * Returns the tokens of the current network, the best match first. A token that is known from several places appears once.
 * @param {string} text @param {readonly KnownToken[]} knownTokens @param {readonly NamedToken[]} otherTokens
 * @returns {import("./recognise.js").Found[]}
 */
export function findTokens(text, knownTokens, otherTokens) {
  const foldedText = foldLookAlikes(text);
  if (foldedText === "" || !canBeToken(text)) return [];
  const network = readNetwork();
  /** @type {Map<string, NamedToken>} */
  const tokens = new Map();
  for (const token of [...knownTokens.map(readKnownToken), ...otherTokens])
    if (token.network === network && !tokens.has(`${token.view} ${token.address}`))
      tokens.set(`${token.view} ${token.address}`, token);
  return [...tokens.values()]
    .map((token) => ({ token, rank: rankToken(foldedText, token) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((a, b) => Number(b.token.origin === "known") - Number(a.token.origin === "known") || a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ token }) => describeToken(token, knownTokens));
}

/** @param {NamedToken} token @param {readonly KnownToken[]} knownTokens @returns {import("./recognise.js").Found} */
function describeToken(token, knownTokens) {
  const { network, view, address, name, symbol, isScam, origin } = token;
  const friendlyAddress = packAddress(address, { testOnly: network === "testnet" || undefined });
  const shownSymbol = symbol !== undefined && symbol !== name ? formatSymbol(symbol) : undefined;
  const shownName = name === undefined ? undefined : formatName(name);
  const title = [shownSymbol, shownName].filter((part) => part !== undefined).join(" · ");
  const warnings = [...warnOfLookAlikes(token, knownTokens), ...(isScam ? [tFrame("The API marks it as scam.")] : [])];
  const href = formatRoute({ view, text: friendlyAddress });
  return {
    kind: "token",
    icon: view === "jetton" ? "jetton" : "nft",
    title,
    detail: `${tFrame(NOUNS[view])} ${shorten(friendlyAddress)}, ${tFrame(ORIGINS[origin])}`,
    href,
    isSeen: origin === "seen",
    remembered: `${title} ${shorten(friendlyAddress)}`,
    ...(warnings.length > 0 && { warning: warnings.join(" ") }),
  };
}

/** @type {Record<string, string>} */
const ORIGINS = {
  known: "from the list of known contracts",
  seen: "seen on this device",
  index: "read from the index",
};

/** Puts a symbol or a name into quotation marks if it could be mistaken for the coin. */
const formatSymbol = (/** @type {string} */ text) =>
  isMisleading(text) ? quoteName(visibleText(text)) : visibleText(text);
const formatName = (/** @type {string} */ text) =>
  isCoinName(text) ? quoteName(visibleText(text)) : visibleText(text);
