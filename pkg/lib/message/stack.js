// Stacks of get-methods: one shape for all three ways in which the service writes them.

import { fail, isList, kindOf } from "../util/error.js";
import { beginCell, Builder, Cell, parseBoc, Slice, toCell } from "./cell.js";
import { hasMethod } from "./inputs.js";
import { rawAddress } from "./raw-address.js";

/** Values within values: a response can nest more than the engine's own stack. */
export const MOST_DEPTH = 128;
/** Items of a tuple. */
export const MOST_ITEMS = 255;
const MAX = 1n << 256n;

export const invalid = (what, more) => fail("stack_invalid", what, more);

/** An integer as the virtual machine has it: 257 bits with its sign. */
function fits(value) {
  if (value >= -MAX && value < MAX) return value;
  throw invalid("an integer on the stack has at most 257 bits");
}

/** A list: pairs of an item and the rest, which ends with `null`. */
const listOf = (value) => (isPlain(value) && isList(value.list) ? value.list : undefined);

function isPlain(value) {
  try {
    return typeof value === "object" && value !== null && Object.hasOwn(value, "list");
  } catch {
    return false;
  }
}

const std = (kind, name, value) => ({ "@type": `tvm.stackEntry${kind}`, [name]: value });

/** How the three generations write a value, and those in it if that is another way. */
const V2_STD = {
  number: (value) => std("Number", "number", { "@type": "tvm.numberDecimal", number: String(value) }),
  cell: (value) => std("Cell", "cell", { "@type": "tvm.cell", bytes: value.toBase64() }),
  slice: (value) => std("Slice", "slice", { "@type": "tvm.slice", bytes: value.toBase64() }),
  tuple: (elements) => std("Tuple", "tuple", { "@type": "tvm.tuple", elements }),
  list: (elements) => std("List", "list", { "@type": "tvm.list", elements }),
};
const FORMS = {
  v2: {
    number: (value) => ["num", String(value)],
    cell: (value) => ["tvm.Cell", value.toBase64()],
    slice: (value) => ["tvm.Slice", value.toBase64()],
    tuple: (elements) => ["tvm.Tuple", { "@type": "tvm.tuple", elements }],
    list: (elements) => ["tvm.List", { "@type": "tvm.list", elements }],
    inner: V2_STD,
  },
  "v2-std": V2_STD,
  v3: {
    number: (value) => ({ type: "num", value: String(value) }),
    cell: (value) => ({ type: "cell", value: value.toBase64() }),
    slice: (value) => ({ type: "slice", value: value.toBase64() }),
    tuple: (value) => ({ type: "tuple", value }),
    list: (value) => ({ type: "list", value }),
  },
};

/** @param {any} value @param {any} form @param {number} depth */
export function encodeValue(value, form, depth = 0) {
  if (depth > MOST_DEPTH) throw invalid(`values are nested deeper than ${MOST_DEPTH}`);
  if (value === null) return form.list([]);
  if (typeof value === "boolean") return form.number(value ? -1n : 0n);
  if (typeof value === "bigint") return form.number(fits(value));
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return form.number(BigInt(value));
    if (Number.isNaN(value) && form.nan) return form.nan();
    throw invalid("the number is no safe integer: pass a bigint");
  }
  const list = listOf(value);
  const items = list ?? (isList(value) ? value : undefined);
  if (items) {
    if (!list && items.length > MOST_ITEMS) throw invalid(`a tuple has at most ${MOST_ITEMS} items`);
    const inner = items.map((item) => encodeValue(item, form.inner ?? form, depth + 1));
    return list ? form.list(inner) : form.tuple(inner);
  }
  if (value instanceof Builder || (hasMethod(value, "endCell") && !hasMethod(value, "toBoc"))) {
    if (form.builder) return form.builder(toCell(value));
    throw invalid("the service takes no builder: pass `builder.endCell()`");
  }
  if (hasMethod(value, "asCell")) return form.slice(beginCell().storeSlice(value).endCell());
  if (hasMethod(value, "toBoc")) return form.cell(toCell(value));
  return form.slice(beginCell().storeAddress(addressOf(value)).endCell());
}

/** An address as an argument. A text is nothing else, so that no number or name is mistaken for one. */
function addressOf(value) {
  if (value !== undefined && typeof value !== "symbol" && typeof value !== "function") {
    try {
      return rawAddress(value);
    } catch {
      // The message below says more.
    }
  }
  throw invalid(`expected a bigint, number, boolean, Cell, Slice, address, array or null, not ${kindOf(value)}`);
}

/** @param {any} values @param {string} [generation] */
export function encodeStack(values, generation = "v2") {
  const form = Object.hasOwn(FORMS, generation) ? FORMS[generation] : undefined;
  if (!form) throw fail("invalid_option", '`generation` must be "v2", "v2-std" or "v3"', { parameter: "generation" });
  if (!isList(values)) throw invalid(`expected an array of arguments, not ${kindOf(values)}`);
  return values.map((value, at) => placed(at, () => encodeValue(value, form)));
}

/** What is wrong with a value, and where it is. */
export function placed(index, work) {
  try {
    return work();
  } catch (cause) {
    throw fail(cause.code ?? "stack_invalid", `item ${index} of the stack: ${cause.message}`, { index, cause });
  }
}

const DIGITS = /^(-?)(0x[0-9a-f]+|\d+)$/i;

/** An integer in decimal or hexadecimal digits. */
function readInteger(text) {
  // 257 bits are 78 decimal digits; more would only be work.
  const [, sign, digits] = (typeof text === "string" && text.length <= 90 && text.match(DIGITS)) || [];
  if (digits === undefined)
    throw invalid(typeof text === "string" ? "the number is not an integer" : "the number is no text");
  const value = BigInt(digits);
  return fits(sign ? -value : value);
}

const readCell = (boc) => parseBoc(typeof boc === "string" ? boc : (boc?.bytes ?? boc?.b64 ?? ""));
const readSlice = (boc) => readCell(boc).beginParse(true);

/** What an entry is, by its name in any generation; and where its value is. */
const READERS = {
  num: readInteger,
  number: (value) => readInteger(isObject(value) ? value.number : value),
  cell: readCell,
  slice: readSlice,
  tuple: (value, depth) => elements(value, depth),
  list(value, depth) {
    const list = elements(value, depth);
    return list.length === 0 ? null : { list };
  },
  null: () => null,
  // A builder or a continuation: the service has no form for them.
  unsupported: () => undefined,
};

const isObject = (value) => typeof value === "object" && value !== null && !isList(value);

function elements(value, depth) {
  const items = isList(value) ? value : value?.elements;
  if (!isList(items)) throw invalid("a tuple or list has no elements");
  return items.map((item) => decode(item, depth + 1));
}

/** Name and value of an entry. */
function entryOf(entry) {
  if (isList(entry) && entry.length === 2 && typeof entry[0] === "string")
    return [entry[0].replace(/^tvm\./, "").toLowerCase(), entry[1]];
  if (isObject(entry)) {
    const tag = entry["@type"];
    if (typeof tag === "string" && tag.startsWith("tvm.stackEntry")) {
      const name = tag.slice(14).toLowerCase();
      return [name, entry[name]];
    }
    if (typeof entry.type === "string") return [entry.type, entry.value];
  }
  throw invalid("the entry has no form of v2 or v3");
}

/** @returns {any} */
function decode(entry, depth) {
  if (depth > MOST_DEPTH) throw invalid(`values are nested deeper than ${MOST_DEPTH}`);
  const [name, value] = entryOf(entry);
  const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!read) throw invalid(`there is no value of type \`${String(name).slice(0, 40)}\``);
  return read(value, depth);
}

/** @param {any} entries */
export function decodeStack(entries) {
  if (!isList(entries)) throw invalid(`expected an array of entries, not ${kindOf(entries)}`);
  return new Stack(entries.map((entry, at) => placed(at, () => decode(entry, 0))));
}

/** What a value is, for messages. */
function nameOf(value) {
  if (value === undefined) return "a value that the service does not write";
  if (value === null) return "null";
  if (typeof value === "bigint") return "an integer";
  if (typeof value === "number") return "not a number";
  if (value instanceof Cell) return "a cell";
  if (value instanceof Slice) return "a slice";
  if (value instanceof Builder) return "a builder";
  return isList(value) ? "a tuple" : "a list";
}

/** The values of a stack, the bottom first, with methods that read them by their position. */
export class Stack {
  /** @param {any[]} values */
  constructor(values) {
    this.values = Object.freeze(values.slice());
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
    if (value < 0n) throw invalid(`item ${at} of the stack has no 256 bits without a sign`, { index: at });
    return Uint8Array.from(value.toString(16).padStart(64, "0").match(/../g) ?? [], (byte) => parseInt(byte, 16));
  }

  tuple(at) {
    const value = this.#value(at);
    if (isList(value)) return new Stack(value);
    const list = listOf(value);
    // A pair whose second item is a list or `null` is written as a list.
    if (list) return new Stack([list[0], list.length > 1 ? { list: list.slice(1) } : null]);
    throw this.#fail(at, "a tuple");
  }

  list(at) {
    const value = this.#value(at);
    const list = value === null ? [] : listOf(value);
    if (list) return new Stack(list);
    throw this.#fail(at, "a list");
  }
}
