// Formats the amounts of an action, with the token metadata in the response. Token names are untrusted text.

import { describeAsset } from "./asset.js";
import { formatUnits, shorten } from "./format-units.js";
import { TON } from "./read-action.js";
import { isMisleading, readSymbol, readSymbolText } from "./token-symbol.js";
import { findJettonMaster } from "./token.js";
import { quoteName, toOneLine } from "./visible-text.js";

const CURRENCY = /^currency:(\d{1,10})$/;
/** Matches characters that would end the symbol for a reader, so that the rest of the symbol could continue the sentence. */
const SEPARATOR = /[\s\u201C-\u201F"]/;

/**
 * Returns the symbol in a form that is safe within a sentence; undefined if there is none.
 * @param {any} token of the metadata, of type `jetton_masters` @param {string} address of the jetton
 */
function readSymbolInSentence(token, address) {
  const symbol = readSymbolText(token);
  const text = readSymbol(token, address);
  if (symbol === undefined || text === undefined) return undefined;
  return SEPARATOR.test(symbol) && !isMisleading(symbol) ? quoteName(toOneLine(text)) : toOneLine(text);
}

/**
 * Translates a text with placeholders, which stay in it. The web app has sentences in other languages.
 * @callback Translate @param {string} text @returns {string}
 */

/** @type {Translate} */
const returnText = (text) => text;

/** Names an asset in a sentence. @param {string} asset @param {any} token of the metadata @param {Translate} translate */
function nameAsset(asset, token, translate) {
  const [, currency] = CURRENCY.exec(asset) ?? [];
  if (currency) return translate("extra currency {id}").replace("{id}", currency);
  const unknownName =
    asset === ""
      ? translate("an unknown token")
      : translate("the unknown token {address}").replace("{address}", shorten(asset));
  return readSymbolInSentence(token, asset) ?? unknownName;
}

/**
 * Writes an amount for a sentence: "5 TON". Without known decimals it is in the smallest units, and says so.
 *
 * @param {import("./read-action.js").Amount} amount @param {Record<string, any>} metadata
 * @param {import("./format-units.js").NumberStyle} [style] @param {Translate} [translate]
 */
export function writeAmount({ units, asset }, metadata, style, translate = returnText) {
  const { symbol, decimals, isScam } = describeAsset(asset, metadata);
  const name = asset === TON ? TON : nameAsset(asset, findJettonMaster(metadata, asset), translate);
  const scamMark = isScam ? translate(" (marked as a scam)") : "";
  const writeTemplate = (/** @type {string} */ template) =>
    translate(template)
      .replace("{amount}", formatUnits(units, decimals ?? 0, style) ?? "")
      .replace("{name}", () => name) + scamMark;
  if (units === null)
    return asset === "" ? translate("an unknown amount") : writeTemplate("an unknown amount of {name}");
  if (decimals === undefined) return writeTemplate("{amount} smallest units of {name}");
  return writeTemplate(symbol === undefined ? "{amount} of {name}" : "{amount} {name}");
}
