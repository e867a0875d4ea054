// Calls into cell.wasm and ed25519.wasm, whose results are bytes. See src/js/cell_bindings.rs.

import { createExchange, maxTextBytes, reserveInput, textCodecs } from "../wasm/exchange.js";

const maxBytes = (part) => (typeof part === "string" ? maxTextBytes(part) : part.length);

/** Writes texts and bytes, one after the other, to the input memory. */
function writeParts(wasm, parts) {
  const inputSpace = reserveInput(
    wasm,
    parts.reduce((sum, part) => sum + maxBytes(part), 0),
  );
  let length = 0;
  for (const part of parts) {
    if (typeof part === "string") length += textCodecs()[0].encodeInto(part, inputSpace.subarray(length)).written;
    else {
      inputSpace.set(part, length);
      length += part.length;
    }
  }
  return length;
}

/** Copies the result, because the next call overwrites its memory. */
const copyBytes = (bytes) => bytes.slice();

/** @param {Parameters<typeof createExchange>[0]} module */
export const createCellBindings = (module) => createExchange(module, writeParts, copyBytes);
