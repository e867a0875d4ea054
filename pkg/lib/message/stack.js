// The values of a stack, and the parts that stacks in every form share.

import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { Builder, Cell, Slice } from "./cell.js";
import { decodeBytes32 } from "./text.js";

/** Most values of a stack, nested ones included; an array that occurs twice counts twice. */
export const MAX_VALUES = 1 << 18;
/** Integers must be below it and at least its negative. */
export const INTEGER_LIMIT = 1n << 256n;

export const stackError = (message, details) => fail("stack_invalid", message, details);

/** Reads a list: pairs of an item and the rest, which ends with `null`. */
export const readListItems = (value) => (hasListProperty(value) && isList(value.list) ? value.list : undefined);

function hasListProperty(value) {
  try {
    return typeof value === "object" && value !== null && Object.hasOwn(value, "list");
  } catch {
    return false;
  }
}

/** Makes an error about a value, with its position. */
export function runAtIndex(index, run) {
  try {
    return run();
  } catch (cause) {
    const position = index === undefined ? "the stack" : `item ${index} of the stack`;
    // A proxy or a getter of the caller threw an arbitrary value.
    if (!isTonEdgeError(cause)) throw stackError(`${position} cannot be read: reading it throws`, { index, cause });
    throw fail(cause.code, `${position}: ${cause.message}`, { index, cause });
  }
}

/** Names the kind of a value, for error messages. */
function describeValue(value) {
  if (value === undefined) return "a value that the service does not write";
  if (value === null) return "null";
  if (typeof value === "bigint") return "an integer";
  if (Number.isNaN(value)) return "no number (NaN)";
  if (value instanceof Cell) return "a cell";
  if (value instanceof Slice) return "a slice";
  if (value instanceof Builder) return "a builder";
  return isList(value) ? "a tuple" : readListItems(value) ? "a list" : kindOf(value);
}

/** The values of a stack, from the bottom up, with methods that read them by position. */
export class Stack {
  /** @param {any[]} values */
  constructor(values) {
    if (!isList(values)) throw stackError(`expected an array of values, not ${kindOf(values)}`);
    this.values = Object.freeze(runAtIndex(undefined, () => Array.from(values)));
  }

  get length() {
    return this.values.length;
  }

  [Symbol.iterator]() {
    return this.values[Symbol.iterator]();
  }

  #value(index) {
    if (Number.isInteger(index) && index >= 0 && index < this.length) return this.values[index];
    throw stackError(`there is no item ${index}: the stack has ${this.length}`, { index });
  }

  #fail(index, expectedKind) {
    return stackError(`item ${index} of the stack is ${describeValue(this.values[index])}, not ${expectedKind}`, {
      index,
    });
  }

  isNull(index) {
    return this.#value(index) === null;
  }

  int(index) {
    const value = this.#value(index);
    if (typeof value === "bigint") return value;
    throw this.#fail(index, "an integer");
  }

  number(index) {
    const value = this.int(index);
    if (BigInt.asIntN(54, value) === value && Number.isSafeInteger(Number(value))) return Number(value);
    throw stackError(`item ${index} of the stack does not fit a number: read it with \`int\``, { index });
  }

  bool(index) {
    return this.int(index) !== 0n;
  }

  cell(index) {
    const value = this.#value(index);
    if (value instanceof Cell) return value;
    // The service writes a slice as a cell; a local machine keeps the slice.
    if (value instanceof Slice) return value.clone().asCell();
    throw this.#fail(index, "a cell");
  }

  slice(index) {
    return this.cell(index).beginParse(true);
  }

  address(index) {
    if (this.#value(index) === null) return null;
    const slice = this.slice(index);
    const address = runAtIndex(index, () => slice.loadMaybeAddress());
    if (slice.remainingBits > 0 || slice.remainingRefs > 0) throw this.#fail(index, "an address");
    return address;
  }

  text(index) {
    const slice = this.slice(index);
    return runAtIndex(index, () => slice.loadStringTail());
  }

  bytes32(index) {
    const value = this.int(index);
    if (value < 0n || value >= INTEGER_LIMIT)
      throw stackError(`item ${index} of the stack has no 256 bits without a sign`, { index });
    return decodeBytes32(value.toString(16));
  }

  tuple(index) {
    const value = this.#value(index);
    if (isList(value)) return new Stack(value);
    const list = readListItems(value);
    // A pair whose second item is a list or `null` is written as a list.
    if (list?.length) return new Stack([list[0], list.length > 1 ? { list: list.slice(1) } : null]);
    throw this.#fail(index, "a tuple");
  }

  list(index) {
    const value = this.#value(index);
    const list = value === null ? [] : readListItems(value);
    if (list) return new Stack(list);
    throw this.#fail(index, "a list");
  }
}
