// The values of a stack for the tree of the explorer: numbers with all digits, addresses as texts, cells with their sizes.

import { Cell, parseBoc, readGetMethod, Slice, Stack } from "../ton-edge/message.js";
import { Digits } from "./exact-json.js";

const isList = Array.isArray;

/** Converts a value to cells of this copy of the package; the client uses another copy. */
function own(value) {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(own);
  if (isList(value.list)) return { list: value.list.map(own) };
  return parseBoc((typeof value.asCell === "function" ? value.asCell() : value).toBoc());
}

/** @param {import("ton-edge/message").Stack} stack of the client */
export const ownStack = (stack) => new Stack(Array.from(stack, own));

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The address in a slice, if the slice is exactly one address. */
function addressIn(slice) {
  try {
    const read = slice.clone();
    const address = read.loadMaybeAddress();
    return read.remainingBits === 0 && read.remainingRefs === 0 ? address : null;
  } catch {
    return null;
  }
}

function cellValue(cell, type) {
  const boc = cell.toBase64();
  return { "@type": type, bits: cell.bits, references: cell.refs.length, boc };
}

/** A value of a stack, or of a result named by the table of get-methods. */
function plain(value) {
  if (typeof value === "bigint") return new Digits(String(value));
  if (value === undefined) return "a value that has no form here";
  if (typeof value === "number") return Number.isNaN(value) ? "NaN" : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return hexOf(value);
  if (isList(value)) return value.map(plain);
  if (value instanceof Cell) return addressIn(value.beginParse(true)) ?? cellValue(value, "cell");
  if (value instanceof Slice) return addressIn(value) ?? cellValue(value.clone().asCell(), "slice");
  if (isList(value.list)) return value.list.map(plain);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
}

/** The result with names, if the package's table has the get-method; else undefined. */
function namedValues(method, stack) {
  try {
    const named = /** @type {any} */ (readGetMethod)(method, stack);
    return typeof named === "object" && named !== null && Object.getPrototypeOf(named) === Object.prototype
      ? named
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The values by their names if the method is in the table, else by their positions.
 * @param {string} method @param {import("ton-edge/message").Stack} stack
 */
export function stackTree(method, stack) {
  const values = [...stack];
  const named = Object.entries(namedValues(method, stack) ?? {});
  if (named.length === 0) return values.map(plain);
  const rest = values.slice(named.length).map((value, at) => [`item ${named.length + at}`, value]);
  return Object.fromEntries([...named, ...rest].map(([name, value]) => [name, plain(value)]));
}
