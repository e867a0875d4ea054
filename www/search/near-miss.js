// Says what is wrong with a text that is nearly an address or a hash. Only the search needs it.

import { detectHash, parseAddress } from "../ton-edge/address.js";
import { toSentence } from "../shared/errors.js";
import { tFrame } from "../shared/messages.js";
import { isLink, listParts, splitLink } from "./links.js";
import { cleanText } from "./recognise.js";

/**
 * Matches texts that were probably meant as an address, by their first characters, the colon or their length. Their letters may belong to
 * another alphabet.
 */
const NEAR_ADDRESS = /^(?:[EUk0][Qf][\w+/=-]{20,70}|-?\d{1,10}:[\p{L}\p{N}]{40,90})$/iu;
/** The first letters of an address as it is usually written: then a much too short text was meant as one too. */
const ADDRESS_START = /^[EUk0]Q[\w+/=-]{10,70}$/;
const ADDRESS_LENGTH = /^[\p{L}\p{N}_+/=!-]{44,52}$/u;
const NEAR_HASH = /^(?:[\da-f]{56,72}|[\da-z]{64})$/i;

/** `reason`: a message of the package, in English @typedef {{ text: string, reason?: string }} Fault */

/**
 * Returns what is wrong with a text that is nearly an address or a hash, or with a link without one; undefined for other texts.
 * @param {string} text @returns {Fault | undefined}
 */
export function explainNearMiss(text) {
  const cleanedText = cleanText(text);
  if (!isLink(cleanedText)) return explainPart(cleanedText, ADDRESS_LENGTH);
  const { path } = splitLink(cleanedText);
  for (const part of listParts(path).flatMap((pathPart) => pathPart.split(/[,;|\s]/))) {
    const fault = explainPart(part);
    if (fault !== undefined) return fault;
  }
  return { text: tFrame("This link contains no address, hash, name or block.") };
}

/** @param {string} text @param {RegExp} [otherPattern] of texts that may also have been meant as an address @returns {Fault | undefined} */
function explainPart(text, otherPattern) {
  const digits = text.replace(/^0x/i, "");
  if (NEAR_HASH.test(digits)) return { text: tFrame("Not a hash."), reason: readFault(() => detectHash(digits)) };
  const isNearAddress = [NEAR_ADDRESS, ADDRESS_START, otherPattern].some((pattern) => pattern?.test(text));
  if (!isNearAddress) return undefined;
  return { text: tFrame("Not an address."), reason: readFault(() => parseAddress(text)) };
}

function readFault(parse) {
  try {
    parse();
    return undefined;
  } catch (error) {
    return toSentence(error.message);
  }
}
