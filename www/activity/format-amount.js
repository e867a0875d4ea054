// Formats the amounts of an activity, with the token metadata in the response. Token names are untrusted text.

import { describeAsset } from "../ton-edge/lib/sentences/asset.js";
import { formatUnits } from "../shared/format.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "../shared/messages.js";

/**
 * @callback Write writes a text with placeholders
 * @param {string} text in English @param {Record<string, string>} [values] @returns {string}
 */
/** An amount in a row. @typedef {{ sign: "in" | "out" | "", units: string, asset: string }} Amount */

/**
 * @typedef {{ digits: string, symbol: string, exact: boolean }} Shown `exact`: whether the decimals are known; otherwise the amount is in
 *   the smallest units
 * @param {Amount} amount @param {Record<string, any>} metadata @param {Write} [write] in the language of the visitor by default
 * @returns {Shown}
 */
export function formatAmount({ units, asset }, metadata, write = t) {
  const [, currency] = /^currency:(.+)$/.exec(asset) ?? [];
  const { symbol = write("jetton"), decimals } = describeAsset(asset, metadata);
  return {
    digits: formatUnits(units, decimals ?? 0) ?? units,
    symbol: currency ? write("of currency {currency}", { currency: visibleText(currency) }) : symbol,
    exact: decimals !== undefined,
  };
}

const SIGN_TEXTS = { in: "+", out: "\u2212", "": "" };

/** Writes the amount as text: "+5 TON". @param {Amount} amount @param {Record<string, any>} metadata */
export function writeAmount(amount, metadata) {
  const { digits, symbol } = formatAmount(amount, metadata);
  return `${SIGN_TEXTS[amount.sign]}${digits} ${symbol}`;
}
