// Cells, builders and slices. A cell never changes; cell.wasm computes. What fails leaves a builder or a slice as it was.

import { HASH_ONE, PARSE, PARSE_TEXT, TO_BOC } from "../../dist/cell-abi.js";
import { fail, isList, kindOf } from "../util/error.js";
import { core } from "../wasm/cell.js";
import { addressBytes } from "./address-bytes.js";
import { copyBits, readInteger, readNumber, writeInteger } from "./bits.js";
import { bocBytes, limitBytes } from "./boc-input.js";
import * as dict from "./dict.js";
import { Bag, DATA, levels, listOf, put32, putHead, putList } from "./exchange.js";
import { bytesOf, hasMethod } from "./inputs.js";
import { base64, hex } from "./text.js";

/** Shows the constructor that its arguments come from this file. */
const MADE = /* @__PURE__ */ Symbol("made");

const KINDS = ["ordinary", "pruned_branch", "library", "merkle_proof", "merkle_update"];
const EXOTIC = 1 << 13;

export class Cell {
  #info;
  #bag;
  #id;
  #data;
  #refs;

  constructor(token, info, bag, id) {
    if (token !== MADE) throw fail("invalid_parameter", "cells are made by `beginCell().endCell()` and `parseBoc`");
    this.#info = info;
    this.#bag = bag;
    this.#id = id;
  }

  get bits() {
    return this.#info & 1023;
  }

  get refs() {
    return (this.#refs ??= Object.freeze(this.#bag.refs(this.#id, (this.#info >> 10) & 7)));
  }

  get type() {
    return (this.#info & EXOTIC) === 0 ? KINDS[0] : KINDS[this[DATA][0]];
  }

  get isExotic() {
    return (this.#info & EXOTIC) !== 0;
  }

  get levelMask() {
    return this.#info >> 14;
  }

  get level() {
    return 32 - Math.clz32(this.levelMask);
  }

  #at(level) {
    if (!(Number.isInteger(level) && level >= 0 && level <= 3))
      throw fail("invalid_parameter", "a level is 0, 1, 2 or 3", { parameter: "level" });
    return levels(this.levelMask & ((1 << level) - 1));
  }

  hash(level = 3) {
    return this.#bag.hash(this.#id, this.#at(level)).slice();
  }

  depth(level = 3) {
    return this.#bag.depth(this.#id, this.#at(level));
  }

  /** The data, padded to whole bytes with one set bit and clear ones, without a copy. */
  get [DATA]() {
    return (this.#data ??= this.#bag.data(this.#id, this.bits));
  }

  beginParse(allowExotic = false) {
    if (this.isExotic && !allowExotic)
      throw fail("cell_read", `the cell is exotic (${this.type}): pass true to read its data`);
    return new Slice(this);
  }

  equals(other) {
    const hash = toCell(other).hash();
    return this.hash().every((byte, at) => byte === hash[at]);
  }

  toBoc(options) {
    return writeBoc([this], options);
  }

  toBase64(options) {
    return base64(this.toBoc(options));
  }

  toString() {
    return this.toBase64();
  }

  toJSON() {
    return this.toBase64();
  }
}

/** A cell of its own: what `Bag` is for those of a dump. `output`: level mask, depths and hashes. */
class Built {
  #data;
  #refs;
  #output;
  #count;

  constructor(data, refs, output) {
    this.#data = data;
    this.#refs = refs;
    this.#output = output;
    this.#count = levels(output[0]) + 1;
  }

  data = () => this.#data;
  refs = () => this.#refs;
  depth = (_, index) => this.#output[1 + 2 * index] | (this.#output[2 + 2 * index] << 8);

  hash(_, index) {
    const at = 1 + 2 * this.#count + 32 * index;
    return this.#output.subarray(at, at + 32);
  }
}

/** Bytes of a hash and a depth. */
const SEAL = 34;

/**
 * The cell of some bits and references.
 *
 * @param {Uint8Array} data padded with clear bits @param {number} bits @param {Cell[]} refs @param {boolean} exotic
 */
export function makeCell(data, bits, refs, exotic) {
  const size = (bits + 7) >> 3;
  let length = 3 + size;
  for (const { levelMask } of refs) length += 1 + SEAL * (levels(levelMask) + 1);
  const input = new Uint8Array(length);
  let at = putHead(input, 0, bits, exotic, refs.length);
  for (const ref of refs) {
    const { levelMask } = ref;
    input[at++] = levelMask;
    // At each of its levels, the last of which is the third.
    const own = [0, 1, 2].filter((level) => (levelMask >> level) & 1);
    const each = own.concat(3);
    for (const level of each) {
      const depth = ref.depth(level);
      input[at++] = depth;
      input[at++] = depth >> 8;
    }
    for (const level of each) {
      input.set(ref.hash(level), at);
      at += 32;
    }
  }
  const padded = data.slice(0, size);
  input.set(padded, at);
  const output = core.call(HASH_ONE, input);
  if (bits & 7) padded[size - 1] |= 0x80 >> (bits & 7);
  const info = bits | (refs.length << 10) | (exotic ? EXOTIC : 0) | (output[0] << 14);
  return new Cell(MADE, info, new Built(padded, refs.slice(), output), 0);
}

/** @param {Cell[]} cells @param {{ index?: boolean, crc32c?: boolean }} [options] */
export function writeBoc(cells, { index = false, crc32c = true } = {}) {
  if (!isList(cells)) throw fail("invalid_parameter", `expected a list of cells, not ${kindOf(cells)}`);
  const roots = cells.map(toCell);
  const list = listOf(roots);
  const bytes = new Uint8Array(4 + 4 * roots.length + list.size);
  let at = put32(bytes, 0, roots.length);
  for (const root of roots) at = put32(bytes, at, list.places.get(root));
  putList(bytes, at, list);
  return core.call(TO_BOC, bytes, Number(crc32c) | (Number(index) << 1));
}

/** The cells of a dump. */
const bagOf = (dump) => new Bag(dump, (info, bag, id) => new Cell(MADE, info, bag, id));

/** The cells of a bag. */
function parse(boc, limits) {
  const head = limitBytes(limits);
  return bagOf(
    typeof boc === "string" ? core.callText(PARSE_TEXT, head, boc) : core.call(PARSE, head, 0, bocBytes(boc)),
  );
}

export function parseBoc(boc, limits) {
  const bag = parse(boc, limits);
  if (bag.rootCount !== 1)
    throw fail("boc_invalid", `the bag has ${bag.rootCount} roots: read it with \`parseBocRoots\``);
  return bag.root(0);
}

export function parseBocRoots(boc, limits) {
  const bag = parse(boc, limits);
  return Array.from({ length: bag.rootCount }, (_, at) => bag.root(at));
}

/** A cell of this package or of another one, or a bag. */
export function toCell(value) {
  if (hasMethod(value, "toBoc")) return value instanceof Cell ? value : parseBoc(value.toBoc());
  return hasMethod(value, "endCell") ? toCell(value.endCell()) : parseBoc(value);
}

const MOST_BITS = 1023;
/** Whole bytes that fit a cell. */
const MOST_BYTES = 127;

/** An integer of any kind as a bigint. */
function integer(value) {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "number")
    throw fail("invalid_parameter", "the number is no safe integer: pass a bigint", { parameter: "value" });
  throw fail("invalid_parameter", `expected a bigint or a number, not ${kindOf(value)}`, { parameter: "value" });
}

const range = () => fail("cell_build", "the number does not fit the bits it is stored in");
const noRefs = () => fail("cell_build", "the cell has four references already");

function width(bits, most) {
  if (Number.isInteger(bits) && bits >= 0 && bits <= most) return bits;
  throw fail("invalid_parameter", `a width is a whole number from 0 to ${most}`, { parameter: "bits" });
}

function viewOf(bytes) {
  const view = bytesOf(bytes);
  if (view) return view;
  throw fail("invalid_parameter", `expected a Uint8Array, not ${kindOf(bytes)}`, { parameter: "bytes" });
}

export class Builder {
  #bytes = new Uint8Array(129);
  #bits = 0;
  #refs = [];
  #exotic = false;

  get bits() {
    return this.#bits;
  }

  get refs() {
    return this.#refs.length;
  }

  get availableBits() {
    return MOST_BITS - this.#bits;
  }

  get availableRefs() {
    return 4 - this.#refs.length;
  }

  /** Where the bits begin that are stored next. */
  #room(bits) {
    if (bits > this.availableBits) throw fail("cell_build", `${bits} bits do not fit: ${this.availableBits} are free`);
    const at = this.#bits;
    this.#bits += bits;
    return at;
  }

  #integer(value, bits) {
    writeInteger(this.#bytes, this.#room(bits), bits, value);
    return this;
  }

  storeBit(bit) {
    return this.storeUint(bit === true || bit === 1 ? 1 : bit === false || bit === 0 ? 0 : NaN, 1);
  }

  storeUint(value, bits) {
    const number = integer(value);
    if (BigInt.asUintN(width(bits, 256), number) !== number) throw range();
    return this.#integer(number, bits);
  }

  storeInt(value, bits) {
    const number = integer(value);
    if (BigInt.asIntN(width(bits, 257), number) !== number) throw range();
    return this.#integer(number, bits);
  }

  storeVarUint(value, limit) {
    const number = integer(value);
    const most = width(limit, 32) - 1;
    if (most < 0 || BigInt.asUintN(8 * most, number) !== number) throw range();
    const bytes = number === 0n ? 0 : (number.toString(16).length + 1) >> 1;
    const lengthBits = 32 - Math.clz32(most);
    return this.#integer((BigInt(bytes) << BigInt(8 * bytes)) | number, lengthBits + 8 * bytes);
  }

  storeCoins(value) {
    return this.storeVarUint(value, 16);
  }

  /** Bytes of which so many bits count. */
  storeBits(bytes, bits) {
    const view = viewOf(bytes);
    const count = bits === undefined ? 8 * view.length : width(bits, 8 * view.length);
    copyBits(view, 0, this.#bytes, this.#room(count), count);
    return this;
  }

  storeBytes(bytes) {
    return this.storeBits(bytes);
  }

  /** `null` is no address. */
  storeAddress(address) {
    if (address === null || address === undefined) return this.storeUint(0, 2);
    const bytes = addressBytes(address);
    // `addr_std` without anycast.
    return this.#integer((4n << 264n) | readInteger(bytes, 0, 264), 267);
  }

  storeRef(cell) {
    const ref = toCell(cell);
    if (this.availableRefs === 0) throw noRefs();
    this.#refs.push(ref);
    return this;
  }

  storeMaybeRef(cell) {
    if (cell === null || cell === undefined) return this.storeUint(0, 1);
    const ref = toCell(cell);
    if (this.availableRefs === 0) throw noRefs();
    return this.storeUint(1, 1).storeRef(ref);
  }

  /** All bits and references of a builder, a slice or a cell. */
  storeSlice(content) {
    const cell = toCell(hasMethod(content, "asCell") ? content.asCell() : content);
    const { bits } = cell;
    if (cell.refs.length > this.availableRefs) throw noRefs();
    if (bits > 0) this.storeBits(cell[DATA], bits);
    for (const ref of cell.refs) this.#refs.push(ref);
    return this;
  }

  storeBuilder(builder) {
    if (!hasMethod(builder, "endCell")) throw fail("invalid_parameter", `expected a builder, not ${kindOf(builder)}`);
    return this.storeSlice(builder.endCell());
  }

  /** Bytes in what is left of the cell and a chain of others. */
  storeBytesTail(content) {
    const bytes = viewOf(content);
    const here = this.availableBits >> 3;
    let next;
    // The last cell first: each refers to the next.
    for (let end = bytes.length; end > here; ) {
      const start = here + MOST_BYTES * Math.floor((end - 1 - here) / MOST_BYTES);
      const cell = new Builder().storeBits(bytes.subarray(start, end));
      next = (next ? cell.storeRef(next) : cell).endCell();
      end = start;
    }
    if (next && this.availableRefs === 0) throw noRefs();
    this.storeBits(bytes.subarray(0, here));
    return next ? this.storeRef(next) : this;
  }

  storeStringTail(text) {
    if (typeof text !== "string") throw fail("invalid_parameter", `expected a string, not ${kindOf(text)}`);
    return this.storeBytesTail(new TextEncoder().encode(text));
  }

  storeStringRefTail(text) {
    return this.storeRef(new Builder().storeStringTail(text).endCell());
  }

  /** A bit, and a dictionary in a cell of its own. */
  storeDict(keyBits, values) {
    return this.storeMaybeRef(buildDict(keyBits, values));
  }

  /** Makes the cell exotic: its first byte is the type then. */
  setExotic(exotic = true) {
    this.#exotic = exotic;
    return this;
  }

  endCell() {
    return makeCell(this.#bytes, this.#bits, this.#refs, this.#exotic);
  }

  asCell() {
    return this.endCell();
  }
}

export const beginCell = () => new Builder();

export const buildDict = (keyBits, values) => dict.buildDict(keyBits, values, beginCell);

export const readDict = (root, keyBits, most) => dict.readDict(root === null ? null : toCell(root), keyBits, most);

/** Bits of an integer that a number holds. */
const MOST_EXACT = 53;

const left = (what, count, has) => fail("cell_read", `${count} ${what} are expected, and ${has} are left`);

export class Slice {
  #cell;
  #at = 0;
  #ref = 0;

  constructor(cell) {
    this.#cell = cell;
  }

  get remainingBits() {
    return this.#cell.bits - this.#at;
  }

  get remainingRefs() {
    return this.#cell.refs.length - this.#ref;
  }

  clone() {
    const copy = new Slice(this.#cell);
    copy.#at = this.#at;
    copy.#ref = this.#ref;
    return copy;
  }

  /** Where the bits begin that are read next. */
  #take(bits) {
    if (bits > this.remainingBits) throw left("bits", bits, this.remainingBits);
    const at = this.#at;
    this.#at += bits;
    return at;
  }

  #width(bits, most) {
    if (!(Number.isInteger(bits) && bits >= 0 && bits <= most))
      throw fail("invalid_parameter", `a width is a whole number from 0 to ${most}`, { parameter: "bits" });
    return bits;
  }

  #exact(bits) {
    if (bits > MOST_EXACT)
      throw fail("invalid_parameter", `${bits} bits do not fit a number: use the method that ends with \`Big\``, {
        parameter: "bits",
      });
    return this.#width(bits, MOST_EXACT);
  }

  skip(bits) {
    this.#take(this.#width(bits, 1023));
    return this;
  }

  /** Passes all that is left. */
  skipAll() {
    this.#at = this.#cell.bits;
    this.#ref = this.#cell.refs.length;
    return this;
  }

  loadBit() {
    return this.loadUint(1) === 1;
  }

  loadBoolean() {
    return this.loadBit();
  }

  loadUint(bits) {
    return readNumber(this.#cell[DATA], this.#take(this.#exact(bits)), bits);
  }

  loadUintBig(bits) {
    return readInteger(this.#cell[DATA], this.#take(this.#width(bits, 256)), bits);
  }

  loadInt(bits) {
    const number = this.loadUint(bits);
    return number >= 2 ** (bits - 1) && bits > 0 ? number - 2 ** bits : number;
  }

  loadIntBig(bits) {
    return BigInt.asIntN(bits, readInteger(this.#cell[DATA], this.#take(this.#width(bits, 257)), bits));
  }

  loadVarUint(limit) {
    const copy = this.clone();
    const bytes = copy.loadUint(32 - Math.clz32(this.#width(limit, 32) - 1));
    if (bytes >= limit) throw fail("cell_read", "the number is longer than its type allows");
    const number = copy.loadUintBig(8 * bytes);
    this.#at = copy.#at;
    return number;
  }

  loadCoins() {
    return this.loadVarUint(16);
  }

  /** Bits as bytes, the last one padded with clear bits. */
  loadBits(bits) {
    const bytes = new Uint8Array((this.#width(bits, 1023) + 7) >> 3);
    copyBits(this.#cell[DATA], this.#take(bits), bytes, 0, bits);
    return bytes;
  }

  loadBytes(count) {
    return this.loadBits(8 * this.#width(count, MOST_BYTES));
  }

  loadAnyAddress() {
    const copy = this.clone();
    const tag = copy.loadUint(2);
    let address = null;
    if (tag === 1) {
      const bits = copy.loadUint(9);
      address = { bits, value: hex(copy.loadBits(bits)) };
    } else if (tag === 2) {
      if (copy.loadBit()) throw fail("cell_read", "the address has anycast, which is not supported");
      address = `${copy.loadInt(8)}:${hex(copy.loadBytes(32)).toUpperCase()}`;
    } else if (tag === 3) {
      throw fail("cell_read", "the address has a variable length (addr_var), which is not supported");
    }
    this.#at = copy.#at;
    return address;
  }

  loadMaybeAddress() {
    const copy = this.clone();
    const address = copy.loadAnyAddress();
    if (address !== null && typeof address !== "string")
      throw fail("cell_read", "the address is external, not of an account");
    this.#at = copy.#at;
    return address;
  }

  loadAddress() {
    const copy = this.clone();
    const address = copy.loadMaybeAddress();
    if (address === null) throw fail("cell_read", "there is no address: `loadMaybeAddress` gives null then");
    this.#at = copy.#at;
    return address;
  }

  loadRef() {
    if (this.remainingRefs === 0) throw fail("cell_read", "a reference is expected, and none is left");
    return this.#cell.refs[this.#ref++];
  }

  loadMaybeRef() {
    if (this.remainingBits === 0) throw left("bits", 1, 0);
    if (this.clone().loadBit() && this.remainingRefs === 0)
      throw fail("cell_read", "a reference is expected, and none is left");
    return this.loadBit() ? this.loadRef() : null;
  }

  /** What `Either X ^X` holds, as a slice. */
  loadEither() {
    const copy = this.clone();
    if (!copy.loadBit()) {
      this.#at = this.#cell.bits;
      this.#ref = this.#cell.refs.length;
      return copy;
    }
    const inside = copy.loadRef().beginParse();
    this.#at = copy.#at;
    this.#ref = copy.#ref;
    return inside;
  }

  /** The dictionary that an optional reference holds. */
  loadDict(keyBits, most) {
    const copy = this.clone();
    const root = copy.loadMaybeRef();
    const values = readDict(root, keyBits, most);
    this.#at = copy.#at;
    this.#ref = copy.#ref;
    return values;
  }

  #tail() {
    const parts = [];
    let size = 0;
    for (let slice = this.clone(); ; slice = slice.loadRef().beginParse()) {
      const bits = slice.remainingBits;
      if (bits & 7) throw fail("cell_read", "the number of bits is not a multiple of 8");
      if (slice.remainingRefs > 1) throw fail("cell_read", "a cell of the chain has more than one reference");
      const part = slice.loadBits(bits);
      parts.push(part);
      size += part.length;
      if (slice.remainingRefs === 0) break;
    }
    const bytes = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    this.#at = this.#cell.bits;
    this.#ref = this.#cell.refs.length;
    return bytes;
  }

  loadBytesTail() {
    return this.#tail();
  }

  loadStringTail() {
    const copy = this.clone();
    const bytes = copy.#tail();
    const text = utf8(bytes);
    this.#at = copy.#at;
    this.#ref = copy.#ref;
    return text;
  }

  loadStringRefTail() {
    const copy = this.clone();
    const text = copy.loadRef().beginParse().loadStringTail();
    this.#ref = copy.#ref;
    return text;
  }

  /** What is left, as a builder. */
  asBuilder() {
    const copy = this.clone();
    const builder = new Builder();
    const bits = copy.remainingBits;
    if (bits > 0) builder.storeBits(copy.loadBits(bits), bits);
    while (copy.remainingRefs > 0) builder.storeRef(copy.loadRef());
    return builder;
  }

  /** What is left, as a cell. */
  asCell() {
    return this.#at === 0 && this.#ref === 0 ? this.#cell : this.asBuilder().endCell();
  }

  endParse() {
    if (this.remainingBits > 0 || this.remainingRefs > 0)
      throw fail("cell_read", `${this.remainingBits} bits and ${this.remainingRefs} references are left at the end`);
  }
}

function utf8(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw fail("cell_read", "the bytes are not UTF-8", { cause });
  }
}
