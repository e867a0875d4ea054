// The records of a DNS contract: a dictionary of cells by 256 bits, the hash of the category. Its contract can make it of anything, and
// cells are shared: a few that refer to one another in forks are a tree of any size. So the work is bounded.
import { createHash } from "node:crypto";

/** @typedef {import("@ton/core").Cell} Cell @typedef {import("@ton/core").Slice} Slice */

const BITS = 256;
/** Most cells of the dictionary that are read. */
const MOST_CELLS = 4096;

/** @param {Slice} slice @param {number} length @param {number} most bits that are left of the key */
function digits(slice, length, most) {
  if (length > most) throw new Error("a label is longer than its key");
  return Array.from({ length }, () => (slice.loadBit() ? "1" : "0")).join("");
}

/** The label of an edge (block.tlb, HmLabel), as binary digits. @param {Slice} slice @param {number} most */
function label(slice, most) {
  if (!slice.loadBit()) {
    let length = 0;
    while (slice.loadBit()) length += 1;
    return digits(slice, length, most);
  }
  const same = slice.loadBit() ? (slice.loadBit() ? "1" : "0") : undefined;
  const length = slice.loadUint(32 - Math.clz32(most));
  if (same === undefined) return digits(slice, length, most);
  if (length > most) throw new Error("a label is longer than its key");
  return same.repeat(length);
}

const binary = (/** @type {Buffer} */ bytes) => [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
const bytesOf = (/** @type {string} */ key) =>
  Buffer.from(
    BigInt(`0b${key}`)
      .toString(16)
      .padStart(BITS / 4, "0"),
    "hex",
  );

/**
 * The records in the order of their keys.
 * @param {Cell} root @param {Buffer[]} [wanted] keys; default all @returns {[key: Buffer, value: Cell][]}
 * @throws where it is no dictionary, or has too many cells
 */
export function recordsIn(root, wanted) {
  const keys = wanted?.map(binary);
  /** @type {[Buffer, Cell][]} */
  const found = [];
  let left = MOST_CELLS;
  const visit = (/** @type {Cell} */ cell, /** @type {string} */ prefix) => {
    if (keys && !keys.some((key) => key.startsWith(prefix))) return;
    left -= 1;
    if (left < 0) throw new Error(`records of more than ${MOST_CELLS} cells`);
    const slice = cell.beginParse();
    const key = prefix + label(slice, BITS - prefix.length);
    if (key.length === BITS) {
      if (!keys || keys.includes(key)) found.push([bytesOf(key), slice.loadRef()]);
      return;
    }
    const [zero, one] = [slice.loadRef(), slice.loadRef()];
    visit(zero, `${key}0`);
    visit(one, `${key}1`);
  };
  visit(root, "");
  return found;
}

/** The key of a category: the hash of its name. @param {string} name */
export const categoryKey = (name) => createHash("sha256").update(name).digest();
