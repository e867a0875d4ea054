// Addresses in one form.

import { beginCell } from "../../message.js";
import { fail } from "../util/error.js";

/** An address of any form in raw form. */
export function rawAddress(address) {
  if (address === undefined || address === null)
    throw fail("missing_parameter", "`address` is missing", { parameter: "address" });
  return beginCell().storeAddress(address).endCell().beginParse().loadAddress();
}
