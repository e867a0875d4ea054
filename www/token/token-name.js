// The name and symbol of a token for the head of its page. Anyone can put any name on the chain.

import { readImage } from "../account/picture.js";
import { readChainText } from "../ton-edge/lib/sentences/token.js";
import { readSymbol } from "../ton-edge/lib/sentences/token-symbol.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";

/** Maximum characters of a description; the tab with the metadata shows more. */
const MAX_DESCRIPTION_CHARS = 2000;

/**
 * The fields to show: those of the index, otherwise those that the contract stores.
 * @param {any} token of the index @param {Record<string, any> | null | undefined} content of the contract
 */
export const chooseFields = (token, content) => ({
  ...token,
  name: readChainText(token?.name) ?? content?.name,
  symbol: readChainText(token?.symbol) ?? content?.symbol,
  description: readChainText(token?.description, MAX_DESCRIPTION_CHARS) ?? content?.description,
  image: readImage(token) ?? content?.image,
  extra: { decimals: content?.decimals, ...token?.extra },
});

/** @param {any} fields @param {string} fallback what is shown without a name */
export const readName = (fields, fallback) => {
  const name = readChainText(fields.name);
  return name === undefined ? fallback : visibleText(name);
};

/** @param {any} fields */
export const readDescription = (fields) => readChainText(fields.description, MAX_DESCRIPTION_CHARS);

/** Returns the symbol of a jetton, with its address if it could be mistaken for the coin. @param {any} fields @param {string} address */
export const readJettonSymbol = (fields, address) => readSymbol(fields, address);
