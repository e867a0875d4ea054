// Converts the stack of a request to the bag for the virtual machine. Accepts only values that every server interprets in the same way;
// requests with other values are forwarded.

import { countBits, decodeBag, hasLevel, isExotic, readBag } from "./bag.js";

/** Maximum values of a stack: each adds 1 to the depth of the bag. */
const MAX_VALUES = 255;
const MAX_DEPTH = 100;
/** Integers must be at least `-INTEGER_BOUND` and below `INTEGER_BOUND`. */
const INTEGER_BOUND = 1n << 256n;

/** Thrown for values that this module does not accept; the request is then forwarded. */
const UNREADABLE = Symbol("unread");

/** The cells of a bag under construction: descriptors and data of each cell, and its references, which have lower indices. */
class Cells {
  cells = [];

  /** Adds a cell. An incomplete last byte must be padded with a 1 bit and zeros. Returns the cell's index. */
  add(data, refs, isFull = true) {
    return this.#push(Uint8Array.of(refs.length, 2 * data.length - (isFull ? 0 : 1), ...data), refs);
  }

  /** Adds a cell in the format of a bag. */
  #push(bytes, refs) {
    return this.cells.push({ bytes, refs }) - 1;
  }

  /** Adds all cells of a bag. Returns the index of its root, and the root's properties. */
  addBag(text) {
    const bytes = decodeBag(text);
    const bag = bytes && readBag(bytes);
    // A bag with a level above 0 is refused, since the cells above it would get a level, too.
    if (!bag || hasLevel(bag.cells[0])) throw UNREADABLE;
    const indices = [];
    for (let cell = bag.cells.length - 1; cell >= 0; cell -= 1) {
      const refs = bag.refs[cell].map((ref) => indices[ref]);
      indices[cell] = this.#push(bag.cells[cell], refs);
    }
    const [root] = bag.cells;
    return { root: indices[0], bits: countBits(root), refs: bag.refs[0].length, isExotic: isExotic(root) };
  }

  /** Returns the bag of the cell that was added last. */
  toBag() {
    const count = this.cells.length;
    // Bytes per cell index: enough for the largest request.
    const size = count < 256 ? 1 : count < 65_536 ? 2 : 3;
    let total = 0;
    for (const { bytes, refs } of this.cells) total += bytes.length + refs.length * size;
    const bagBytes = new Uint8Array(10 + 4 * size + total);
    let position = 0;
    const writeNumber = (number, width) => {
      for (let shift = 8 * (width - 1); shift >= 0; shift -= 8) bagBytes[position++] = number >>> shift;
    };
    writeNumber(0xb5ee9c72, 4);
    writeNumber(size, 1);
    writeNumber(4, 1);
    for (const number of [count, 1, 0]) writeNumber(number, size);
    writeNumber(total, 4);
    writeNumber(0, size);
    for (let cell = count - 1; cell >= 0; cell -= 1) {
      const { bytes, refs } = this.cells[cell];
      bagBytes.set(bytes, position);
      position += bytes.length;
      for (const ref of refs) writeNumber(count - 1 - ref, size);
    }
    return bagBytes.subarray(0, position);
  }
}

/** Returns the lowest bytes of an integer, in big-endian order. */
function writeInteger(value, length) {
  const bytes = [];
  for (let shift = 8 * (length - 1); shift >= 0; shift -= 8) bytes.push(Number((value >> BigInt(shift)) & 0xffn));
  return bytes;
}

const HEXADECIMAL = /^-?(\d{1,78}|0x[0-9a-fA-F]{1,64})$/;
const DECIMAL = /^-?\d{1,78}$/;

/** Makes the serialized form of a value: its data, which begins with a tag, and its references. */
const createValue = (data, refs = [], isFull = true) => ({ data, refs, isFull });
const NULL_VALUE = /* @__PURE__ */ createValue([0]);

function readNumber(text, digits) {
  if (typeof text !== "string" || !digits.test(text)) throw UNREADABLE;
  const value = text[0] === "-" ? -BigInt(text.slice(1)) : BigInt(text);
  if (value < -INTEGER_BOUND || value >= INTEGER_BOUND) throw UNREADABLE;
  if (BigInt.asIntN(64, value) === value) return createValue([1, ...writeInteger(value, 8)]);
  return createValue([2, value < 0n ? 1 : 0, ...writeInteger(value, 32)]);
}

function readCell(cells, text) {
  return createValue([3], [cells.addBag(text).root]);
}

/** Reads a bag of cells, and returns a stack value: a `VmCellSlice` that covers all bits and references of the root. */
function readSlice(cells, text) {
  const { root, bits, refs, isExotic } = cells.addBag(text);
  if (isExotic) throw UNREADABLE;
  // 26 bits: 10 for the start (0), 10 for the end (`bits`), 3 for the first reference (0), 3 for the last (`refs`).
  const window = bits * 64 + refs;
  return createValue([4, 0, window >> 10, (window >> 2) & 0xff, ((window & 3) << 6) | 0x20], [root], false);
}

/** Adds a tuple: its last item is in one cell, and another one holds the items before it. */
function writeTuple(cells, items) {
  const indices = items.map((item) => addValue(cells, item));
  const data = [7, items.length >> 8, items.length & 0xff];
  if (indices.length < 2) return createValue(data, indices);
  const last = indices[indices.length - 1];
  let head = indices[0];
  for (const index of indices.slice(1, -1)) head = cells.add([], [head, index]);
  return createValue(data, [head, last]);
}

/** Adds a list: pairs of an item and the rest; the last rest is null. */
const writeList = (cells, items) =>
  items.reduceRight((tailCell, item) => writeTuple(cells, [item, tailCell]), NULL_VALUE);

/** Adds a cell that contains `prefix` and then the value. */
function addValue(cells, { data, refs, isFull }, prefix = [], prefixRefs = []) {
  const allData = [...prefix, ...data];
  const allRefs = [...prefixRefs, ...refs];
  return cells.add(allData, allRefs, isFull);
}

/** Returns the fields of an object, which must have exactly these fields. */
function readFields(value, ...names) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw UNREADABLE;
  if (Object.keys(value).length !== names.length) throw UNREADABLE;
  return names.map((name) => (Object.hasOwn(value, name) ? value[name] : undefined));
}

function readTaggedValue(value, tag, name) {
  const [actualTag, field] = readFields(value, "@type", name);
  if (actualTag !== tag) throw UNREADABLE;
  return field;
}

function readElements(cells, value, tag, depth) {
  const items = readTaggedValue(value, tag, "elements");
  if (!Array.isArray(items) || items.length > MAX_VALUES || depth > MAX_DEPTH) throw UNREADABLE;
  return items.map((item) => readTypedValue(cells, item, depth + 1));
}

/** Reads an entry of v2 Std. */
function readTypedValue(cells, entry, depth) {
  switch (entry?.["@type"]) {
    case "tvm.stackEntryNumber":
      return readNumber(
        readTaggedValue(readFields(entry, "@type", "number")[1], "tvm.numberDecimal", "number"),
        DECIMAL,
      );
    case "tvm.stackEntryCell":
      return readCell(cells, readTaggedValue(readFields(entry, "@type", "cell")[1], "tvm.cell", "bytes"));
    case "tvm.stackEntrySlice":
      return readSlice(cells, readTaggedValue(readFields(entry, "@type", "slice")[1], "tvm.slice", "bytes"));
    case "tvm.stackEntryTuple":
      return writeTuple(cells, readElements(cells, readFields(entry, "@type", "tuple")[1], "tvm.tuple", depth));
    case "tvm.stackEntryList":
      return writeList(cells, readElements(cells, readFields(entry, "@type", "list")[1], "tvm.list", depth));
    default:
      throw UNREADABLE;
  }
}

/** Reads an entry of v2: a pair of a tag and a value. */
function readPair(cells, entry) {
  if (!Array.isArray(entry) || entry.length !== 2) throw UNREADABLE;
  const [tag, value] = entry;
  switch (tag) {
    case "num":
    case "number":
      return readNumber(Number.isSafeInteger(value) ? String(value) : value, HEXADECIMAL);
    case "tvm.Cell":
      return readCell(cells, value);
    case "tvm.Slice":
      return readSlice(cells, value);
    case "cell":
      return readCell(cells, readFields(value, "bytes")[0]);
    case "slice":
      return readSlice(cells, readFields(value, "bytes")[0]);
    case "tuple":
    case "tvm.Tuple":
      return writeTuple(cells, readElements(cells, value, "tvm.tuple", 0));
    case "list":
    case "tvm.List":
      return writeList(cells, readElements(cells, value, "tvm.list", 0));
    default:
      throw UNREADABLE;
  }
}

/** Reads an entry of v3. */
function readNamedEntry(cells, entry) {
  const [type, value] = readFields(entry, "type", "value");
  if (type === "num") return readNumber(value, HEXADECIMAL);
  if (type === "cell") return readCell(cells, value);
  if (type === "slice") return readSlice(cells, value);
  throw UNREADABLE;
}

const READERS = { v2: readPair, "v2-std": (cells, entry) => readTypedValue(cells, entry, 0), v3: readNamedEntry };

/** Matches names that no server interprets as a number. */
const METHOD_NAME = /^[^\s\d+-]/;

/**
 * Reads the method of a request and the bag of its arguments; undefined if servers may interpret them differently.
 *
 * @param {string} body JSON @param {"v2" | "v2-std" | "v3"} form @returns {{ method: string | number, stack: Uint8Array } | undefined}
 */
export function readCall(body, form) {
  const call = JSON.parse(body);
  // Parsers differ in how they read numbers such as `1e3`, repeated names and unusual escapes, so such texts are refused.
  const normalizeJson = (text) => text.replace(/\\\//g, "/").replace(/\s/g, "");
  if (normalizeJson(JSON.stringify(call)) !== normalizeJson(body)) return undefined;
  const { method, stack = [] } = call;
  const isId = form !== "v3" && Number.isInteger(method) && method >= 0 && method < 2 ** 31;
  if (!isId && !(typeof method === "string" && METHOD_NAME.test(method))) return undefined;
  if (!Array.isArray(stack) || stack.length > MAX_VALUES) return undefined;
  const cells = new Cells();
  try {
    const values = stack.map((entry) => READERS[form](cells, entry));
    const count = [0, 0, values.length];
    if (values.length === 0) cells.add(count, []);
    let lastIndex = values.length > 0 ? cells.add([], []) : 0;
    for (const [index, value] of values.entries())
      lastIndex = addValue(cells, value, index === values.length - 1 ? count : [], [lastIndex]);
    return { method, stack: cells.toBag() };
  } catch (error) {
    if (error === UNREADABLE) return undefined;
    throw error;
  }
}
