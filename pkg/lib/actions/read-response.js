// Readers for the fields of responses; the client itself checks only the envelope.

import { fail, isTonEdgeError, kindOf } from "../util/error.js";
import { toRawAddress } from "./raw-address.js";

/** Codes of errors that the program causes, not the data of a response. */
const PROGRAM_ERRORS = ["not_initialized", "wasm_unavailable", "missing_global", "internal"];

/**
 * Runs `readParts`, which reads a response. Every error that it throws becomes `invalid_response`, since the response causes
 * it, not the call.
 *
 * @template T @param {string} source @param {() => T} readParts @returns {T}
 */
export function readResponse(source, readParts) {
  try {
    return readParts();
  } catch (cause) {
    if (isTonEdgeError(cause) && PROGRAM_ERRORS.includes(cause.code)) throw cause;
    const reason = isTonEdgeError(cause) ? cause.message : "it does not have the form that the API defines";
    throw fail("invalid_response", `the response of ${source} cannot be read: ${reason}`, { cause });
  }
}

/** Reads a text of a response. It throws if the text is missing, which would otherwise become "undefined". */
export function readText(value) {
  if (typeof value === "string") return value;
  throw fail("invalid_response", `expected a text, got ${describeValue(value)}`);
}

/** Reads an integer of a response, a number or digits. */
export function readInteger(value) {
  const isDigits = typeof value === "string" && /^-?\d{1,80}$/.test(value);
  if (typeof value === "bigint" || Number.isSafeInteger(value) || isDigits) return BigInt(value);
  throw fail("invalid_response", `expected an integer, got ${describeValue(value)}`);
}

/** Reads an integer of up to 53 bits of a response. */
export const readNumber = (value) => Number(readInteger(value));

/** Reads an amount of a response. Throws if it is missing, negative or malformed, so that none of these counts as 0. */
export function readAmount(value) {
  const amount = readInteger(value);
  if (amount >= 0n) return amount;
  throw fail("invalid_response", `an amount is negative: ${amount}`);
}

/** Reads a number of 32 bits of a response, such as a seqno. */
export function readUint32(value) {
  if (Number.isInteger(value) && value >= 0 && value < 2 ** 32) return value;
  throw fail("invalid_response", `expected a number of 32 bits, got ${describeValue(value)}`);
}

/** Reads an address of a response, in raw form. */
export function readAddress(value) {
  if (typeof value === "string") return toRawAddress(value);
  throw fail("invalid_response", `expected an address, got ${describeValue(value)}`);
}

/** Maximum number of characters of a wrong value in an error message. */
const MAX_SHOWN_CHARS = 100;

function describeValue(value) {
  return typeof value === "object" ? kindOf(value) : String(value).slice(0, MAX_SHOWN_CHARS);
}

/**
 * Refuses a response about something other than the request: caches, proxies and indexes may mix up rows.
 *
 * @param {string} field of the response @param {unknown} value @param {unknown} expected
 */
export function requireSameValue(field, value, expected) {
  if (value === expected) return;
  throw fail("invalid_response", `\`${field}\` is ${describeValue(value)}, but the request is about ${expected}`);
}

/**
 * Refuses a response about another account; any form of the address is accepted.
 *
 * @param {string} field @param {unknown} value @param {string} expected in raw form
 */
export const requireAccount = (field, value, expected) =>
  requireSameValue(field, typeof value === "string" ? toRawOrText(value) : value, expected);

function toRawOrText(text) {
  try {
    return toRawAddress(text);
  } catch {
    return text;
  }
}

/** Reads a list of a response; some servers write an empty one as `null`. @returns {any[]} */
export function readList(value) {
  if (value === null) return [];
  if (Array.isArray(value)) return value;
  throw fail("invalid_response", `expected a list, got ${describeValue(value)}`);
}

/** Requires a phase that every transaction of a message has; without it the outcome is unknown. */
export function requirePhase(compute) {
  if (compute) return compute;
  throw fail("invalid_response", "a transaction lacks its compute phase");
}

/** @param {any} value @returns {boolean} */
export function readFlag(value) {
  if (typeof value === "boolean") return value;
  throw fail("invalid_response", `a flag of a transaction must be true or false, not ${describeValue(value)}`);
}
