// Addresses as arguments: texts in any form, or objects of this package, of its copies, or of `@ton/core`.

import { fail, kindOf } from "../util/error.js";

/** The text of an address, in whatever form it was given. */
export function rawAddress(value, parameter = "address") {
  if (typeof value === "string") return value;
  try {
    const raw = value[Symbol.for("ton-edge.Address")] ?? value.toRawString();
    if (typeof raw === "string") return raw;
  } catch {
    // Nothing of the kind.
  }
  throw fail("invalid_parameter", `expected an address, not ${kindOf(value)}`, { parameter });
}
