// Cells, builders and slices. Cells are immutable; cell.wasm parses, serializes and hashes them. A method that throws leaves
// a builder or a slice unchanged.

import { HASH_ONE, PARSE, PARSE_TEXT, TO_BOC } from "../../dist/cell-abi.js";
import { fail, isList, kindOf } from "../util/error.js";
import { core } from "../wasm/cell.js";
import { toAddressBytes } from "./address-bytes.js";
import { copyBits, readBytes, readInteger, readNumber, readSigned, writeInteger } from "./bits.js";
import { readBocBytes, encodeLimits } from "./boc-input.js";
import * as dict from "./dict.js";
import { Bag, DATA, countLevels, listCells, writeUint32, writeCellHead, writeCellList } from "./exchange.js";
import { toBytes, encodeText, hasMethod } from "./inputs.js";
import { encodeBase64, encodeHex, readUpperHex } from "./text.js";
import { decodeUtf8 } from "../util/utf8.js";

/** The constructor requires this symbol, so that only this file can create cells. */
const CONSTRUCTOR_TOKEN = /* @__PURE__ */ Symbol("made");

/**
 * The key of the method that returns a slice without `boc`, which takes longer to define than the rest of the slice. No caller may get such a
 * slice. For this package only.
 */
export const INNER_SLICE = /* @__PURE__ */ Symbol("slice");

const CELL_TYPES = ["ordinary", "pruned_branch", "library", "merkle_proof", "merkle_update"];
const EXOTIC_FLAG = 1 << 13;
const countRefs = (info) => (info >> 10) & 7;

/**
 * Gives a cell, builder or slice its only own property: `boc`, its content in base64. Test tools compare this property, `structuredClone`
 * copies it, and browsers' consoles show it. It is computed when it is read. The object takes no further properties, so Vue does not wrap it in a
 * proxy, which would have no private fields. It is not frozen: for React Native, Babel turns private fields into properties, which must stay
 * writable.
 */
const defineBoc = (value, readBoc) =>
  Object.preventExtensions(Object.defineProperty(value, "boc", { enumerable: true, get: readBoc }));

/** The getter of a slice's `boc`. */
function readRemainingBits() {
  return this.asCell().toBase64();
}

/**
 * Returns what the consoles of Node, Deno and Bun show. A text of more than 300 characters is cut. Its end has the checksum, so different contents
 * have different texts.
 *
 * @param {string} name @param {any} value
 */
const print = (name, { boc }) => `${name} ${boc.replace(/^(.{280}).+(.{20})$/, "$1…$2")}`;

export class Cell {
  #info;
  #bag;
  #id;
  #refs;

  constructor(token, info, bag, id) {
    if (token !== CONSTRUCTOR_TOKEN)
      throw fail("invalid_parameter", "create cells with `beginCell().endCell()` or `parseBoc`");
    this.#info = info;
    this.#bag = bag;
    this.#id = id;
    defineBoc(this, this.toString);
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return print("Cell", this);
  }

  get bits() {
    return this.#info & 1023;
  }

  get refs() {
    if (this.#refs) return this.#refs;
    const refs = [];
    for (let index = 0; index < countRefs(this.#info); index += 1) refs.push(this.#bag.ref(this.#id, index));
    return (this.#refs = Object.freeze(refs));
  }

  get type() {
    return (this.#info & EXOTIC_FLAG) === 0 ? CELL_TYPES[0] : CELL_TYPES[this[DATA][0]];
  }

  get isExotic() {
    return (this.#info & EXOTIC_FLAG) !== 0;
  }

  get levelMask() {
    return this.#info >> 14;
  }

  get level() {
    return 32 - Math.clz32(this.levelMask);
  }

  #hashIndexAt(level) {
    if (!(Number.isInteger(level) && level >= 0 && level <= 3))
      throw fail("invalid_parameter", "`level` must be 0, 1, 2 or 3", { parameter: "level" });
    return countLevels(this.levelMask & ((1 << level) - 1));
  }

  hash(level = 3) {
    return this.#bag.hash(this.#id, this.#hashIndexAt(level)).slice();
  }

  depth(level = 3) {
    return this.#bag.depth(this.#id, this.#hashIndexAt(level));
  }

  /** Returns the data without a copy, padded to whole bytes with a 1 bit and zeros. */
  get [DATA]() {
    const start = this.#bag.start(this.#id);
    return this.#bag.bytes.subarray(start, start + ((this.bits + 7) >> 3));
  }

  beginParse(allowExotic = false) {
    return defineBoc(this[INNER_SLICE](allowExotic), readRemainingBits);
  }

  [INNER_SLICE](allowExotic) {
    if (this.isExotic && !allowExotic)
      throw fail("cell_read", `the cell is exotic (${this.type}): pass true to read its data`);
    return new Slice(this, this.#info, this.#bag, this.#id);
  }

  equals(other) {
    const hash = toCell(other).hash();
    return this.hash().every((byte, index) => byte === hash[index]);
  }

  toBoc(options) {
    return writeBoc([this], options);
  }

  toBase64(options) {
    return encodeBase64(this.toBoc(options));
  }

  toString() {
    return this.toBase64();
  }

  toJSON() {
    return this.toBase64();
  }
}

/** Storage of one built cell, with the interface of `Bag`. The cell is hashed when its hash or depth is first read. */
class BuiltCell {
  #refs;
  #seal;
  #sealed;

  constructor(data, refs, computeSeal) {
    this.bytes = data;
    this.#refs = refs;
    this.#seal = computeSeal;
  }

  /** The level mask, depths and hashes. */
  get sealed() {
    return (this.#sealed ??= this.#seal());
  }

  start() {
    return 0;
  }

  ref(_, index) {
    return this.#refs[index];
  }

  depth(_, index) {
    return this.sealed[1 + 2 * index] | (this.sealed[2 + 2 * index] << 8);
  }

  hash(_, index) {
    const offset = 3 + 2 * countLevels(this.sealed[0]) + 32 * index;
    return this.sealed.subarray(offset, offset + 32);
  }
}

/** Number of bytes of a hash (32) and a depth (2). */
const SEAL_BYTES = 34;

/** Checks a cell in cell.wasm, which computes its level mask, depths and hashes. */
function sealCell(data, bits, refs, exotic) {
  let length = 3 + data.length;
  for (const { levelMask } of refs) length += 1 + SEAL_BYTES * (countLevels(levelMask) + 1);
  const input = new Uint8Array(length);
  let offset = writeCellHead(input, 0, bits, exotic, refs.length);
  for (const refIndex of refs) {
    const { levelMask } = refIndex;
    input[offset++] = levelMask;
    // One entry for each significant level; level 3 is always the last one.
    const levelsToWrite = [0, 1, 2, 3].filter((level) => ((levelMask | 8) >> level) & 1);
    for (const level of levelsToWrite) {
      const depth = refIndex.depth(level);
      input[offset++] = depth;
      input[offset++] = depth >> 8;
    }
    for (const level of levelsToWrite) {
      input.set(refIndex.hash(level), offset);
      offset += 32;
    }
  }
  input.set(data, offset);
  return core.call(HASH_ONE, [input]);
}

/**
 * Creates a cell from bits and references. With `waitsForHash`, hashing is deferred if the cell cannot be too deep and is
 * not exotic.
 *
 * @param {Uint8Array} data padded with clear bits @param {number} bits @param {Cell[]} refs
 */
function makeCell(data, bits, refs, exotic = false, waitsForHash = false) {
  const paddedData = data.slice(0, (bits + 7) >> 3);
  const ownRefs = refs.slice();
  const builtCell = new BuiltCell(paddedData, ownRefs, () => sealCell(paddedData, bits, ownRefs, exotic));
  const levelMask = waitsForHash ? ownRefs.reduce((mask, ref) => mask | ref.levelMask, 0) : builtCell.sealed[0];
  if (bits & 7) paddedData[paddedData.length - 1] |= 0x80 >> (bits & 7);
  return new Cell(
    CONSTRUCTOR_TOKEN,
    bits | (ownRefs.length << 10) | (exotic ? EXOTIC_FLAG : 0) | (levelMask << 14),
    builtCell,
    0,
  );
}

/** @param {Cell[]} cells @param {{ index?: boolean, crc32c?: boolean }} [options] */
export function writeBoc(cells, { index = false, crc32c = true } = {}) {
  if (!isList(cells)) throw fail("invalid_parameter", `expected a list of cells, not ${kindOf(cells)}`);
  const roots = cells.map(toCell);
  const cellList = listCells(roots);
  const bytes = new Uint8Array(4 + 4 * roots.length + cellList.size);
  let offset = writeUint32(bytes, 0, roots.length);
  for (const root of roots) offset = writeUint32(bytes, offset, cellList.indexByCell.get(root));
  writeCellList(bytes, offset, cellList);
  return core.call(TO_BOC, [bytes], Number(crc32c) | (Number(index) << 1));
}

/** Returns the cells of a dump of cell.wasm. For this package only. */
export const makeBag = (dump) => new Bag(dump, (info, bag, id) => new Cell(CONSTRUCTOR_TOKEN, info, bag, id));

/** Parses a bag of cells. */
function parseBag(boc, limits) {
  const limitBytes = encodeLimits(limits);
  return makeBag(
    typeof boc === "string"
      ? core.call(PARSE_TEXT, [limitBytes, boc])
      : core.call(PARSE, [limitBytes, readBocBytes(boc)]),
  );
}

export function parseBoc(boc, limits) {
  const bag = parseBag(boc, limits);
  if (bag.rootCount !== 1)
    throw fail("boc_invalid", `the bag has ${bag.rootCount} roots: read it with \`parseBocRoots\``);
  return bag.root(0);
}

export function parseBocRoots(boc, limits) {
  const bag = parseBag(boc, limits);
  return Array.from({ length: bag.rootCount }, (_, index) => bag.root(index));
}

/** Converts a cell of this or another package, or a bag, to a cell. */
export function toCell(value) {
  if (hasMethod(value, "toBoc")) return value instanceof Cell ? value : parseBoc(value.toBoc());
  return hasMethod(value, "endCell") ? toCell(value.endCell()) : parseBoc(value);
}

const MAX_BITS = 1023;
/** Maximum number of whole bytes in a cell. */
const MAX_BYTES = 127;

/** Converts a bigint or a safe integer to a bigint. */
function toBigInt(value) {
  if (typeof value === "bigint") return value;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "number")
    throw fail("invalid_parameter", "the number is not an integer up to 2^53 - 1: pass a bigint", {
      parameter: "value",
    });
  throw fail("invalid_parameter", `expected a bigint or a number, not ${kindOf(value)}`, { parameter: "value" });
}

const rangeError = () => fail("cell_build", "the number needs more bits than given");
const tooManyRefsError = () => fail("cell_build", "the cell already has four references");

function checkWidth(bits, max) {
  if (Number.isInteger(bits) && bits >= 0 && bits <= max) return bits;
  throw fail("invalid_parameter", `\`bits\` must be a whole number from 0 to ${max}`, { parameter: "bits" });
}

function requireBytes(bytes) {
  const view = toBytes(bytes);
  if (view) return view;
  throw fail("invalid_parameter", `expected a Uint8Array, not ${kindOf(bytes)}`, { parameter: "bytes" });
}

/** Bytes that a builder has until it needs those of a whole cell: engines allocate so few much faster. */
const SMALL_BYTES = 64;

export class Builder {
  #bytes = new Uint8Array(SMALL_BYTES);
  #bits = 0;
  #refs = [];
  #exotic = false;

  constructor() {
    defineBoc(this, this.#readBoc);
  }

  /** A builder that cannot become a cell, because it is too deep or exotic and incomplete, has a list of its content. */
  #readBoc() {
    try {
      return this.endCell().toBase64();
    } catch {
      return [this.#exotic, this.#bits, this.#bytes, ...this.#refs].join();
    }
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return print("Builder", this);
  }

  get bits() {
    return this.#bits;
  }

  get refs() {
    return this.#refs.length;
  }

  get availableBits() {
    return MAX_BITS - this.#bits;
  }

  get availableRefs() {
    return 4 - this.#refs.length;
  }

  /** Checks that the next bits fit, and returns their position. */
  #reserveBits(bits) {
    if (bits > this.availableBits) throw fail("cell_build", `${bits} bits do not fit: ${this.availableBits} are free`);
    const index = this.#bits;
    this.#bits += bits;
    if (this.#bits > 8 * this.#bytes.length) {
      const bytes = new Uint8Array(MAX_BYTES + 1);
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    return index;
  }

  #integer(value, bits) {
    const index = this.#reserveBits(bits);
    writeInteger(this.#bytes, index, bits, value);
    return this;
  }

  storeBit(bit) {
    return this.storeUint(bit === true || bit === 1 ? 1 : bit === false || bit === 0 ? 0 : NaN, 1);
  }

  storeUint(value, bits) {
    const number = toBigInt(value);
    if (BigInt.asUintN(checkWidth(bits, 256), number) !== number) throw rangeError();
    return this.#integer(number, bits);
  }

  storeInt(value, bits) {
    const number = toBigInt(value);
    if (BigInt.asIntN(checkWidth(bits, 257), number) !== number) throw rangeError();
    return this.#integer(number, bits);
  }

  storeVarUint(value, limit) {
    const number = toBigInt(value);
    const max = checkWidth(limit, 32) - 1;
    if (max < 0 || BigInt.asUintN(8 * max, number) !== number) throw rangeError();
    const bytes = number === 0n ? 0 : (number.toString(16).length + 1) >> 1;
    const lengthBits = 32 - Math.clz32(max);
    return this.#integer((BigInt(bytes) << BigInt(8 * bytes)) | number, lengthBits + 8 * bytes);
  }

  storeCoins(value) {
    return this.storeVarUint(value, 16);
  }

  /** Stores the first `count` bits of bytes. */
  storeBits(bytes, bits) {
    const view = requireBytes(bytes);
    const count = bits === undefined ? 8 * view.length : checkWidth(bits, 8 * view.length);
    const index = this.#reserveBits(count);
    copyBits(view, 0, this.#bytes, index, count);
    return this;
  }

  storeBytes(bytes) {
    return this.storeBits(bytes);
  }

  /** Stores an address; `null` stores an empty one (`addr_none`). */
  storeAddress(address) {
    if (address === null || address === undefined) return this.storeUint(0, 2);
    const bytes = toAddressBytes(address);
    // `addr_std` without anycast.
    return this.#integer((4n << 264n) | readInteger(bytes, 0, 0, 264), 267);
  }

  storeRef(cell) {
    const refIndex = toCell(cell);
    if (this.availableRefs === 0) throw tooManyRefsError();
    this.#refs.push(refIndex);
    return this;
  }

  storeMaybeRef(cell) {
    if (cell === null || cell === undefined) return this.storeUint(0, 1);
    const refIndex = toCell(cell);
    if (this.availableRefs === 0) throw tooManyRefsError();
    return this.storeUint(1, 1).storeRef(refIndex);
  }

  /** Stores all bits and references of a builder, a slice or a cell. */
  storeSlice(content) {
    const cell = toCell(hasMethod(content, "asCell") ? content.asCell() : content);
    const { bits } = cell;
    if (cell.refs.length > this.availableRefs) throw tooManyRefsError();
    if (bits > 0) this.storeBits(cell[DATA], bits);
    for (const refIndex of cell.refs) this.#refs.push(refIndex);
    return this;
  }

  storeBuilder(builder) {
    if (!hasMethod(builder, "endCell")) throw fail("invalid_parameter", `expected a builder, not ${kindOf(builder)}`);
    return this.storeSlice(builder.endCell());
  }

  /** Stores bytes in the rest of the cell and in a chain of further cells. */
  storeBytesTail(content) {
    const bytes = requireBytes(content);
    const availableBytes = this.availableBits >> 3;
    let next;
    // Builds the last cell first, because each cell refers to the next one.
    for (let end = bytes.length; end > availableBytes; ) {
      const start = availableBytes + MAX_BYTES * Math.floor((end - 1 - availableBytes) / MAX_BYTES);
      const cell = new Builder().storeBits(bytes.subarray(start, end));
      next = (next ? cell.storeRef(next) : cell).endCell();
      end = start;
    }
    if (next && this.availableRefs === 0) throw tooManyRefsError();
    this.storeBits(bytes.subarray(0, availableBytes));
    return next ? this.storeRef(next) : this;
  }

  storeStringTail(text) {
    return this.storeBytesTail(encodeText(text));
  }

  storeStringRefTail(text) {
    return this.storeRef(new Builder().storeStringTail(text).endCell());
  }

  /** Stores a bit, and a dictionary in a separate cell. */
  storeDict(keyBits, values) {
    return this.storeMaybeRef(buildDict(keyBits, values));
  }

  /** Marks the cell as exotic. Its first byte must be its type. */
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

export const readDict = (root, keyBits, max) => dict.readDict(root === null ? null : toCell(root), keyBits, max);

/** Maximum bits of an integer that a number represents exactly. */
const MAX_EXACT_BITS = 53;

const tooShortError = (unit, count, remaining) =>
  fail("cell_read", `expected ${count} more ${unit}, but only ${remaining} are left`);

/** Keys of slice methods that do not check their arguments. For this package only. */
export const READ = /* @__PURE__ */ Symbol("read");
export const PEEK = /* @__PURE__ */ Symbol("peek");
/**
 * The key of the method that returns a range of a slice's cell. The range must lie within the cell. For this package only.
 */
export const PART = /* @__PURE__ */ Symbol("part");

export class Slice {
  #cell;
  #bag;
  #id;
  #bytes;
  #start;
  #bits;
  #refs;
  #at = 0;
  #ref = 0;

  constructor(cell, info, bag, id) {
    this.#cell = cell;
    this.#bag = bag;
    this.#id = id;
    this.#bytes = bag.bytes;
    this.#start = bag.start(id);
    this.#bits = info & 1023;
    this.#refs = countRefs(info);
  }

  [Symbol.for("nodejs.util.inspect.custom")]() {
    return print("Slice", this);
  }

  get remainingBits() {
    return this.#bits - this.#at;
  }

  get remainingRefs() {
    return this.#refs - this.#ref;
  }

  clone() {
    return this[PART](this.#at, this.#bits, this.#ref, this.#refs);
  }

  [PART](start, end, firstRef, endRef) {
    const part = this.#cell.beginParse(true);
    part.#at = start;
    part.#bits = end;
    part.#ref = firstRef;
    part.#refs = endRef;
    return part;
  }

  /** Returns the result of `load`. If it throws, the slice is unchanged. */
  #restoreOnError(load) {
    const index = this.#at;
    const refIndex = this.#ref;
    try {
      return load();
    } catch (error) {
      this.#at = index;
      this.#ref = refIndex;
      throw error;
    }
  }

  /** Reads the next bits with a function of `bits.js` or `text.js`, and advances. */
  [READ](bits, read) {
    const index = this.#at;
    if (bits > this.#bits - index) throw tooShortError("bits", bits, this.remainingBits);
    this.#at = index + bits;
    return read(this.#bytes, this.#start, index, bits);
  }

  /** Reads the next number without advancing. */
  [PEEK](bits) {
    const number = this[READ](bits, readNumber);
    this.#at -= bits;
    return number;
  }

  #requireExactBits(bits) {
    if (bits > MAX_EXACT_BITS)
      throw fail("invalid_parameter", `${bits} bits do not fit a number: use the method that ends with \`Big\``, {
        parameter: "bits",
      });
    return checkWidth(bits, MAX_EXACT_BITS);
  }

  skip(bits) {
    this[READ](checkWidth(bits, 1023), () => 0);
    return this;
  }

  /** Skips all remaining bits and references. */
  skipAll() {
    this.#at = this.#bits;
    this.#ref = this.#refs;
    return this;
  }

  loadBit() {
    return this[READ](1, readNumber) === 1;
  }

  loadBoolean() {
    return this.loadBit();
  }

  loadUint(bits) {
    return this[READ](this.#requireExactBits(bits), readNumber);
  }

  loadUintBig(bits) {
    return this[READ](checkWidth(bits, 256), readInteger);
  }

  loadInt(bits) {
    const number = this.loadUint(bits);
    return number >= 2 ** (bits - 1) && bits > 0 ? number - 2 ** bits : number;
  }

  loadIntBig(bits) {
    return BigInt.asIntN(bits, this[READ](checkWidth(bits, 257), readInteger));
  }

  loadVarUint(limit) {
    const lengthBits = 32 - Math.clz32(checkWidth(limit, 32) - 1);
    return this.#restoreOnError(() => {
      const bytes = this[READ](lengthBits, readNumber);
      if (bytes >= limit) throw fail("cell_read", "the number is longer than its type allows");
      return this[READ](8 * bytes, readInteger);
    });
  }

  loadCoins() {
    return this.loadVarUint(16);
  }

  /** Loads bits as bytes; zero bits fill the last byte. */
  loadBits(bits) {
    return this[READ](checkWidth(bits, 1023), readBytes);
  }

  loadBytes(count) {
    return this.loadBits(8 * checkWidth(count, MAX_BYTES));
  }

  loadAnyAddress() {
    return this.#restoreOnError(() => {
      const tag = this.loadUint(2);
      if (tag === 0) return null;
      if (tag === 1) {
        const bits = this.loadUint(9);
        return { bits, value: encodeHex(this.loadBits(bits)) };
      }
      if (tag === 3) throw fail("cell_read", "the address has a variable length (addr_var), which is not supported");
      if (this.loadBit()) throw fail("cell_read", "the address has anycast, which is not supported");
      return `${this[READ](8, readSigned)}:${this[READ](256, readUpperHex)}`;
    });
  }

  loadMaybeAddress() {
    return this.#restoreOnError(() => {
      const address = this.loadAnyAddress();
      if (address !== null && typeof address !== "string")
        throw fail("cell_read", "the address is external, not of an account");
      return address;
    });
  }

  loadAddress() {
    return this.#restoreOnError(() => {
      const address = this.loadMaybeAddress();
      if (address === null)
        throw fail("cell_read", "the cell has no address here: `loadMaybeAddress` returns null for that");
      return address;
    });
  }

  loadRef() {
    if (this.remainingRefs === 0) throw fail("cell_read", "expected a reference, but none is left");
    return this.#bag.ref(this.#id, this.#ref++);
  }

  loadMaybeRef() {
    return this.#restoreOnError(() => (this.loadBit() ? this.loadRef() : null));
  }

  /** Loads the value of `Either X ^X`, as a slice. */
  loadEither() {
    return this.#restoreOnError(() => {
      if (this.loadBit()) return this.loadRef().beginParse();
      const copy = this.clone();
      this.skipAll();
      return copy;
    });
  }

  /** Loads a dictionary from an optional reference (`HashmapE`). */
  loadDict(keyBits, max) {
    return this.#restoreOnError(() => readDict(this.loadMaybeRef(), keyBits, max));
  }

  #loadTail() {
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
    let index = 0;
    for (const part of parts) {
      bytes.set(part, index);
      index += part.length;
    }
    this.skipAll();
    return bytes;
  }

  loadBytesTail() {
    return this.#loadTail();
  }

  loadStringTail() {
    return this.#restoreOnError(() => decodeText(this.#loadTail()));
  }

  loadStringRefTail() {
    return this.#restoreOnError(() => this.loadRef().beginParse().loadStringTail());
  }

  /**
   * Returns the rest without advancing: bits as bytes, their number, and references. @returns {[Uint8Array, number, any[]]}
   */
  #readRemaining() {
    const bits = this.remainingBits;
    const refs = [];
    for (let index = this.#ref; index < this.#refs; index += 1) refs.push(this.#bag.ref(this.#id, index));
    return [readBytes(this.#bytes, this.#start, this.#at, bits), bits, refs];
  }

  /** Loads the rest as a builder. */
  asBuilder() {
    const [bytes, bits, refs] = this.#readRemaining();
    const builder = new Builder().storeBits(bytes, bits);
    for (const refIndex of refs) builder.storeRef(refIndex);
    return builder;
  }

  /** Loads the rest as a cell. */
  asCell() {
    return this.remainingBits === this.#cell.bits && this.remainingRefs === this.#cell.refs.length
      ? this.#cell
      : makeCell(...this.#readRemaining(), false, true);
  }

  endParse() {
    if (this.remainingBits > 0 || this.remainingRefs > 0)
      throw fail("cell_read", `${this.remainingBits} bits and ${this.remainingRefs} references are left at the end`);
  }
}

function decodeText(bytes) {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw fail("cell_read", "the bytes are not UTF-8");
  return text;
}
