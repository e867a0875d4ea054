// Reads and writes bags of cells without hashing, which would take longer than running the get-method. This is safe: the virtual machine
// checks the bags that are written here, and wrote the bags that are read here.

import { readBase64 } from "../../message/text.js";
import { decodeBase64 } from "../../util/base64.js";

/** The magic `b5ee9c72`: one root or more, with or without index and checksum. */
const MAGIC = 0xb5ee9c72;
/** Matches a bag in base64 with the usual beginning; not every server accepts bags with other beginnings. */
const BASE64_BAG = /^te6cc[A-Za-z0-9+/]*={0,2}$/;
/** Flags of a cell's first descriptor: the cell is exotic; hashes are stored (refused here). */
const EXOTIC_FLAG = 8;
const HASHES_FLAG = 16;

/**
 * @typedef {{ cells: Uint8Array[], refs: number[][] }} Bag `cells`: the descriptors and data of each cell, the root first; `refs`: for each
 *   cell the indices of the cells that it refers to, which come after it
 */

/** Decodes a bag in standard base64; undefined for another text. @param {unknown} text */
export function decodeBag(text) {
  if (typeof text !== "string" || text.length % 4 !== 0 || !BASE64_BAG.test(text)) return undefined;
  return decodeBase64(text);
}

/** Parses a bag with one root; undefined if the bytes are not such a bag. @param {Uint8Array} bytes @returns {Bag | undefined} */
export function readBag(bytes) {
  const readNumber = (position, width) => {
    let value = 0;
    for (let end = position + width; position < end; position += 1) value = value * 256 + bytes[position];
    return value;
  };
  const flags = bytes[4];
  const size = flags & 7;
  const offset = bytes[5];
  if (readNumber(0, 4) !== MAGIC || size < 1 || size > 4 || offset < 1 || offset > 6) return undefined;
  const count = readNumber(6, size);
  const roots = readNumber(6 + size, size);
  const root = readNumber(6 + 3 * size + offset, size);
  if (!(count > 0 && count <= bytes.length) || roots !== 1 || root !== 0) return undefined;
  let position = 6 + 4 * size + offset + (flags & 0x80 ? count * offset : 0);
  const cells = new Array(count);
  const refs = new Array(count);
  for (let cell = 0; cell < count; cell += 1) {
    const descriptor = bytes[position];
    const refCount = descriptor & 7;
    if (!(refCount <= 4) || descriptor & HASHES_FLAG) return undefined;
    const end = position + 2 + ((bytes[position + 1] + 1) >> 1);
    if (!(end <= bytes.length)) return undefined;
    cells[cell] = bytes.subarray(position, end);
    position = end;
    const cellRefs = new Array(refCount);
    for (let ref = 0; ref < refCount; ref += 1, position += size) {
      cellRefs[ref] = readNumber(position, size);
      if (!(cellRefs[ref] > cell && cellRefs[ref] < count)) return undefined;
    }
    refs[cell] = cellRefs;
  }
  return position + (flags & 0x40 ? 4 : 0) === bytes.length ? { cells, refs } : undefined;
}

/** The offset of the data in the bytes of a cell. */
export const DATA_OFFSET = 2;

/** Returns the number of data bits of a cell. An incomplete last byte is padded with a 1 bit and zeros. @param {Uint8Array} cell */
export function countBits(cell) {
  const sizeDescriptor = cell[1];
  if (sizeDescriptor % 2 === 0) return sizeDescriptor * 4;
  const last = cell[cell.length - 1];
  return (cell.length - DATA_OFFSET) * 8 - 1 - (31 - Math.clz32(last & -last));
}

/** @param {Uint8Array} cell */
export const isExotic = (cell) => (cell[0] & EXOTIC_FLAG) !== 0;

/** Whether a cell's level is above 0, which pruned branches below it cause. @param {Uint8Array} cell */
export const hasLevel = (cell) => cell[0] >= 32;

/** Encodes the data of a cell in base64, padded as in a bag. @param {Uint8Array} cell */
export const encodeData = (cell) => readBase64(cell, DATA_OFFSET, 0, 8 * (cell.length - DATA_OFFSET));

/**
 * Adds a cell with a range of the bits and references of another cell. Returns its index. It comes after the cells that it refers to, so it
 * can only be the root of `writeBag`.
 *
 * @param {Bag} bag @param {number} index
 */
export function addPart({ cells, refs }, index, [start, end], [firstRef, endRef]) {
  const cell = cells[index];
  const bits = end - start;
  const part = new Uint8Array(DATA_OFFSET + ((bits + 7) >> 3));
  for (let target = DATA_OFFSET, source = DATA_OFFSET + (start >> 3); target < part.length; target += 1, source += 1)
    part[target] = ((cell[source] << 8) | cell[source + 1]) >> (8 - (start & 7));
  if (bits % 8 > 0) part[part.length - 1] = (part[part.length - 1] & (0xff << (8 - (bits % 8)))) | (0x80 >> (bits % 8));
  part[0] = endRef - firstRef;
  part[1] = (bits >> 3) + ((bits + 7) >> 3);
  refs.push(refs[index].slice(firstRef, endRef));
  return cells.push(part) - 1;
}

/**
 * Returns the indices of a root and all its descendants, each cell after all cells that refer to it.
 *
 * @param {Bag} bag @param {number} root
 */
function sortCells({ refs }, root) {
  const visitedCells = new Set([root]);
  const order = [];
  const path = [root];
  const remainingRefs = [refs[root].length];
  while (path.length > 0) {
    const top = path.length - 1;
    if (remainingRefs[top] === 0) {
      order.push(path.pop());
      remainingRefs.pop();
      continue;
    }
    remainingRefs[top] -= 1;
    const next = refs[path[top]][remainingRefs[top]];
    if (visitedCells.has(next)) continue;
    visitedCells.add(next);
    path.push(next);
    remainingRefs.push(refs[next].length);
  }
  return order.reverse();
}

const countBytes = (number) => (number < 0x100 ? 1 : number < 0x10000 ? 2 : number < 0x1000000 ? 3 : 4);

/**
 * Writes the bag of a cell and all cells below it, with a checksum and without an index. Their order is that of `toBoc` of
 * `ton-edge/message` (src/cell/write.rs).
 *
 * @param {Bag} bag @param {number} root
 */
export function writeBag(bag, root) {
  const { cells, refs } = bag;
  const order = sortCells(bag, root);
  const indices = new Map();
  const size = countBytes(order.length);
  let totalBytes = 0;
  for (const [index, cell] of order.entries()) {
    indices.set(cell, index);
    totalBytes += cells[cell].length + refs[cell].length * size;
  }
  const offset = countBytes(totalBytes);
  const bytes = new Uint8Array(10 + 4 * size + offset + totalBytes);
  let position = 0;
  const writeNumber = (number, width) => {
    for (let shift = 8 * (width - 1); shift >= 0; shift -= 8) bytes[position++] = number >>> shift;
  };
  writeNumber(MAGIC, 4);
  writeNumber(0x40 | size, 1);
  writeNumber(offset, 1);
  for (const number of [order.length, 1, 0]) writeNumber(number, size);
  writeNumber(totalBytes, offset);
  writeNumber(0, size);
  for (const cell of order) {
    bytes.set(cells[cell], position);
    position += cells[cell].length;
    for (const ref of refs[cell]) writeNumber(indices.get(ref), size);
  }
  const sum = computeCrc32c(bytes, position);
  for (let shift = 0; shift < 32; shift += 8) bytes[position++] = sum >>> shift;
  return readBase64(bytes, 0, 0, 8 * bytes.length);
}

/** @type {Uint32Array | undefined} */
let table;

function createTable() {
  const sums = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
    sums[byte] = sum;
  }
  return sums;
}

function computeCrc32c(bytes, length) {
  const sums = (table ??= createTable());
  let sum = -1;
  for (let index = 0; index < length; index += 1) sum = sums[(sum ^ bytes[index]) & 0xff] ^ (sum >>> 8);
  return (sum ^ -1) >>> 0;
}

/** Maximum cells that are compared. */
const MAX_COMPARED = 10_000;

/**
 * Whether two bags have equal trees of cells, whatever the order of the cells in the bag; undefined if there are too many cells. @param
 * {Bag} a @param {Bag} b
 */
export function areBagsEqual(a, b) {
  const pairs = [[0, 0]];
  const knownPairs = new Set([0]);
  for (const [leftIndex, rightIndex] of pairs) {
    const bytes = a.cells[leftIndex];
    const otherBytes = b.cells[rightIndex];
    if (bytes.length !== otherBytes.length || bytes.some((byte, index) => byte !== otherBytes[index])) return false;
    // Equal descriptors mean equal numbers of references.
    for (const [index, ref] of a.refs[leftIndex].entries()) {
      const otherRef = b.refs[rightIndex][index];
      const pair = ref * b.cells.length + otherRef;
      if (knownPairs.has(pair)) continue;
      knownPairs.add(pair);
      if (pairs.push([ref, otherRef]) > MAX_COMPARED) return undefined;
    }
  }
  return true;
}
