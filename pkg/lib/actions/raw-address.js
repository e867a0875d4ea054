// Addresses in one form.

import { beginCell } from "../../message.js";
import { fail, isList, isTonEdgeError } from "../util/error.js";

/** One address, as it was given: a request without it, or with several, would be about other accounts. */
export function requireOneAddress(address, parameter) {
  if (address === undefined || address === null)
    throw fail("missing_parameter", `\`${parameter}\` is missing`, { parameter });
  if (isList(address))
    throw fail("invalid_parameter", `\`${parameter}\` must be one address, not an array`, { parameter });
  return address;
}

/** An address of any form in raw form. */
export const toRawAddress = (address) => parseAddress(requireOneAddress(address, "address"));

const parseAddress = (address) => beginCell().storeAddress(address).endCell().beginParse().loadAddress();

/** The raw form of a text that is an address; undefined of any other. */
export function parseAddressText(text) {
  try {
    return typeof text === "string" ? parseAddress(text) : undefined;
  } catch (error) {
    if (isTonEdgeError(error, "invalid_parameter")) return undefined;
    throw error;
  }
}
