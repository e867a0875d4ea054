// Writes the names in the tables of bodies and get-methods as words, in the language of the visitor.

import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "./messages.js";

/** Matches abbreviations in names of the table, which are written in upper case. */
const ABBREVIATIONS = /\b(?:ton|nft|dns|id)\b/g;

/** @param {string} name */
export function toTitle(name) {
  const words = name
    .replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replaceAll("_", " ")
    .replace(ABBREVIATIONS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Converts a name of the table to words: `nft_transfer` gives "NFT transfer", `queryId` gives "Query ID". @param {string} name */
export const formatTitle = (name) => t(toTitle(name));

/** Translates a name that the API gives to an operation; undefined if it is not in the table, or the view is English. @param {string} name */
export function translateOperation(name) {
  const title = toTitle(name);
  const translation = t(title);
  return translation === title ? undefined : translation;
}

/** Returns the words of a name that the API gives to an operation. @param {string} name */
export const nameOperation = (name) => translateOperation(name) ?? visibleText(name).replaceAll("_", " ");
