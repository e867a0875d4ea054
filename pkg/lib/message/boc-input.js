// Reads bags of cells from arguments, as bytes or text, and their limits.

import { fail, kindOf } from "../util/error.js";
import { writeUint32 } from "./exchange.js";
import { toBytes } from "./inputs.js";

const DEFAULT_LIMITS = { maxBytes: 16 << 20, maxCells: 1 << 20, maxDepth: 1024 };

let defaultLimitBytes;

/** Returns the limits in the form that cell.wasm reads. */
export function encodeLimits(limits) {
  if (limits === undefined) return (defaultLimitBytes ??= encodeLimits({}));
  const bytes = new Uint8Array(12);
  let offset = 0;
  for (const [name, defaultLimit] of Object.entries(DEFAULT_LIMITS)) {
    const limit = limits?.[name] ?? defaultLimit;
    if (!(Number.isInteger(limit) && limit >= 0 && limit < 2 ** 32))
      throw fail("invalid_option", `\`${name}\` must be a whole number from 0 to 4294967295`, { parameter: name });
    offset = writeUint32(bytes, offset, limit);
  }
  return bytes;
}

/** Returns the bytes of a bag without a copy. */
export function readBocBytes(boc) {
  const bytes = toBytes(boc);
  if (bytes) return bytes;
  throw fail("invalid_parameter", `expected a bag of cells as bytes, base64 or hexadecimal digits, not ${kindOf(boc)}`);
}
