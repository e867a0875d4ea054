// The class `Stack`, and code that all formats of stacks share.

import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { Builder, Cell, Slice, toCell } from "./cell.js";
import { hasMethod } from "./inputs.js";
import { decodeBytes32 } from "./text.js";

/** Maximum values of a stack, including nested ones; an array that occurs twice counts twice. */
export const MAX_VALUES = 1 << 18;
/** Integers must be at least `-INTEGER_LIMIT` and below `INTEGER_LIMIT`. */
export const INTEGER_LIMIT = 1n << 256n;

export const stackError = (message, details) => fail("stack_invalid", message, details);

/** Returns the items of a list value, `{ list: [...] }`; undefined for any other value. */
export const readListItems = (value) => (hasListProperty(value) && isList(value.list) ? value.list : undefined);

function hasListProperty(value) {
  try {
    return typeof value === "object" && value !== null && Object.hasOwn(value, "list");
  } catch {
    return false;
  }
}

/** Runs a function, and adds the position of the value to its errors. */
export function runAtIndex(index, run) {
  try {
    return run();
  } catch (cause) {
    // The runtime lacks a global, which is not a fault of this value.
    if (isTonEdgeError(cause, "missing_global")) throw cause;
    const position = index === undefined ? "the stack" : `item ${index} of the stack`;
    // A proxy or getter of the caller threw: the thrown value can be anything.
    if (!isTonEdgeError(cause)) throw stackError(`${position} cannot be read: reading it throws`, { index, cause });
    throw fail(cause.code, `${position}: ${cause.message}`, { index, cause });
  }
}

/** Whether a value is a cell or a slice, also one of another copy of the package, which has its own classes. */
const isCell = (value) => value instanceof Cell || hasMethod(value, "toBoc");
const isSlice = (value) => value instanceof Slice || (hasMethod(value, "asCell") && hasMethod(value, "loadRef"));

/** Names the type of a value, for error messages. */
function describeValue(value) {
  if (value === undefined) return "a value that the API cannot represent";
  if (value === null) return "null";
  if (typeof value === "bigint") return "an integer";
  if (Number.isNaN(value)) return "no number (NaN)";
  if (isCell(value)) return "a cell";
  if (isSlice(value)) return "a slice";
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

  /** The text that the consoles of Node, Deno and Bun show. */
  [Symbol.for("nodejs.util.inspect.custom")](depth, options, inspect) {
    return `Stack ${inspect(this.values, options)}`;
  }

  #valueAt(index) {
    if (Number.isInteger(index) && index >= 0 && index < this.length) return this.values[index];
    throw stackError(`there is no item ${index}: the stack has ${this.length}`, { index });
  }

  #fail(index, expectedKind) {
    return stackError(`item ${index} of the stack is ${describeValue(this.values[index])}, not ${expectedKind}`, {
      index,
    });
  }

  isNull(index) {
    return this.#valueAt(index) === null;
  }

  int(index) {
    const value = this.#valueAt(index);
    if (typeof value === "bigint") return value;
    throw this.#fail(index, "an integer");
  }

  number(index) {
    const value = this.int(index);
    if (BigInt.asIntN(54, value) === value && Number.isSafeInteger(Number(value))) return Number(value);
    throw stackError(`item ${index} of the stack is above 2^53 - 1: read it with \`int\``, { index });
  }

  bool(index) {
    return this.int(index) !== 0n;
  }

  cell(index) {
    const value = this.#valueAt(index);
    if (isCell(value)) return runAtIndex(index, () => toCell(value));
    // The API represents a slice as a cell; a local run returns the slice itself.
    if (isSlice(value)) return runAtIndex(index, () => toCell(value.clone().asCell()));
    throw this.#fail(index, "a cell");
  }

  slice(index) {
    return this.cell(index).beginParse(true);
  }

  address(index) {
    if (this.#valueAt(index) === null) return null;
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
      throw stackError(`item ${index} of the stack is not an unsigned integer of 256 bits`, { index });
    return decodeBytes32(value.toString(16));
  }

  tuple(index) {
    const value = this.#valueAt(index);
    if (isList(value)) return new Stack(value);
    const list = readListItems(value);
    // A pair whose second item is a list or `null` is itself represented as a list.
    if (list?.length) return new Stack([list[0], list.length > 1 ? { list: list.slice(1) } : null]);
    throw this.#fail(index, "a tuple");
  }

  list(index) {
    const value = this.#valueAt(index);
    const list = value === null ? [] : readListItems(value);
    if (list) return new Stack(list);
    throw this.#fail(index, "a list");
  }
}
