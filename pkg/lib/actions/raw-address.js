// Converts addresses to raw form.

import { beginCell } from "../../message.js";
import { fail, isList, isTonEdgeError } from "../util/error.js";

/** Requires exactly one address: a request without an address, or with several, would return other accounts. */
export function requireOneAddress(address, parameter) {
  if (address === undefined || address === null)
    throw fail("missing_parameter", `\`${parameter}\` is missing`, { parameter });
  if (isList(address))
    throw fail("invalid_parameter", `\`${parameter}\` must be one address, not an array`, { parameter });
  return address;
}

/** Converts an address of any form to raw form. */
export const toRawAddress = (address) => parseAddress(requireOneAddress(address, "address"));

const parseAddress = (address) => beginCell().storeAddress(address).endCell().beginParse().loadAddress();

/** Returns the raw form of a text that is an address; undefined for any other text. */
export function parseAddressText(text) {
  try {
    return typeof text === "string" ? parseAddress(text) : undefined;
  } catch (error) {
    if (isTonEdgeError(error, "invalid_parameter")) return undefined;
    throw error;
  }
}
