// The values of a stack, and what stacks in every form have in common.

import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { Builder, Cell, Slice } from "./cell.js";
import { bytes32 } from "./text.js";

/** Most values of a stack, nested ones included; an array that occurs twice counts twice. */
export const MOST_VALUES = 1 << 18;
/** Integers are below it, and not below its negative. */
export const MAX = 1n << 256n;

export const invalid = (what, more) => fail("stack_invalid", what, more);

/** A list: pairs of an item and the rest, which ends with `null`. */
export const listOf = (value) => (isPlain(value) && isList(value.list) ? value.list : undefined);

function isPlain(value) {
  try {
    return typeof value === "object" && value !== null && Object.hasOwn(value, "list");
  } catch {
    return false;
  }
}

/** An error about a value, with its position. */
export function placed(index, work) {
  try {
    return work();
  } catch (cause) {
    const place = index === undefined ? "the stack" : `item ${index} of the stack`;
    // A proxy or a getter of the caller threw what it liked.
    if (!isTonEdgeError(cause)) throw invalid(`${place} cannot be read: reading it throws`, { index, cause });
    throw fail(cause.code, `${place}: ${cause.message}`, { index, cause });
  }
}

/** The name of a value's kind, for error messages. */
function nameOf(value) {
  if (value === undefined) return "a value that the service does not write";
  if (value === null) return "null";
  if (typeof value === "bigint") return "an integer";
  if (Number.isNaN(value)) return "no number (NaN)";
  if (value instanceof Cell) return "a cell";
  if (value instanceof Slice) return "a slice";
  if (value instanceof Builder) return "a builder";
  return isList(value) ? "a tuple" : listOf(value) ? "a list" : kindOf(value);
}

/** The values of a stack, from the bottom up, with methods that read them by position. */
export class Stack {
  /** @param {any[]} values */
  constructor(values) {
    if (!isList(values)) throw invalid(`expected an array of values, not ${kindOf(values)}`);
    this.values = Object.freeze(placed(undefined, () => Array.from(values)));
  }

  get length() {
    return this.values.length;
  }

  [Symbol.iterator]() {
    return this.values[Symbol.iterator]();
  }

  #value(at) {
    if (Number.isInteger(at) && at >= 0 && at < this.length) return this.values[at];
    throw invalid(`there is no item ${at}: the stack has ${this.length}`, { index: at });
  }

  #fail(at, wanted) {
    return invalid(`item ${at} of the stack is ${nameOf(this.values[at])}, not ${wanted}`, { index: at });
  }

  isNull(at) {
    return this.#value(at) === null;
  }

  int(at) {
    const value = this.#value(at);
    if (typeof value === "bigint") return value;
    throw this.#fail(at, "an integer");
  }

  number(at) {
    const value = this.int(at);
    if (BigInt.asIntN(54, value) === value && Number.isSafeInteger(Number(value))) return Number(value);
    throw invalid(`item ${at} of the stack does not fit a number: read it with \`int\``, { index: at });
  }

  bool(at) {
    return this.int(at) !== 0n;
  }

  cell(at) {
    const value = this.#value(at);
    if (value instanceof Cell) return value;
    // The service writes a slice as a cell; a machine of one's own does not.
    if (value instanceof Slice) return value.clone().asCell();
    throw this.#fail(at, "a cell");
  }

  slice(at) {
    return this.cell(at).beginParse(true);
  }

  address(at) {
    if (this.#value(at) === null) return null;
    const slice = this.slice(at);
    const address = placed(at, () => slice.loadMaybeAddress());
    if (slice.remainingBits > 0 || slice.remainingRefs > 0) throw this.#fail(at, "an address");
    return address;
  }

  text(at) {
    const slice = this.slice(at);
    return placed(at, () => slice.loadStringTail());
  }

  bytes32(at) {
    const value = this.int(at);
    if (value < 0n || value >= MAX)
      throw invalid(`item ${at} of the stack has no 256 bits without a sign`, { index: at });
    return bytes32(value.toString(16));
  }

  tuple(at) {
    const value = this.#value(at);
    if (isList(value)) return new Stack(value);
    const list = listOf(value);
    // A pair whose second item is a list or `null` is written as a list.
    if (list?.length) return new Stack([list[0], list.length > 1 ? { list: list.slice(1) } : null]);
    throw this.#fail(at, "a tuple");
  }

  list(at) {
    const value = this.#value(at);
    const list = value === null ? [] : listOf(value);
    if (list) return new Stack(list);
    throw this.#fail(at, "a list");
  }
}
