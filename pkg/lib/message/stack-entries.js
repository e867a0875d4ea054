// Encodes and decodes stacks of get-methods in the JSON formats of v2, v2 Std and v3.

import { MAX_NESTING, MAX_TUPLE } from "../../dist/message-abi.js";
import { fail, isList, isTonEdgeError, kindOf } from "../util/error.js";
import { beginCell, Builder, parseBoc, toCell } from "./cell.js";
import { hasMethod } from "./inputs.js";
import { toAddressText } from "./raw-address.js";
import { stackError, readListItems, INTEGER_LIMIT, MAX_VALUES, runAtIndex, Stack } from "./stack.js";

/** Requires an integer that fits the virtual machine: 257 bits including the sign. */
function requireFitting(value) {
  if (value >= -INTEGER_LIMIT && value < INTEGER_LIMIT) return value;
  throw stackError("an integer on the stack has at most 257 bits");
}

/** Returns the items of an array, each read once; `budget.left` is the number of values that are still allowed. */
function readItems(list, budget) {
  const { length } = list;
  budget.left -= length;
  if (!(budget.left >= 0)) throw stackError(`there are more than ${MAX_VALUES} values`);
  return Array.from({ length }, (_, index) => list[index]);
}

const makeStdEntry = (kind, name, value) => ({ "@type": `tvm.stackEntry${kind}`, [name]: value });

/** Encoders of values in the three formats; `nested` ones, if they differ, are for values in tuples and lists. */
const V2_STD = {
  number: (value) => makeStdEntry("Number", "number", { "@type": "tvm.numberDecimal", number: String(value) }),
  cell: (value) => makeStdEntry("Cell", "cell", { "@type": "tvm.cell", bytes: value.toBase64() }),
  slice: (value) => makeStdEntry("Slice", "slice", { "@type": "tvm.slice", bytes: value.toBase64() }),
  tuple: (elements) => makeStdEntry("Tuple", "tuple", { "@type": "tvm.tuple", elements }),
  list: (elements) => makeStdEntry("List", "list", { "@type": "tvm.list", elements }),
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
    tuple: () => refuseNestedValue(),
    list: () => refuseNestedValue(),
  },
};

function refuseNestedValue() {
  throw stackError("v3 accepts only integers, cells and slices; v2 also accepts tuples, lists and null");
}

/** Creates the counter of values that are still allowed. */
export const createBudget = () => ({ left: MAX_VALUES });

/** @param {any} value @param {any} form @param {{ left: number }} budget @param {number} depth */
export function encodeValue(value, form, budget, depth = 0) {
  if (depth > MAX_NESTING) throw stackError(`values are nested deeper than ${MAX_NESTING}`);
  if (value === null) return form.list([]);
  if (typeof value === "boolean") return form.number(value ? -1n : 0n);
  if (typeof value === "bigint") return form.number(requireFitting(value));
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return form.number(BigInt(value));
    if (Number.isNaN(value) && form.nan) return form.nan();
    throw stackError("the number is not an integer up to 2^53 - 1: pass a bigint");
  }
  const list = readListItems(value);
  const items = list ?? (isList(value) ? value : undefined);
  if (items) {
    if (!list && items.length > MAX_TUPLE) throw stackError(`a tuple has at most ${MAX_TUPLE} items`);
    const encodedItems = readItems(items, budget).map((item) =>
      encodeValue(item, form.inner ?? form, budget, depth + 1),
    );
    return list ? form.list(encodedItems) : form.tuple(encodedItems);
  }
  if (value instanceof Builder || (hasMethod(value, "endCell") && !hasMethod(value, "toBoc"))) {
    if (form.builder) return form.builder(toCell(value));
    throw stackError("the service does not accept a builder: pass `builder.endCell()`");
  }
  if (hasMethod(value, "asCell")) return form.slice(beginCell().storeSlice(value).endCell());
  if (hasMethod(value, "toBoc")) return form.cell(toCell(value));
  return form.slice(encodeAddress(value));
}

/**
 * Encodes an address argument as a slice. A text is only accepted as an address, so that a number in a text is an
 * error.
 */
function encodeAddress(value) {
  if (value !== undefined && typeof value !== "symbol" && typeof value !== "function") {
    try {
      return beginCell().storeAddress(toAddressText(value)).endCell();
    } catch (cause) {
      // Other errors, such as a module that is not loaded, are not about the argument.
      if (isTonEdgeError(cause) && cause.code !== "invalid_parameter") throw cause;
      // For values other than texts, the message below is clearer.
      if (typeof value === "string")
        throw stackError(`expected an address, got the text ${JSON.stringify(value.slice(0, 50))}`, { cause });
    }
  }
  throw stackError(`expected a bigint, number, boolean, Cell, Slice, address, array or null, not ${kindOf(value)}`);
}

/** @param {any} values @param {string} [generation] */
export function encodeStack(values, generation = "v2") {
  const form = Object.hasOwn(FORMS, generation) ? FORMS[generation] : undefined;
  if (!form) throw fail("invalid_option", '`generation` must be "v2", "v2-std" or "v3"', { parameter: "generation" });
  if (!isList(values)) throw stackError(`expected an array of arguments, not ${kindOf(values)}`);
  return mapValues(values, (value, budget) => encodeValue(value, form, budget));
}

/** Converts each value; errors name the value's position. */
function mapValues(values, convert) {
  const budget = createBudget();
  return runAtIndex(undefined, () => readItems(values, budget)).map((value, index) =>
    runAtIndex(index, () => convert(value, budget)),
  );
}

const INTEGER_PATTERN = /^(-?)(0x[0-9a-f]+|\d+)$/i;

/** Reads an integer in decimal or hexadecimal digits, or the virtual machine's NaN. */
function readInteger(text) {
  if (text === "NaN" || text === "0xNaN") return NaN;
  // 257 bits are 78 decimal digits, so longer texts need not be converted.
  const [, sign, digits] = (typeof text === "string" && text.length <= 90 && text.match(INTEGER_PATTERN)) || [];
  if (digits === undefined)
    throw stackError(typeof text === "string" ? "the number is not an integer" : "the number is not a text");
  const value = BigInt(digits);
  return requireFitting(sign ? -value : value);
}

const readCell = (boc) => parseBoc(typeof boc === "string" ? boc : (boc?.bytes ?? boc?.b64 ?? ""));
const readSlice = (boc) => readCell(boc).beginParse(true);

/** Decoders of entries, by the type name of any generation. */
const READERS = {
  num: readInteger,
  number: (value) => readInteger(isObject(value) ? value.number : value),
  cell: readCell,
  slice: readSlice,
  tuple: (value, budget, depth) => readElements(value, budget, depth),
  list(value, budget, depth) {
    const list = readElements(value, budget, depth);
    return list.length === 0 ? null : { list };
  },
  null: () => null,
  // The API cannot represent a builder or a continuation.
  unsupported: () => undefined,
};

const isObject = (value) => typeof value === "object" && value !== null && !isList(value);

function readElements(value, budget, depth) {
  const items = isList(value) ? value : value?.elements;
  if (!isList(items)) throw stackError("a tuple or list must have the array `elements`");
  return readItems(items, budget).map((item) => decodeEntry(item, budget, depth + 1));
}

/** Returns name and value of an entry. */
function splitEntry(entry) {
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
  throw stackError("the entry has neither the format of v2 nor that of v3");
}

/** @returns {any} */
function decodeEntry(entry, budget, depth) {
  if (depth > MAX_NESTING) throw stackError(`values are nested deeper than ${MAX_NESTING}`);
  const [name, value] = splitEntry(entry);
  const readEntry = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
  if (!readEntry) throw stackError(`unknown type of value: \`${String(name).slice(0, 40)}\``);
  return readEntry(value, budget, depth);
}

/** @param {any} entries */
export function decodeStack(entries) {
  if (!isList(entries)) throw stackError(`expected an array of entries, not ${kindOf(entries)}`);
  return new Stack(mapValues(entries, (entry, budget) => decodeEntry(entry, budget, 0)));
}
