// The tokens that responses have shown: their names are found by the search, because the API has no search by name. They stay on this device.

import { readChainText } from "../ton-edge/lib/sentences/token.js";
import { readNetwork } from "./network.js";
import { isPhrase } from "./secrets.js";

const STORAGE_KEY = "ton-edge:tokens";
/** The tokens seen last. */
const MAX_TOKENS = 200;
/** Maximum characters of a stored name or symbol. */
const MAX_TEXT_CHARS = 60;
/** Milliseconds until new tokens are stored, since a view reads several responses at once. */
const STORE_AFTER_MS = 500;
const RAW_ADDRESS = /^-?\d{1,10}:[0-9A-F]{64}$/;
/** The views of the types of tokens. @type {Record<string, SeenToken["view"]>} */
const VIEW_BY_TYPE = { jetton_masters: "jetton", nft_collections: "collection" };

/**
 * A jetton or an NFT collection, with the texts that its owner wrote.
 * @typedef {{ network: string, view: "jetton" | "collection", address: string, name?: string, symbol?: string, isScam?: boolean }} SeenToken
 *   `view`: the view that shows it; `address`: raw
 */

/** By network, view and address, in the order in which they were seen last. @type {Map<string, SeenToken> | undefined} */
let tokens;
let timer;

const formatTokenKey = ({ network, view, address }) => `${network} ${view} ${address}`;

function loadTokens() {
  tokens ??= new Map(readStore().map((token) => [formatTokenKey(token), token]));
  return tokens;
}

/** @returns {SeenToken[]} */
function readStore() {
  try {
    const storedTokens = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(storedTokens) ? storedTokens.filter(isSeenToken).slice(-MAX_TOKENS) : [];
  } catch {
    return [];
  }
}

/** Checks a stored token, since other code of this origin, or the visitor, may have written it. */
const isSeenToken = (value) =>
  typeof value?.network === "string" &&
  Object.values(VIEW_BY_TYPE).includes(value.view) &&
  RAW_ADDRESS.test(value.address) &&
  [value.name, value.symbol].every((text) => text === undefined || readText(text) === text) &&
  (value.name ?? value.symbol) !== undefined;

/** A text that looks like a recovery phrase is not stored, whoever wrote it. */
function readText(text) {
  const chainText = readChainText(text, MAX_TEXT_CHARS);
  return chainText === undefined || isPhrase(text) ? undefined : chainText.slice(0, MAX_TEXT_CHARS);
}

/** Lists the tokens of the metadata of a response. @param {Record<string, any> | undefined} metadata @returns {SeenToken[]} */
export function listTokens(metadata) {
  const network = readNetwork();
  return Object.entries(metadata ?? {}).flatMap(([address, entry]) =>
    (Array.isArray(entry?.token_info) ? entry.token_info : []).flatMap((info) => {
      const view = VIEW_BY_TYPE[info?.type];
      if (!view || info.valid === false) return [];
      const [name, symbol] = [readText(info.name), readText(info.symbol)];
      const token = { network, view, address, name, symbol, ...(info.is_scam === true && { isScam: true }) };
      return isSeenToken(token) ? [token] : [];
    }),
  );
}

/** Remembers the tokens of the metadata of a response. @param {Record<string, any> | undefined} metadata */
export function rememberTokens(metadata) {
  const seenTokens = listTokens(metadata);
  if (seenTokens.length === 0) return;
  const tokenByKey = loadTokens();
  for (const token of seenTokens) {
    tokenByKey.delete(formatTokenKey(token));
    tokenByKey.set(formatTokenKey(token), token);
  }
  for (const key of [...tokenByKey.keys()].slice(0, Math.max(0, tokenByKey.size - MAX_TOKENS))) tokenByKey.delete(key);
  timer ??= setTimeout(storeTokens, STORE_AFTER_MS);
}

function storeTokens() {
  timer = undefined;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...loadTokens().values()]));
  } catch {
    // Storage may be blocked or full; then the tokens are remembered until the page is closed.
  }
}

/** Returns the tokens of the current network, the last seen first. */
export const readSeenTokens = () =>
  [...loadTokens().values()].filter(({ network }) => network === readNetwork()).reverse();

export function forgetTokens() {
  tokens = new Map();
  storeTokens();
}
