// Formats the amounts of an activity, with the token metadata in the response. Token names are untrusted text.

import { formatUnits } from "../shared/format.js";
import { readDecimals, findJettonMaster } from "../shared/token.js";
import { readSymbol } from "../shared/token-symbol.js";
import { visibleText } from "../shared/visible-text.js";
import { TON } from "./describe-action.js";

const TON_DECIMALS = 9;

/**
 * @typedef {{ digits: string, symbol: string, exact: boolean }} Shown `exact`: whether the decimals are known; otherwise the amount is in
 *   the smallest units
 * @param {import("./describe-action.js").Amount} amount @param {Record<string, any>} metadata
 * @returns {Shown}
 */
export function formatAmount({ units, asset }, metadata) {
  if (asset === TON) return { digits: formatUnits(units, TON_DECIMALS) ?? units, symbol: "TON", exact: true };
  const currency = /^currency:(.+)$/.exec(asset);
  if (currency)
    return { digits: formatUnits(units, 0) ?? units, symbol: `of currency ${visibleText(currency[1])}`, exact: false };
  const { symbol, decimals } = describeToken(asset, metadata);
  return {
    digits: formatUnits(units, decimals ?? 0) ?? units,
    symbol: symbol ?? "jetton",
    exact: decimals !== undefined,
  };
}

/** Returns symbol and decimals of a jetton, as far as they are known. @param {string} asset @param {Record<string, any>} metadata */
export function describeToken(asset, metadata) {
  const token = findJettonMaster(metadata, asset);
  return { symbol: readSymbol(token, asset), decimals: readDecimals(token) };
}

const SIGNS = { in: "+", out: "\u2212", "": "" };

/** Writes the amount as text: "+5 TON". @param {import("./describe-action.js").Amount} amount @param {Record<string, any>} metadata */
export function writeAmount(amount, metadata) {
  const { digits, symbol } = formatAmount(amount, metadata);
  return `${SIGNS[amount.sign]}${digits} ${symbol}`;
}
