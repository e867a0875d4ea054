// Values of a TVM stack in requests and responses: the typed form (Std), and the pairs of runGetMethod.
import { Cell } from "@ton/core";

import { Refusal } from "../../refusal.mjs";
import { toBoc } from "./shapes.mjs";

/** @typedef {import("@ton/core").TupleItem} TupleItem */

const MAX_INT = 1n << 256n;

/**
 * Reads a lisp list: pairs (head, rest) that end with null; null alone is the empty list.
 * @param {TupleItem} item @returns {TupleItem[] | undefined}
 */
function listItems(item) {
  const items = [];
  for (let remainingList = item; remainingList.type !== "null"; remainingList = remainingList.items[1]) {
    if (remainingList.type !== "tuple" || remainingList.items.length !== 2) return undefined;
    items.push(remainingList.items[0]);
  }
  return items;
}

const makeStdCell = (cell) => ({ "@type": "tvm.stackEntryCell", cell: { "@type": "tvm.cell", bytes: toBoc(cell) } });

/** Converts a slice to a cell, as the node library does. @param {TupleItem} item */
export function toStd(item) {
  if (item.type === "int")
    return { "@type": "tvm.stackEntryNumber", number: { "@type": "tvm.numberDecimal", number: String(item.value) } };
  if (item.type === "cell" || item.type === "slice") return makeStdCell(item.cell);
  const elements = item.type === "null" || item.type === "tuple" ? listItems(item) : undefined;
  if (elements) return { "@type": "tvm.stackEntryList", list: { "@type": "tvm.list", elements: elements.map(toStd) } };
  if (item.type === "tuple")
    return { "@type": "tvm.stackEntryTuple", tuple: { "@type": "tvm.tuple", elements: item.items.map(toStd) } };
  return { "@type": "tvm.stackEntryUnsupported" };
}

/** A cell as an object. C++ ends bits that do not fill a byte with a one; Python does not. @param {Cell} cell @param {boolean} hasFinalOne */
function makeCellObject(cell, hasFinalOne) {
  const { length } = cell.bits;
  const bytes = Buffer.alloc(Math.ceil(length / 8));
  for (let i = 0; i < length; i++) if (cell.bits.at(i)) bytes[i >> 3] |= 0x80 >> (i & 7);
  if (hasFinalOne && length % 8) bytes[length >> 3] |= 0x80 >> (length & 7);
  return {
    data: { b64: bytes.toString("base64"), len: length },
    refs: cell.refs.map((ref) => makeCellObject(ref, hasFinalOne)),
    special: cell.isExotic,
  };
}

/** @param {any} context @param {TupleItem} item @returns {[string, any]} */
export function toLegacy(context, item) {
  if (item.type === "int")
    return ["num", item.value < 0n ? `-0x${(-item.value).toString(16)}` : `0x${item.value.toString(16)}`];
  if (item.type === "cell" || item.type === "slice")
    return ["cell", { bytes: toBoc(item.cell), object: makeCellObject(item.cell, context.variant !== "python") }];
  const std = toStd(item);
  return "list" in std ? ["list", std.list] : "tuple" in std ? ["tuple", std.tuple] : ["unsupported", ""];
}

/** @param {string} text @returns {bigint | undefined} decimal or hexadecimal, signed, of 257 bits */
function parseInteger(text) {
  const [, sign, digits] = /^(-?)(\d+|0x[0-9a-f]+)$/i.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const value = sign ? -BigInt(digits) : BigInt(digits);
  return value >= -MAX_INT && value < MAX_INT ? value : undefined;
}

/** @param {unknown} value @param {string} tag of the entry */
function parseNumber(value, tag) {
  if (typeof value !== "string" && typeof value !== "bigint" && !Number.isSafeInteger(value))
    throw new Refusal(422, `Wrong type of number in stack entry ${tag}`);
  const read = parseInteger(String(value));
  if (read === undefined) throw new Refusal(422, `Invalid number: ${value}`);
  return /** @type {const} */ ({ type: "int", value: read });
}

/** @param {unknown} text base64 @param {string} tag */
function parseCell(text, tag) {
  if (typeof text !== "string") throw new Refusal(422, `Invalid ${tag}, base64 string expected`);
  if (text === "") throw new Refusal(422, `Empty ${tag}`);
  try {
    return Cell.fromBase64(text);
  } catch {
    throw new Refusal(400, `INVALID_BAG_OF_CELLS: ${tag}`);
  }
}

/** @param {TupleItem[]} items */
const list = (items) =>
  items.reduceRight(
    (rest, head) => /** @type {TupleItem} */ ({ type: "tuple", items: [head, rest] }),
    /** @type {TupleItem} */ ({ type: "null" }),
  );

const parseElements = (value, tag) => {
  if (!Array.isArray(value?.elements)) throw new Refusal(422, `Invalid ${tag}, an object with elements expected`);
  return value.elements.map(parseStd);
};

const STD = {
  "tvm.stackEntryNumber": (entry) => parseNumber(entry.number?.number, "tvm.stackEntryNumber"),
  "tvm.stackEntryCell": (entry) => ({ type: "cell", cell: parseCell(entry.cell?.bytes, "tvm.cell") }),
  "tvm.stackEntrySlice": (entry) => ({ type: "slice", cell: parseCell(entry.slice?.bytes, "tvm.slice") }),
  "tvm.stackEntryTuple": (entry) => ({ type: "tuple", items: parseElements(entry.tuple, "tvm.tuple") }),
  "tvm.stackEntryList": (entry) => list(parseElements(entry.list, "tvm.list")),
};

/** @param {any} entry @returns {TupleItem} */
export function parseStd(entry) {
  const tag = entry?.["@type"];
  const read = Object.hasOwn(STD, tag ?? "") ? STD[tag] : undefined;
  if (!read)
    throw new Refusal(
      422,
      `failed to parse post request: unknown stack entry ${JSON.stringify(tag) ?? "without @type"}`,
    );
  return read(entry);
}

const toBytes = (value, tag) => parseCell(value?.bytes, tag);
const LEGACY = {
  "tvm.Cell": (value, tag) => ({ type: "cell", cell: parseCell(value, tag) }),
  "tvm.Slice": (value, tag) => ({ type: "slice", cell: parseCell(value, tag) }),
  cell: (value, tag) => ({ type: "cell", cell: toBytes(value, tag) }),
  slice: (value, tag) => ({ type: "slice", cell: toBytes(value, tag) }),
  tuple: (value, tag) => ({ type: "tuple", items: parseElements(value, tag) }),
  list: (value, tag) => list(parseElements(value, tag)),
};
const ALIASES = { num: "number", int: "number", integer: "number", "tvm.Tuple": "tuple", "tvm.List": "list" };

/** @param {any} pair @returns {TupleItem} */
export function parseLegacy(pair) {
  if (!Array.isArray(pair) || pair.length !== 2)
    throw new Refusal(
      422,
      `Expected 2 elements in stack entry, got: ${Array.isArray(pair) ? pair.length : typeof pair}`,
    );
  const [tag, value] = pair;
  if (typeof tag !== "string") throw new Refusal(422, "Expected string as first element in stack entry");
  const name = Object.hasOwn(ALIASES, tag) ? ALIASES[tag] : tag;
  if (name === "number") return parseNumber(value, tag);
  if (!Object.hasOwn(LEGACY, name)) throw new Refusal(542, `Unsupported stack entry type: ${tag}`);
  return LEGACY[name](value, tag);
}
