// Bags of cells as arguments: bytes or text, and their limits.

import { fail, kindOf } from "../util/error.js";
import { put32 } from "./exchange.js";
import { bytesOf } from "./inputs.js";

const LIMITS = { maxBytes: 16 << 20, maxCells: 1 << 20, maxDepth: 1024 };

let usual;

/** The limits as cell.wasm reads them. */
export function limitBytes(limits) {
  if (limits === undefined) return (usual ??= limitBytes({}));
  const bytes = new Uint8Array(12);
  let at = 0;
  for (const [name, most] of Object.entries(LIMITS)) {
    const limit = limits?.[name] ?? most;
    if (!(Number.isInteger(limit) && limit >= 0 && limit < 2 ** 32))
      throw fail("invalid_option", `\`${name}\` must be a whole number from 0`, { parameter: name });
    at = put32(bytes, at, limit);
  }
  return bytes;
}

/** The bytes of a bag, without a copy. */
export function bocBytes(boc) {
  const bytes = bytesOf(boc);
  if (bytes) return bytes;
  throw fail("invalid_parameter", `expected a bag of cells as bytes, base64 or hexadecimal digits, not ${kindOf(boc)}`);
}
