// Bags of cells as bytes, without hashes: stacks are passed as bags, and hashing them would take longer than running the get-method. The
// virtual machine checks what is written here, and has written what is read.

import { readBase64 } from "../../message/text.js";

/** `b5ee9c72`: one root or more, with or without index and checksum. */
const MAGIC = 0xb5ee9c72;
/** The start of its base64; not every server accepts bags that begin otherwise. */
const TEXT = /^te6cc[A-Za-z0-9+/]*={0,2}$/;
/** Flags of a descriptor: exotic, and with stored hashes, which are not used here. */
const EXOTIC = 8;
const WITH_HASHES = 16;

/**
 * @typedef {{ cells: Uint8Array[], refs: number[][] }} Bag the root first: each cell as its two descriptors and its data, and the places of those
 *   that it refers to, which come after it
 */

/** The bytes of a bag in standard base64; undefined for another text. @param {unknown} text */
export function decodeBag(text) {
  if (typeof text !== "string" || text.length % 4 !== 0 || !TEXT.test(text)) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** The cells of a bag with one root; undefined if the bytes are not such a bag. @param {Uint8Array} bytes @returns {Bag | undefined} */
export function readBag(bytes) {
  const number = (at, width) => {
    let value = 0;
    for (let end = at + width; at < end; at += 1) value = value * 256 + bytes[at];
    return value;
  };
  const flags = bytes[4];
  const size = flags & 7;
  const offset = bytes[5];
  if (number(0, 4) !== MAGIC || size < 1 || size > 4 || offset < 1 || offset > 6) return undefined;
  const count = number(6, size);
  const roots = number(6 + size, size);
  const root = number(6 + 3 * size + offset, size);
  if (!(count > 0 && count <= bytes.length) || roots !== 1 || root !== 0) return undefined;
  let at = 6 + 4 * size + offset + (flags & 0x80 ? count * offset : 0);
  const cells = new Array(count);
  const refs = new Array(count);
  for (let cell = 0; cell < count; cell += 1) {
    const first = bytes[at];
    const own = first & 7;
    if (!(own <= 4) || first & WITH_HASHES) return undefined;
    const end = at + 2 + ((bytes[at + 1] + 1) >> 1);
    if (!(end <= bytes.length)) return undefined;
    cells[cell] = bytes.subarray(at, end);
    at = end;
    const list = new Array(own);
    for (let ref = 0; ref < own; ref += 1, at += size) {
      list[ref] = number(at, size);
      if (!(list[ref] > cell && list[ref] < count)) return undefined;
    }
    refs[cell] = list;
  }
  return at + (flags & 0x40 ? 4 : 0) === bytes.length ? { cells, refs } : undefined;
}

/** Where the data of a cell begins in its bytes. */
export const DATA = 2;

/** How many bits of data a cell has. The last byte ends with a set bit and clear ones if it is not full. @param {Uint8Array} cell */
export function bitsOf(cell) {
  const half = cell[1];
  if (half % 2 === 0) return half * 4;
  const last = cell[cell.length - 1];
  return (cell.length - DATA) * 8 - 1 - (31 - Math.clz32(last & -last));
}

/** @param {Uint8Array} cell */
export const isExotic = (cell) => (cell[0] & EXOTIC) !== 0;

/** Whether a cell has a level, of pruned cells below. @param {Uint8Array} cell */
export const hasLevel = (cell) => cell[0] >= 32;

/** The data of a cell in base64, padded as in a bag. @param {Uint8Array} cell */
export const dataText = (cell) => readBase64(cell, DATA, 0, 8 * (cell.length - DATA));

/**
 * Adds a cell that has some of the bits and references of another one. Gives its place, which is behind those that it refers to: it can be the
 * root of `bagText` and nothing else.
 *
 * @param {Bag} bag @param {number} place
 */
export function addPart({ cells, refs }, place, [start, end], [firstRef, endRef]) {
  const cell = cells[place];
  const bits = end - start;
  const part = new Uint8Array(DATA + ((bits + 7) >> 3));
  for (let at = DATA, from = DATA + (start >> 3); at < part.length; at += 1, from += 1)
    part[at] = ((cell[from] << 8) | cell[from + 1]) >> (8 - (start & 7));
  if (bits % 8 > 0) part[part.length - 1] = (part[part.length - 1] & (0xff << (8 - (bits % 8)))) | (0x80 >> (bits % 8));
  part[0] = endRef - firstRef;
  part[1] = (bits >> 3) + ((bits + 7) >> 3);
  refs.push(refs[place].slice(firstRef, endRef));
  return cells.push(part) - 1;
}

/** The places of the bag of a root: each cell after all cells that refer to it. @param {Bag} bag @param {number} root */
function orderOf({ refs }, root) {
  const seen = new Set([root]);
  const order = [];
  const path = [root];
  const left = [refs[root].length];
  while (path.length > 0) {
    const top = path.length - 1;
    if (left[top] === 0) {
      order.push(path.pop());
      left.pop();
      continue;
    }
    left[top] -= 1;
    const next = refs[path[top]][left[top]];
    if (seen.has(next)) continue;
    seen.add(next);
    path.push(next);
    left.push(refs[next].length);
  }
  return order.reverse();
}

const widthOf = (number) => (number < 0x100 ? 1 : number < 0x10000 ? 2 : number < 0x1000000 ? 3 : 4);

/**
 * The bag of a cell and all below it, with a checksum and without an index. Their order is that of `toBoc` of `ton-edge/message`
 * (src/cell/write.rs).
 *
 * @param {Bag} bag @param {number} root
 */
export function bagText(bag, root) {
  const { cells, refs } = bag;
  const order = orderOf(bag, root);
  const places = new Map();
  const size = widthOf(order.length);
  let total = 0;
  for (const [place, cell] of order.entries()) {
    places.set(cell, place);
    total += cells[cell].length + refs[cell].length * size;
  }
  const offset = widthOf(total);
  const out = new Uint8Array(10 + 4 * size + offset + total);
  let at = 0;
  const put = (number, width) => {
    for (let shift = 8 * (width - 1); shift >= 0; shift -= 8) out[at++] = number >>> shift;
  };
  put(MAGIC, 4);
  put(0x40 | size, 1);
  put(offset, 1);
  for (const number of [order.length, 1, 0]) put(number, size);
  put(total, offset);
  put(0, size);
  for (const cell of order) {
    out.set(cells[cell], at);
    at += cells[cell].length;
    for (const ref of refs[cell]) put(places.get(ref), size);
  }
  const sum = crc32c(out, at);
  for (let shift = 0; shift < 32; shift += 8) out[at++] = sum >>> shift;
  return readBase64(out, 0, 0, 8 * out.length);
}

/** @type {Uint32Array | undefined} */
let table;

function makeTable() {
  const made = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte += 1) {
    let sum = byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0x82f63b78 : sum >>> 1;
    made[byte] = sum;
  }
  return made;
}

function crc32c(bytes, length) {
  const sums = (table ??= makeTable());
  let sum = -1;
  for (let at = 0; at < length; at += 1) sum = sums[(sum ^ bytes[at]) & 0xff] ^ (sum >>> 8);
  return (sum ^ -1) >>> 0;
}

/** Most cells that are compared. */
const MOST_COMPARED = 10_000;

/** Whether two bags hold the same cells below their roots, in whatever order; undefined if there are too many. @param {Bag} one @param {Bag} other */
export function isSameBag(one, other) {
  const todo = [[0, 0]];
  const known = new Set([0]);
  for (const [left, right] of todo) {
    const cell = one.cells[left];
    const beside = other.cells[right];
    if (cell.length !== beside.length || cell.some((byte, at) => byte !== beside[at])) return false;
    // The descriptors are equal, and with them the numbers of references.
    for (const [at, ref] of one.refs[left].entries()) {
      const match = other.refs[right][at];
      const pair = ref * other.cells.length + match;
      if (known.has(pair)) continue;
      known.add(pair);
      if (todo.push([ref, match]) > MOST_COMPARED) return undefined;
    }
  }
  return true;
}
