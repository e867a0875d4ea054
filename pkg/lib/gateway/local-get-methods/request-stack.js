// Stacks of requests, as the bag that the virtual machine takes. Only what every server takes, and takes alike, is read: anything else
// is for the upstream to judge.

import { bitsOf, decodeBag, hasLevel, isExotic, readBag } from "./bag.js";

/** Values of a stack: each is a cell deeper. */
const MOST_VALUES = 255;
const MOST_DEPTH = 100;
/** Integers are below it, and not below its negative. */
const MAX = 1n << 256n;

/** Thrown for values that this reader does not accept. */
const UNREAD = Symbol("unread");

/** Cells on their way into a bag: the two descriptors with the data, and the references, which come before. */
class Cells {
  cells = [];

  /** Adds a cell. Its last byte ends with a set bit and clear ones if it is not full. Gives its place. */
  add(data, refs, isFull = true) {
    return this.#push(Uint8Array.of(refs.length, 2 * data.length - (isFull ? 0 : 1), ...data), refs);
  }

  /** Adds a cell as it is in a bag. */
  #push(bytes, refs) {
    return this.cells.push({ bytes, refs }) - 1;
  }

  /** Adds all cells of a bag. Returns the index of its root, and the root's content. */
  addBag(text) {
    const bytes = decodeBag(text);
    const bag = bytes && readBag(bytes);
    // Cells with a level give a level to the cells above them.
    if (!bag || hasLevel(bag.cells[0])) throw UNREAD;
    const places = [];
    for (let cell = bag.cells.length - 1; cell >= 0; cell -= 1) {
      const refs = bag.refs[cell].map((ref) => places[ref]);
      places[cell] = this.#push(bag.cells[cell], refs);
    }
    const [root] = bag.cells;
    return { root: places[0], bits: bitsOf(root), refs: bag.refs[0].length, isExotic: isExotic(root) };
  }

  /** The bag of the cell that was added last. */
  toBag() {
    const count = this.cells.length;
    // Room for as many as a request can hold.
    const size = count < 256 ? 1 : count < 65_536 ? 2 : 3;
    let total = 0;
    for (const { bytes, refs } of this.cells) total += bytes.length + refs.length * size;
    const out = new Uint8Array(10 + 4 * size + total);
    let at = 0;
    const put = (number, width) => {
      for (let shift = 8 * (width - 1); shift >= 0; shift -= 8) out[at++] = number >>> shift;
    };
    put(0xb5ee9c72, 4);
    put(size, 1);
    put(4, 1);
    for (const number of [count, 1, 0]) put(number, size);
    put(total, 4);
    put(0, size);
    for (let cell = count - 1; cell >= 0; cell -= 1) {
      const { bytes, refs } = this.cells[cell];
      out.set(bytes, at);
      at += bytes.length;
      for (const ref of refs) put(count - 1 - ref, size);
    }
    return out.subarray(0, at);
  }
}

/** The bytes of an integer, without its sign. */
function integerBytes(value, length) {
  const bytes = [];
  for (let shift = 8 * (length - 1); shift >= 0; shift -= 8) bytes.push(Number((value >> BigInt(shift)) & 0xffn));
  return bytes;
}

const HEXADECIMAL = /^-?(\d{1,78}|0x[0-9a-fA-F]{1,64})$/;
const DECIMAL = /^-?\d{1,78}$/;

/** Values as they are written: tag, data and references. */
const toValue = (data, refs = [], isFull = true) => ({ data, refs, isFull });
const NULL = /* @__PURE__ */ toValue([0]);

function number(text, digits) {
  if (typeof text !== "string" || !digits.test(text)) throw UNREAD;
  const value = text[0] === "-" ? -BigInt(text.slice(1)) : BigInt(text);
  if (value < -MAX || value >= MAX) throw UNREAD;
  if (BigInt.asIntN(64, value) === value) return toValue([1, ...integerBytes(value, 8)]);
  return toValue([2, value < 0n ? 1 : 0, ...integerBytes(value, 32)]);
}

function cell(cells, text) {
  return toValue([3], [cells.addBag(text).root]);
}

/** `VmCellSlice`: all bits and references of a cell, as 34 bits. */
function slice(cells, text) {
  const { root, bits, refs, isExotic } = cells.addBag(text);
  if (isExotic) throw UNREAD;
  // 10 bits of 0, 10 of `bits`, 3 of 0, 3 of `refs`.
  const window = bits * 64 + refs;
  return toValue([4, 0, window >> 10, (window >> 2) & 0xff, ((window & 3) << 6) | 0x20], [root], false);
}

/** The items of a tuple: each cell before the last item refers to those before it. */
function tuple(cells, items) {
  const places = items.map((item) => seal(cells, item));
  const data = [7, items.length >> 8, items.length & 0xff];
  if (places.length < 2) return toValue(data, places);
  const last = places[places.length - 1];
  let head = places[0];
  for (const place of places.slice(1, -1)) head = cells.add([], [head, place]);
  return toValue(data, [head, last]);
}

/** Pairs of an item and the rest, the last of which is null. */
const list = (cells, items) => items.reduceRight((rest, item) => tuple(cells, [item, rest]), NULL);

/** Adds the cell of a value, after what precedes the value in it. */
function seal(cells, { data, refs, isFull }, before = [], below = []) {
  const all = [...before, ...data];
  const joined = [...below, ...refs];
  return cells.add(all, joined, isFull);
}

/** The fields of an object that has no others. */
function fields(value, ...names) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw UNREAD;
  if (Object.keys(value).length !== names.length) throw UNREAD;
  return names.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined));
}

function tagged(value, tag, name) {
  const [given, field] = fields(value, "@type", name);
  if (given !== tag) throw UNREAD;
  return field;
}

function elements(cells, value, tag, depth) {
  const items = tagged(value, tag, "elements");
  if (!Array.isArray(items) || items.length > MOST_VALUES || depth > MOST_DEPTH) throw UNREAD;
  return items.map((item) => typed(cells, item, depth + 1));
}

/** An entry of v2 Std, and within values one of v2. */
function typed(cells, entry, depth) {
  switch (entry?.["@type"]) {
    case "tvm.stackEntryNumber":
      return number(tagged(fields(entry, "@type", "number")[1], "tvm.numberDecimal", "number"), DECIMAL);
    case "tvm.stackEntryCell":
      return cell(cells, tagged(fields(entry, "@type", "cell")[1], "tvm.cell", "bytes"));
    case "tvm.stackEntrySlice":
      return slice(cells, tagged(fields(entry, "@type", "slice")[1], "tvm.slice", "bytes"));
    case "tvm.stackEntryTuple":
      return tuple(cells, elements(cells, fields(entry, "@type", "tuple")[1], "tvm.tuple", depth));
    case "tvm.stackEntryList":
      return list(cells, elements(cells, fields(entry, "@type", "list")[1], "tvm.list", depth));
    default:
      throw UNREAD;
  }
}

/** An entry of v2: a pair of a tag and a value. */
function pair(cells, entry) {
  if (!Array.isArray(entry) || entry.length !== 2) throw UNREAD;
  const [tag, value] = entry;
  switch (tag) {
    case "num":
    case "number":
      return number(Number.isSafeInteger(value) ? String(value) : value, HEXADECIMAL);
    case "tvm.Cell":
      return cell(cells, value);
    case "tvm.Slice":
      return slice(cells, value);
    case "cell":
      return cell(cells, fields(value, "bytes")[0]);
    case "slice":
      return slice(cells, fields(value, "bytes")[0]);
    case "tuple":
    case "tvm.Tuple":
      return tuple(cells, elements(cells, value, "tvm.tuple", 0));
    case "list":
    case "tvm.List":
      return list(cells, elements(cells, value, "tvm.list", 0));
    default:
      throw UNREAD;
  }
}

/** An entry of v3. */
function named(cells, entry) {
  const [type, value] = fields(entry, "type", "value");
  if (type === "num") return number(value, HEXADECIMAL);
  if (type === "cell") return cell(cells, value);
  if (type === "slice") return slice(cells, value);
  throw UNREAD;
}

const READERS = { v2: pair, "v2-std": (cells, entry) => typed(cells, entry, 0), v3: named };

/** A name that some servers read as a number begins like one. */
const NAME = /^[^\s\d+-]/;

/**
 * The method and the bag of the arguments of a request; undefined where servers may read them in different ways.
 *
 * @param {string} body JSON @param {"v2" | "v2-std" | "v3"} form @returns {{ method: string | number, stack: Uint8Array } | undefined}
 */
export function readCall(body, form) {
  const call = JSON.parse(body);
  // Parsers differ in how they read numbers such as `1e3`, repeated names and escapes of other characters.
  const plain = (text) => text.replace(/\\\//g, "/").replace(/\s/g, "");
  if (plain(JSON.stringify(call)) !== plain(body)) return undefined;
  const { method, stack = [] } = call;
  const isId = form !== "v3" && Number.isInteger(method) && method >= 0 && method < 2 ** 31;
  if (!isId && !(typeof method === "string" && NAME.test(method))) return undefined;
  if (!Array.isArray(stack) || stack.length > MOST_VALUES) return undefined;
  const cells = new Cells();
  try {
    const values = stack.map((entry) => READERS[form](cells, entry));
    const count = [0, 0, values.length];
    if (values.length === 0) cells.add(count, []);
    let rest = values.length > 0 ? cells.add([], []) : 0;
    for (const [at, value] of values.entries())
      rest = seal(cells, value, at === values.length - 1 ? count : [], [rest]);
    return { method, stack: cells.toBag() };
  } catch (thrown) {
    if (thrown === UNREAD) return undefined;
    throw thrown;
  }
}
