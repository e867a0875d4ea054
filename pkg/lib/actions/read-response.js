// What is read of responses here: the client checks their form, and not their contents.

import { fail, isTonEdgeError } from "../util/error.js";

/** What is wrong with the program, and not with what it reads. */
const OWN = ["not_initialized", "wasm_unavailable", "missing_global", "internal"];

/**
 * What `work` reads of a response. Whatever is wrong with it is wrong with the response, and not with the call.
 *
 * @template T @param {string} what @param {() => T} work @returns {T}
 */
export function readResponse(what, work) {
  try {
    return work();
  } catch (cause) {
    if (isTonEdgeError(cause) && OWN.includes(cause.code)) throw cause;
    const reason = isTonEdgeError(cause) ? cause.message : "it has another form than that of the API";
    throw fail("invalid_response", `the response of ${what} cannot be read: ${reason}`, { cause });
  }
}

/** A text of a response, since what is missing would become the text "undefined". */
export function textIn(value) {
  if (typeof value === "string") return value;
  throw fail("invalid_response", "a text is missing");
}

/** An integer of a response, a number or digits. */
export function integerIn(value) {
  if (typeof value === "bigint" || Number.isSafeInteger(value) || /^-?\d{1,80}$/.test(textIn(value)))
    return BigInt(value);
  throw fail("invalid_response", "an integer is missing");
}

/** An integer of up to 53 bits of a response. */
export const numberIn = (value) => Number(integerIn(value));

/** A list of a response; some servers write an empty one as `null`. @returns {any[]} */
export function listIn(value) {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  throw fail("invalid_response", "a list is missing");
}
