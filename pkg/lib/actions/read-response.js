// Readers for the contents of responses; the client itself checks only their form.

import { fail, isTonEdgeError } from "../util/error.js";
import { rawAddress } from "./raw-address.js";

/** Errors of the program, not of the data that it reads. */
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

/** Reads a text of a response; a missing one would become the text "undefined". */
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

/** An amount of a response: a missing, negative or broken one is not 0. */
export function amountIn(value) {
  const amount = integerIn(value);
  if (amount >= 0n) return amount;
  throw fail("invalid_response", `an amount is negative: ${amount}`);
}

/** A number of 32 bits of a response, such as a seqno. */
export function uint32In(value) {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
  throw fail("invalid_response", `a number of 32 bits is ${shown(value)}`);
}

/** An address of a response, in raw form. */
export function addressIn(value) {
  if (typeof value === "string") return rawAddress(value);
  throw fail("invalid_response", `an address is ${shown(value)}`);
}

/** Characters of a wrong value in a message. */
const MOST_SHOWN = 100;

function shown(value) {
  if (value === undefined || value === null) return "missing";
  return typeof value === "object" ? "not a text" : String(value).slice(0, MOST_SHOWN);
}

/**
 * Refuses a response about something other than the request. Caches, proxies and indexes mix rows up.
 *
 * @param {string} field of the response @param {unknown} found @param {unknown} requested
 */
export function requireSame(field, found, requested) {
  if (found === requested) return;
  throw fail("invalid_response", `\`${field}\` is ${shown(found)}, and the request is about ${requested}`);
}

/** The same for an account, in any form. @param {string} field @param {unknown} found @param {string} requested in raw form */
export const requireAccount = (field, found, requested) =>
  requireSame(field, typeof found === "string" ? rawOrText(found) : found, requested);

function rawOrText(text) {
  try {
    return rawAddress(text);
  } catch {
    return text;
  }
}

/** A list of a response; some servers write an empty one as `null`. @returns {any[]} */
export function listIn(value) {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  throw fail("invalid_response", "a list is missing");
}

/** A phase that every transaction of a message has; without it the outcome is unknown. */
export function phaseIn(compute) {
  if (compute) return compute;
  throw fail("invalid_response", "a transaction lacks its compute phase");
}

/** @param {any} value @returns {boolean} */
export function flagIn(value) {
  if (typeof value === "boolean") return value;
  throw fail("invalid_response", "a transaction lacks a flag");
}
