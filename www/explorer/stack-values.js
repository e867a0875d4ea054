// Converts the values of a stack for the tree of the explorer: numbers with all digits, addresses as texts, cells with their sizes.

import { Cell, parseBoc, readGetMethod, Slice, Stack } from "../ton-edge/message.js";
import { Digits } from "./exact-json.js";

const isList = Array.isArray;

/** Converts the cells in a value to cells of this copy of the package, since the client uses another copy. */
function toOwnValue(value) {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(toOwnValue);
  if (isList(value.list)) return { list: value.list.map(toOwnValue) };
  return parseBoc((typeof value.asCell === "function" ? value.asCell() : value).toBoc());
}

/** @param {import("ton-edge/message").Stack} stack of the client */
export const toOwnStack = (stack) => new Stack(Array.from(stack, toOwnValue));

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Returns the address in a slice, if the slice is exactly one address. */
function readAddress(slice) {
  try {
    const sliceCopy = slice.clone();
    const address = sliceCopy.loadMaybeAddress();
    return sliceCopy.remainingBits === 0 && sliceCopy.remainingRefs === 0 ? address : null;
  } catch {
    return null;
  }
}

function describeCell(cell, type) {
  const boc = cell.toBase64();
  return { "@type": type, bits: cell.bits, references: cell.refs.length, boc };
}

/** Converts a value of a stack, or of a result with named values, to a value for the tree. */
function toPlainValue(value) {
  if (typeof value === "bigint") return new Digits(String(value));
  if (value === undefined) return "a value that cannot be shown";
  if (typeof value === "number") return Number.isNaN(value) ? "NaN" : value;
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return toHex(value);
  if (isList(value)) return value.map(toPlainValue);
  if (value instanceof Cell) return readAddress(value.beginParse(true)) ?? describeCell(value, "cell");
  if (value instanceof Slice) return readAddress(value) ?? describeCell(value.clone().asCell(), "slice");
  if (isList(value.list)) return value.list.map(toPlainValue);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlainValue(item)]));
}

/** Returns the result with names if the package's table has the get-method, else undefined. */
function readNamedValues(method, stack) {
  try {
    const result = /** @type {any} */ (readGetMethod)(method, stack);
    return typeof result === "object" && result !== null && Object.getPrototypeOf(result) === Object.prototype
      ? result
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the values by name if the method is in the table, else by position.
 * @param {string} method @param {import("ton-edge/message").Stack} stack
 */
export function renderStackTree(method, stack) {
  const values = [...stack];
  const namedEntries = Object.entries(readNamedValues(method, stack) ?? {});
  if (namedEntries.length === 0) return values.map(toPlainValue);
  const otherEntries = values
    .slice(namedEntries.length)
    .map((value, index) => [`item ${namedEntries.length + index}`, value]);
  return Object.fromEntries([...namedEntries, ...otherEntries].map(([name, value]) => [name, toPlainValue(value)]));
}
