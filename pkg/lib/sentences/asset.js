// The asset of an amount: its symbol and decimals, according to the metadata of a response.

import { TON } from "./read-action.js";
import { readSymbol } from "./token-symbol.js";
import { findJettonMaster, readDecimals } from "./token.js";

const TON_DECIMALS = 9;

/**
 * Returns symbol and decimals of an asset, as far as they are known.
 *
 * @param {string} asset @param {Record<string, any>} metadata
 */
export function describeAsset(asset, metadata) {
  if (asset === TON) return { symbol: TON, decimals: TON_DECIMALS, isScam: false };
  const token = findJettonMaster(metadata, asset);
  return { symbol: readSymbol(token, asset), decimals: readDecimals(token), isScam: token?.is_scam === true };
}
