// Converts the bag of a stack (`VmStack` of the node's crypto/block/block.tlb) to the JSON entries of v2, v2 Std or v3.

import { addPart, writeBag, countBits, DATA_OFFSET, encodeData, hasLevel, isExotic, readBag } from "./bag.js";

/** Maximum nesting depth, and maximum values; calls with larger stacks are forwarded. */
const MAX_DEPTH = 100;
const MAX_VALUES = 20_000;
/** Maximum characters of a response. Shared cells can exceed it quickly, since each use is written out. */
const MAX_CHARACTERS = 1 << 20;
/** Maximum cells that are visited for all bags of a response. */
const MAX_VISITS = 100_000;

/** Thrown for values that this module cannot write; the call is then forwarded. */
const UNWRITABLE = Symbol("beyond");

/** The JSON formats of values; `inner` is the format of nested values. */
const STD = {
  number: (value) => `{"@type":"tvm.stackEntryNumber","number":{"@type":"tvm.numberDecimal","number":"${value}"}}`,
  cell: (bag) => `{"@type":"tvm.stackEntryCell","cell":{"@type":"tvm.cell","bytes":"${bag}"}}`,
  tuple: (items) => `{"@type":"tvm.stackEntryTuple","tuple":{"@type":"tvm.tuple","elements":[${items}]}}`,
  list: (items) => `{"@type":"tvm.stackEntryList","list":{"@type":"tvm.list","elements":[${items}]}}`,
};
const toHexadecimal = (value) => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);
/** @type {Record<string, any>} */
const FORMS = {
  v2: {
    number: (value) => `["num","${toHexadecimal(value)}"]`,
    cell: (bag, object) => `["cell",{"bytes":"${bag}","object":${object()}}]`,
    tuple: (items) => `["tuple",{"@type":"tvm.tuple","elements":[${items}]}]`,
    list: (items) => `["list",{"@type":"tvm.list","elements":[${items}]}]`,
    inner: STD,
  },
  "v2-std": STD,
  v3: {
    number: (value) => `{"type":"num","value":"${toHexadecimal(value)}"}`,
    cell: (bag) => `{"type":"cell","value":"${bag}"}`,
    tuple: (items) => `{"type":"tuple","value":[${items}]}`,
    list: (items) => `{"type":"list","value":[${items}]}`,
  },
};

/**
 * Returns the entries of a stack as JSON without white space; undefined if a value has no JSON form, such as a builder, or if the stack is
 * too large or too deep.
 *
 * @param {Uint8Array} bytes @param {"v2" | "v2-std" | "v3"} form
 */
export function writeStack(bytes, form) {
  const bag = readBag(bytes);
  if (!bag) return undefined;
  const writer = { bag, values: MAX_VALUES, visits: MAX_VISITS, characters: MAX_CHARACTERS };
  try {
    const entries = [];
    // The top item comes first; each cell refers to the items below it.
    let cell = 0;
    const [root] = bag.cells;
    const count = (root[DATA_OFFSET] << 16) | (root[DATA_OFFSET + 1] << 8) | root[DATA_OFFSET + 2];
    if (count > MAX_VALUES) return undefined;
    for (let itemsLeft = count, offset = DATA_OFFSET + 3; itemsLeft > 0; itemsLeft -= 1, offset = DATA_OFFSET) {
      // The first reference is the cell with the items below.
      entries.push(writeValue(writer, { cell, offset, ref: 1 }, FORMS[form], 0));
      cell = bag.refs[cell][0];
    }
    return `[${entries.reverse().join(",")}]`;
  } catch (error) {
    if (error === UNWRITABLE) return undefined;
    throw error;
  }
}

/** Reads a big-endian integer of whole bytes. */
function readInteger(bytes, offset, length, isNegative) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, length);
  let value = isNegative ? -1n : 0n;
  for (let from = 0; from < length; from += 8) value = (value << 64n) | view.getBigUint64(from);
  return value;
}

/**
 * Writes the text of a value.
 *
 * @param {any} writer @param {{ cell: number, offset: number, ref: number }} position of its tag and of its first reference
 */
function writeValue(writer, { cell, offset, ref }, form, depth) {
  const { bag } = writer;
  const bytes = bag.cells[cell];
  writer.values -= 1;
  if (writer.values < 0 || depth > MAX_DEPTH) throw UNWRITABLE;
  let text;
  switch (bytes[offset]) {
    case 0:
      return form.list("");
    case 1:
      text = form.number(readInteger(bytes, offset + 1, 8, bytes[offset + 1] >= 0x80));
      break;
    case 2:
      // Seven zero bits and the sign bit precede the 256 bits; for NaN the byte differs.
      if (bytes[offset + 1] > 1) throw UNWRITABLE;
      text = form.number(readInteger(bytes, offset + 2, 32, bytes[offset + 1] === 1));
      break;
    case 3:
      text = writeCell(writer, bag.refs[cell][ref], form);
      break;
    case 4:
      text = writeSlice(writer, bag.refs[cell][ref], bytes.subarray(offset + 1), form);
      break;
    case 7:
      return writeTuple(writer, { cell, offset, ref }, form, depth);
    default:
      throw UNWRITABLE;
  }
  countCharacters(writer, text.length);
  return text;
}

function countCharacters(writer, characters) {
  writer.characters -= characters;
  if (writer.characters < 0) throw UNWRITABLE;
}

function writeCell(writer, cell, form) {
  const { bag } = writer;
  writer.visits -= bag.cells.length;
  if (writer.visits < 0) throw UNWRITABLE;
  return form.cell(writeBag(bag, cell), () => writeObject(writer, cell));
}

/** Reads a `VmCellSlice`, which is a cell with a range of its bits and references, and writes the range as a cell, as the service does. */
function writeSlice(writer, index, bytes, form) {
  const { bag } = writer;
  const cell = bag.cells[index];
  const window = (bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3];
  const [start, end, firstRef, endRef] = [
    window >>> 22,
    (window >>> 12) & 1023,
    (window >>> 9) & 7,
    (window >>> 6) & 7,
  ];
  const refs = bag.refs[index].length;
  if (start === 0 && end === countBits(cell) && firstRef === 0 && endRef === refs)
    return writeCell(writer, index, form);
  // Exotic cells and cells with a level are refused, since the level of the range would have to be computed.
  if (start > end || firstRef > endRef || endRef > refs || isExotic(cell) || hasLevel(cell)) throw UNWRITABLE;
  return writeCell(writer, addPart(bag, index, [start, end], [firstRef, endRef]), form);
}

/**
 * Returns the positions of the items of a tuple. One reference holds the last item, and another one the items before it, if any.
 */
function listItems(bag, { cell, offset, ref }) {
  const length = (bag.cells[cell][offset + 1] << 8) | bag.cells[cell][offset + 2];
  const positions = [];
  let refs = bag.refs[cell].slice(ref);
  for (let itemsLeft = length; itemsLeft > 0; itemsLeft -= 1) {
    const item = refs[itemsLeft > 1 ? 1 : 0];
    positions.push({ cell: item, offset: DATA_OFFSET, ref: 0 });
    if (itemsLeft === 2) {
      positions.push({ cell: refs[0], offset: DATA_OFFSET, ref: 0 });
      break;
    }
    if (itemsLeft > 2) refs = bag.refs[refs[0]];
  }
  return positions.reverse();
}

/** Returns the items if a tuple is a list: pairs of an item and the rest; the last rest is null. Undefined for any other tuple. */
function readList(writer, position) {
  const { bag } = writer;
  const items = [];
  for (let listPosition = position; bag.cells[listPosition.cell][listPosition.offset] !== 0; ) {
    const bytes = bag.cells[listPosition.cell];
    if (
      bytes[listPosition.offset] !== 7 ||
      bytes[listPosition.offset + 1] !== 0 ||
      bytes[listPosition.offset + 2] !== 2
    )
      return undefined;
    const [item, next] = listItems(bag, listPosition);
    items.push(item);
    listPosition = next;
    writer.visits -= 1;
    if (writer.visits < 0) throw UNWRITABLE;
  }
  return items;
}

function writeTuple(writer, position, form, depth) {
  const list = readList(writer, position);
  const innerForm = form.inner ?? form;
  const items = (list ?? listItems(writer.bag, position))
    .map((item) => writeValue(writer, item, innerForm, depth + 1))
    .join(",");
  return list ? form.list(items) : form.tuple(items);
}

/** Writes a cell as a JSON object, with all its descendants. */
function writeObject(writer, index) {
  const { bag } = writer;
  const cell = bag.cells[index];
  const head = `{"data":{"b64":"${encodeData(cell)}","len":${countBits(cell)}},"refs":[`;
  // Shared cells are written out at each use, so the text can grow exponentially; counted before that.
  countCharacters(writer, head.length);
  const refs = bag.refs[index].map((ref) => writeObject(writer, ref)).join(",");
  return `${head}${refs}],"special":${isExotic(cell)}}`;
}
