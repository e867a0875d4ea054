// Reads addresses from arguments: texts in any form, or address objects of this package, its copies, or `@ton/core`.

import { fail, kindOf } from "../util/error.js";

/** Whether a text is a testnet-only friendly address: the highest bit of its first byte is set. */
export const isTestOnly = (address) => typeof address === "string" && address.length === 48 && /^[k0]/.test(address);

/** Returns the text of an address, given in any form. */
export function toAddressText(value, parameter = "address") {
  if (typeof value === "string") return value;
  try {
    const rawForm = value[Symbol.for("ton-edge.Address")] ?? value.toRawString();
    if (typeof rawForm === "string") return rawForm;
  } catch {
    // The value is not an address object.
  }
  throw fail("invalid_parameter", `expected an address, not ${kindOf(value)}`, { parameter });
}
