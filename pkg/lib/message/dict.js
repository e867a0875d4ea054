// Dictionaries (`HashmapE`): binary tries whose edges have labels.

import { readInteger, writeInteger } from "./bits.js";
import { fail, isList } from "../util/error.js";

function checkWidth(keyBits) {
  if (!(Number.isInteger(keyBits) && keyBits >= 1 && keyBits <= 1023))
    throw fail("invalid_parameter", "the width of keys is a whole number from 1 to 1023", { parameter: "keyBits" });
}

/**
 * The root of a dictionary, or `null` for an empty one: labels have their shortest forms, as the node writes them.
 *
 * @param {number} keyBits
 * @param {Iterable<[bigint | number, any]>} values cells, builders or slices by their keys
 * @param {() => any} newBuilder
 */
export function buildDict(keyBits, values, newBuilder) {
  checkWidth(keyBits);
  /** @type {[bigint, any][]} */
  const pairs = pairsOf(values).map(([key, value]) => [keyOf(key, keyBits), value]);
  pairs.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  return pairs.length === 0 ? null : node(0, pairs.length, 0);

  /** The cell of the pairs from one to another, of whose keys the first `at` bits are the same. */
  function node(from, to, at) {
    const [key, value] = pairs[from];
    const other = key ^ pairs[to - 1][0];
    if (to - from > 1 && other === 0n) throw fail("cell_build", "the dictionary has the key twice");
    const end = to - from === 1 ? keyBits : keyBits - other.toString(2).length;
    const builder = newBuilder();
    storeLabel(builder, (key >> BigInt(keyBits - end)) & ((1n << BigInt(end - at)) - 1n), end - at, keyBits - at);
    if (to - from === 1) return builder.storeSlice(value).endCell();
    const bit = BigInt(keyBits - end - 1);
    let middle = from + 1;
    while (((pairs[middle][0] >> bit) & 1n) === 0n) middle += 1;
    return builder
      .storeRef(node(from, middle, end + 1))
      .storeRef(node(middle, to, end + 1))
      .endCell();
  }
}

/** The pairs of what a caller gave. @returns {[any, any][]} */
function pairsOf(values) {
  let cause;
  try {
    const pairs = [...values];
    if (pairs.every(isList)) return pairs;
  } catch (error) {
    cause = error;
  }
  throw fail("invalid_parameter", "the values are pairs of a key and a cell, as in a Map", {
    parameter: "values",
    cause,
  });
}

/** How many bits hold a length from 0 to `most`. */
const lengthBits = (most) => 32 - Math.clz32(most);

/** A label in the first of its shortest forms: bits that are all the same, in unary, in binary. */
function storeLabel(builder, bits, length, most) {
  const size = lengthBits(most);
  const ones = (1n << BigInt(length)) - 1n;
  if (length > 1 && size < 2 * length - 1 && (bits === 0n || bits === ones))
    builder.storeUint(bits === 0n ? 6 : 7, 3).storeUint(length, size);
  else {
    if (size < length) builder.storeUint(2, 2).storeUint(length, size);
    else builder.storeUint((1n << BigInt(length + 1)) - 2n, length + 2);
    builder.storeBits(toBytes(bits, length), length);
  }
}

/** The lowest bits of an integer as bytes, from the front. */
function toBytes(value, bits) {
  const bytes = new Uint8Array((bits + 7) >> 3);
  writeInteger(bytes, 0, bits, value);
  return bytes;
}

function keyOf(key, bits) {
  const number = typeof key === "number" && Number.isSafeInteger(key) ? BigInt(key) : key;
  if (typeof number !== "bigint" || number < 0n || number >> BigInt(bits) !== 0n)
    throw fail("invalid_parameter", `a key is a bigint or number from 0 below 2^${bits}`, { parameter: "key" });
  return number;
}

/** Values of a dictionary that are read unless the caller says otherwise. */
const MOST_VALUES = 100_000;

/**
 * The values of a dictionary by their keys, in order. `null` is an empty one. Cells can be shared, so that a small
 * bag has more values than there are atoms: hence a limit.
 */
export function readDict(root, keyBits, most = MOST_VALUES) {
  checkWidth(keyBits);
  if (!(typeof most === "number" && most >= 0 && (Number.isInteger(most) || most === Number.POSITIVE_INFINITY)))
    throw fail("invalid_parameter", "`maxValues` is a whole number from 0", { parameter: "maxValues" });
  const dict = new Map();
  /** Cells to read, with the bits of the key above them and how many are still to come. @type {[any, bigint, number][]} */
  const path = root === null ? [] : [[root, 0n, keyBits]];
  for (let at; (at = path.pop()); ) {
    const [cell, above, left] = at;
    const slice = cell.beginParse();
    const [bits, length] = loadLabel(slice, left);
    const key = (above << BigInt(length)) | bits;
    if (length === left) {
      if (dict.size === most) throw fail("cell_read", `the dictionary has more than ${most} values`);
      dict.set(key, slice);
      continue;
    }
    if (slice.remainingBits > 0 || slice.remainingRefs !== 2)
      throw fail("cell_read", "a fork of the dictionary must have two references and nothing else");
    const [zero, one] = [slice.loadRef(), slice.loadRef()];
    path.push([one, (key << 1n) | 1n, left - length - 1], [zero, key << 1n, left - length - 1]);
  }
  return dict;
}

/** The bits of a label, and how many there are. */
function loadLabel(slice, most) {
  const size = lengthBits(most);
  let length = 0;
  let bits;
  if (!slice.loadBit()) {
    while (slice.loadBit()) length += 1;
  } else {
    if (slice.loadBit()) bits = slice.loadBit();
    length = slice.loadUint(size);
  }
  if (length > most) throw fail("cell_read", "the label of a node of the dictionary is broken");
  if (bits !== undefined) return [bits ? (1n << BigInt(length)) - 1n : 0n, length];
  return [length > 256 ? longLabel(slice, length) : slice.loadUintBig(length), length];
}

/** A label of more bits than an integer of the virtual machine. */
const longLabel = (slice, length) => readInteger(slice.loadBits(length), 0, 0, length);
