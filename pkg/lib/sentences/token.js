// Reads the metadata of tokens in a response. Anyone can put any name on the chain, so names are untrusted text.

import { cutText, isVisible } from "./visible-text.js";

const MAX_TEXT_CHARS = 80;
/** Bodies that a jetton wallet sends; a jetton wallet receives the other jetton bodies. */
const SENT_BY_WALLET = ["jetton_notification", "jetton_burn_notification"];

const toList = (/** @type {unknown} */ value) => (Array.isArray(value) ? value : []);

/**
 * Returns the token's metadata; undefined if the API has not read it yet or found it invalid. A contract can be listed as several types of
 * token.
 * @param {Record<string, any>} metadata @param {any} address @param {"jetton_masters" | "jetton_wallets" | "nft_collections" | "nft_items"} [type]
 *   if given, only metadata of this token type
 */
export const findToken = (metadata, address, type) =>
  toList(metadata[address]?.token_info).find(
    (token) => token?.valid !== false && (type === undefined || token?.type === type),
  );

/** Returns the metadata of a jetton master, which has decimals and symbol. @param {Record<string, any>} metadata @param {any} address */
export const findJettonMaster = (metadata, address) => findToken(metadata, address, "jetton_masters");

/** Shortens a text from the chain; undefined if it has no visible character. @param {unknown} text */
export const readChainText = (text, maxChars = MAX_TEXT_CHARS) =>
  typeof text === "string" && isVisible(text.slice(0, maxChars)) ? cutText(text, maxChars) : undefined;

/**
 * Returns the decimals; undefined if the metadata lacks them, as in `client.jettons`: a guess may be wrong by a factor of a thousand.
 *
 * @param {any} token
 */
export function readDecimals(token) {
  const decimals = token?.extra?.decimals;
  return /^\d{1,3}$/.test(String(decimals)) && Number(decimals) <= 255 ? Number(decimals) : undefined;
}

/**
 * Returns the jetton of a message, found by the jetton wallet that sent or received it: its address, and its metadata if known.
 * @param {string} type of its body @param {{ source?: any, destination?: any }} message @param {Record<string, any>} metadata
 */
export function findJetton(type, { source, destination }, metadata) {
  const wallet = findToken(metadata, SENT_BY_WALLET.includes(type) ? source : destination, "jetton_wallets");
  const address = String(wallet?.extra?.jetton ?? "");
  return { address, token: findJettonMaster(metadata, address) };
}
