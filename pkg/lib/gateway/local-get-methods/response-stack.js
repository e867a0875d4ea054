// Stacks as the service writes them in its responses, as text: the entries of v2, v2 Std and v3, from the bag of a stack (`VmStack` of
// crypto/block/block.tlb of the node).

import { addPart, bagText, bitsOf, DATA, dataText, hasLevel, isExotic, readBag } from "./bag.js";

/** Most levels of nested values, and most values; larger stacks are left to the upstream. */
const MOST_DEPTH = 100;
const MOST_VALUES = 20_000;
/** Most characters of a response; shared cells exceed it quickly, since each use is written out. */
const MOST_CHARACTERS = 1 << 20;
/** Most cells that are visited for all bags of a response. */
const MOST_VISITS = 100_000;

/** Thrown for what only the service can write. */
const BEYOND = Symbol("beyond");

/** How the forms write values; `inner` writes the nested values. */
const STD = {
  number: (value) => `{"@type":"tvm.stackEntryNumber","number":{"@type":"tvm.numberDecimal","number":"${value}"}}`,
  cell: (bag) => `{"@type":"tvm.stackEntryCell","cell":{"@type":"tvm.cell","bytes":"${bag}"}}`,
  tuple: (items) => `{"@type":"tvm.stackEntryTuple","tuple":{"@type":"tvm.tuple","elements":[${items}]}}`,
  list: (items) => `{"@type":"tvm.stackEntryList","list":{"@type":"tvm.list","elements":[${items}]}}`,
};
const hexadecimal = (value) => (value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`);
/** @type {Record<string, any>} */
const FORMS = {
  v2: {
    number: (value) => `["num","${hexadecimal(value)}"]`,
    cell: (bag, object) => `["cell",{"bytes":"${bag}","object":${object()}}]`,
    tuple: (items) => `["tuple",{"@type":"tvm.tuple","elements":[${items}]}]`,
    list: (items) => `["list",{"@type":"tvm.list","elements":[${items}]}]`,
    inner: STD,
  },
  "v2-std": STD,
  v3: {
    number: (value) => `{"type":"num","value":"${hexadecimal(value)}"}`,
    cell: (bag) => `{"type":"cell","value":"${bag}"}`,
    tuple: (items) => `{"type":"tuple","value":[${items}]}`,
    list: (items) => `{"type":"list","value":[${items}]}`,
  },
};

/**
 * The entries of a stack as JSON without white space; undefined if there is a value that not every form has, such as a builder, or if they are
 * too many or too deep.
 *
 * @param {Uint8Array} bytes @param {"v2" | "v2-std" | "v3"} form
 */
export function writeStack(bytes, form) {
  const bag = readBag(bytes);
  if (!bag) return undefined;
  const writer = { bag, values: MOST_VALUES, visits: MOST_VISITS, characters: MOST_CHARACTERS };
  try {
    const entries = [];
    // The top comes first, and each cell refers to the items below it.
    let cell = 0;
    const [root] = bag.cells;
    const count = (root[DATA] << 16) | (root[DATA + 1] << 8) | root[DATA + 2];
    if (count > MOST_VALUES) return undefined;
    for (let left = count, at = DATA + 3; left > 0; left -= 1, at = DATA) {
      // The first reference has the items below.
      entries.push(write(writer, { cell, at, ref: 1 }, FORMS[form], 0));
      cell = bag.refs[cell][0];
    }
    return `[${entries.reverse().join(",")}]`;
  } catch (thrown) {
    if (thrown === BEYOND) return undefined;
    throw thrown;
  }
}

/** The big-endian integer of whole bytes. */
function integerOf(bytes, at, length, isNegative) {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, length);
  let value = isNegative ? -1n : 0n;
  for (let from = 0; from < length; from += 8) value = (value << 64n) | view.getBigUint64(from);
  return value;
}

/** The text of a value. @param {any} writer @param {{ cell: number, at: number, ref: number }} place of its tag and of its first reference */
function write(writer, { cell, at, ref }, form, depth) {
  const { bag } = writer;
  const bytes = bag.cells[cell];
  writer.values -= 1;
  if (writer.values < 0 || depth > MOST_DEPTH) throw BEYOND;
  let text;
  switch (bytes[at]) {
    case 0:
      return form.list("");
    case 1:
      text = form.number(integerOf(bytes, at + 1, 8, bytes[at + 1] >= 0x80));
      break;
    case 2:
      // Seven clear bits, and the sign before 256 bits; NaN has another byte.
      if (bytes[at + 1] > 1) throw BEYOND;
      text = form.number(integerOf(bytes, at + 2, 32, bytes[at + 1] === 1));
      break;
    case 3:
      text = writeCell(writer, bag.refs[cell][ref], form);
      break;
    case 4:
      text = writeSlice(writer, bag.refs[cell][ref], bytes.subarray(at + 1), form);
      break;
    case 7:
      return writeTuple(writer, { cell, at, ref }, form, depth);
    default:
      throw BEYOND;
  }
  spend(writer, text.length);
  return text;
}

function spend(writer, characters) {
  writer.characters -= characters;
  if (writer.characters < 0) throw BEYOND;
}

function writeCell(writer, cell, form) {
  const { bag } = writer;
  writer.visits -= bag.cells.length;
  if (writer.visits < 0) throw BEYOND;
  return form.cell(bagText(bag, cell), () => objectOf(writer, cell));
}

/** `VmCellSlice`: a cell, and which bits and references of it are left. The service writes the rest as a cell. */
function writeSlice(writer, place, bytes, form) {
  const { bag } = writer;
  const cell = bag.cells[place];
  const window = (bytes[0] << 24) | (bytes[1] << 16) | (bytes[2] << 8) | bytes[3];
  const [start, end, firstRef, endRef] = [
    window >>> 22,
    (window >>> 12) & 1023,
    (window >>> 9) & 7,
    (window >>> 6) & 7,
  ];
  const refs = bag.refs[place].length;
  if (start === 0 && end === bitsOf(cell) && firstRef === 0 && endRef === refs) return writeCell(writer, place, form);
  // A level would have to be computed again.
  if (start > end || firstRef > endRef || endRef > refs || isExotic(cell) || hasLevel(cell)) throw BEYOND;
  return writeCell(writer, addPart(bag, place, [start, end], [firstRef, endRef]), form);
}

/** Where the items of a tuple are. The last item is in a reference, and the items before it in another one, if there are any. */
function itemsOf(bag, { cell, at, ref }) {
  const length = (bag.cells[cell][at + 1] << 8) | bag.cells[cell][at + 2];
  const places = [];
  let refs = bag.refs[cell].slice(ref);
  for (let left = length; left > 0; left -= 1) {
    const item = refs[left > 1 ? 1 : 0];
    places.push({ cell: item, at: DATA, ref: 0 });
    if (left === 2) {
      places.push({ cell: refs[0], at: DATA, ref: 0 });
      break;
    }
    if (left > 2) refs = bag.refs[refs[0]];
  }
  return places.reverse();
}

/** The items of a list, which are pairs of an item and the rest, the last of which is null; undefined for another tuple. */
function listOf(writer, place) {
  const { bag } = writer;
  const items = [];
  for (let rest = place; bag.cells[rest.cell][rest.at] !== 0; ) {
    const bytes = bag.cells[rest.cell];
    if (bytes[rest.at] !== 7 || bytes[rest.at + 1] !== 0 || bytes[rest.at + 2] !== 2) return undefined;
    const [item, next] = itemsOf(bag, rest);
    items.push(item);
    rest = next;
    writer.visits -= 1;
    if (writer.visits < 0) throw BEYOND;
  }
  return items;
}

function writeTuple(writer, place, form, depth) {
  const list = listOf(writer, place);
  const inner = form.inner ?? form;
  const items = (list ?? itemsOf(writer.bag, place)).map((item) => write(writer, item, inner, depth + 1)).join(",");
  return list ? form.list(items) : form.tuple(items);
}

/** A cell as an object, with all below it. */
function objectOf(writer, place) {
  const { bag } = writer;
  const cell = bag.cells[place];
  const head = `{"data":{"b64":"${dataText(cell)}","len":${bitsOf(cell)}},"refs":[`;
  // Shared cells are written out at each use, so their text can grow exponentially.
  spend(writer, head.length);
  const refs = bag.refs[place].map((ref) => objectOf(writer, ref)).join(",");
  return `${head}${refs}],"special":${isExotic(cell)}}`;
}
