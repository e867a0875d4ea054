// Dictionaries (`HashmapE`): binary tries whose edges have labels.

import { readInteger, writeInteger } from "./bits.js";
import { fail, isList } from "../util/error.js";

function checkWidth(keyBits) {
  if (!(Number.isInteger(keyBits) && keyBits >= 1 && keyBits <= 1023))
    throw fail("invalid_parameter", "`keyBits` must be a whole number from 1 to 1023", { parameter: "keyBits" });
}

/**
 * Returns the root of a dictionary, or `null` for an empty one. Labels use their shortest encodings, as the node writes
 * them.
 *
 * @param {number} keyBits
 * @param {Iterable<[bigint | number, any]>} values cells, builders or slices by their keys
 * @param {() => any} newBuilder
 */
export function buildDict(keyBits, values, newBuilder) {
  checkWidth(keyBits);
  /** @type {[bigint, any][]} */
  const pairs = readPairs(values).map(([key, value]) => [readKey(key, keyBits), value]);
  pairs.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
  return pairs.length === 0 ? null : buildNode(0, pairs.length, 0);

  /** Builds the node for a range of pairs whose keys share the first `sharedBits` bits. */
  function buildNode(from, to, sharedBits) {
    const [key, value] = pairs[from];
    const b = key ^ pairs[to - 1][0];
    if (to - from > 1 && b === 0n) throw fail("cell_build", "the dictionary contains a key twice");
    const labelEnd = to - from === 1 ? keyBits : keyBits - b.toString(2).length;
    const builder = newBuilder();
    storeLabel(
      builder,
      (key >> BigInt(keyBits - labelEnd)) & ((1n << BigInt(labelEnd - sharedBits)) - 1n),
      labelEnd - sharedBits,
      keyBits - sharedBits,
    );
    if (to - from === 1) return builder.storeSlice(value).endCell();
    const bit = BigInt(keyBits - labelEnd - 1);
    let splitIndex = from + 1;
    while (((pairs[splitIndex][0] >> bit) & 1n) === 0n) splitIndex += 1;
    return builder
      .storeRef(buildNode(from, splitIndex, labelEnd + 1))
      .storeRef(buildNode(splitIndex, to, labelEnd + 1))
      .endCell();
  }
}

/** Reads key-value pairs from the caller's argument. @returns {[any, any][]} */
function readPairs(values) {
  let cause;
  try {
    const pairs = [...values];
    if (pairs.every(isList)) return pairs;
  } catch (error) {
    cause = error;
  }
  throw fail("invalid_parameter", "`values` must be pairs of a key and a cell, as in a Map", {
    parameter: "values",
    cause,
  });
}

/** Returns the number of bits for a length from 0 to `maxLength`. */
const countLengthBits = (maxLength) => 32 - Math.clz32(maxLength);

/** Writes a label in its shortest encoding. If several are equally short, the order is: equal bits, unary, binary. */
function storeLabel(builder, bits, length, maxLength) {
  const size = countLengthBits(maxLength);
  const onesMask = (1n << BigInt(length)) - 1n;
  if (length > 1 && size < 2 * length - 1 && (bits === 0n || bits === onesMask))
    builder.storeUint(bits === 0n ? 6 : 7, 3).storeUint(length, size);
  else {
    if (size < length) builder.storeUint(2, 2).storeUint(length, size);
    else builder.storeUint((1n << BigInt(length + 1)) - 2n, length + 2);
    builder.storeBits(toBytes(bits, length), length);
  }
}

/** Returns the lowest bits of an integer as bytes, highest first. */
function toBytes(value, bits) {
  const bytes = new Uint8Array((bits + 7) >> 3);
  writeInteger(bytes, 0, bits, value);
  return bytes;
}

function readKey(key, bits) {
  const number = typeof key === "number" && Number.isSafeInteger(key) ? BigInt(key) : key;
  if (typeof number !== "bigint" || number < 0n || number >> BigInt(bits) !== 0n)
    throw fail("invalid_parameter", `a key must be a bigint or number from 0 to 2^${bits} - 1`, { parameter: "key" });
  return number;
}

/** Default maximum number of values that are read from a dictionary. */
const MAX_VALUES = 100_000;

/**
 * Returns the values of a dictionary by key, in the order of the keys; `null` is an empty dictionary. The number is
 * limited because cells can be shared: a small bag can represent a dictionary with an astronomical number of values.
 */
export function readDict(root, keyBits, maxValues = MAX_VALUES) {
  checkWidth(keyBits);
  if (
    !(
      typeof maxValues === "number" &&
      maxValues >= 0 &&
      (Number.isInteger(maxValues) || maxValues === Number.POSITIVE_INFINITY)
    )
  )
    throw fail("invalid_parameter", "`maxValues` must be a whole number, 0 or more", { parameter: "maxValues" });
  const dict = new Map();
  /** Nodes to read, each with the key bits on the path to it and the number of remaining key bits. @type {[any, bigint, number][]} */
  const pendingNodes = root === null ? [] : [[root, 0n, keyBits]];
  for (let next; (next = pendingNodes.pop()); ) {
    const [cell, prefix, remainingBits] = next;
    const slice = cell.beginParse();
    const [bits, length] = loadLabel(slice, remainingBits);
    const key = (prefix << BigInt(length)) | bits;
    if (length === remainingBits) {
      if (dict.size === maxValues) throw fail("cell_read", `the dictionary has more than ${maxValues} values`);
      dict.set(key, slice);
      continue;
    }
    if (slice.remainingBits > 0 || slice.remainingRefs !== 2)
      throw fail("cell_read", "a fork of the dictionary must have two references and nothing else");
    const [zeroChild, oneChild] = [slice.loadRef(), slice.loadRef()];
    pendingNodes.push(
      [oneChild, (key << 1n) | 1n, remainingBits - length - 1],
      [zeroChild, key << 1n, remainingBits - length - 1],
    );
  }
  return dict;
}

/** Reads a label: its bits and their number. */
function loadLabel(slice, maxLength) {
  const size = countLengthBits(maxLength);
  let length = 0;
  let bits;
  if (!slice.loadBit()) {
    while (slice.loadBit()) length += 1;
  } else {
    if (slice.loadBit()) bits = slice.loadBit();
    length = slice.loadUint(size);
  }
  if (length > maxLength) throw fail("cell_read", "a label of the dictionary is longer than the remaining key");
  if (bits !== undefined) return [bits ? (1n << BigInt(length)) - 1n : 0n, length];
  return [length > 256 ? loadLongLabel(slice, length) : slice.loadUintBig(length), length];
}

/** Reads a label that may have more than 257 bits, the maximum of `loadUintBig`. */
const loadLongLabel = (slice, length) => readInteger(slice.loadBits(length), 0, 0, length);
