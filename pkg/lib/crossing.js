// Texts into address.wasm and out of it, through the buffer that both sides know. See src/js/address.rs.

import { codes } from "../dist/codes.js";
import { TonEdgeError } from "./error.js";
import { core } from "./load/address.js";

/** UTF-8 has at most three bytes for a UTF-16 unit: this many always fit into the buffer. No valid text is longer. */
const LONGEST = 512;

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder();

let bytes;
/** How much of the buffer the last text took. */
let length = 0;

/** The buffer as it stands now: a new instance has another one. */
function buffer() {
  if (bytes === undefined || bytes.byteLength === 0) {
    const { memory, buffer, capacity } = core.exports();
    bytes = new Uint8Array(memory.buffer, buffer() >>> 0, capacity());
  }
  return bytes;
}

/** Calls an export on a text; the length of the answer, or -1. */
export function cross(name, text, option) {
  length = encoder.encodeInto(text.length > LONGEST ? text.slice(0, LONGEST) : text, buffer()).written;
  return call(name, option);
}

function call(name, option) {
  try {
    return core.exports()[name](length, option);
  } catch (cause) {
    bytes = undefined;
    throw core.trapped(cause);
  }
}

/** Characters of the answer. */
export const chars = (from, to) => decoder.decode(buffer().subarray(from, to));

/** A byte of the answer. */
export const byte = (at) => buffer()[at];

/** Bytes of the answer, copied. */
export const copy = (from, to) => buffer().slice(from, to);

/** Why the last text was refused, which is still in the buffer. `of`: "addressFailure" or "hashFailure". */
export function failure(of) {
  const text = chars(0, call(of));
  const [number, index, suggestion, message] = text.split("\n");
  return {
    code: codes[number],
    message,
    index: index === "" ? undefined : Number(index),
    suggestion: suggestion === "" ? undefined : suggestion,
  };
}

export const refusal = (of) => new TonEdgeError(failure(of));
