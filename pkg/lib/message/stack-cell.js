// Stacks as cells: `VmStack` of crypto/block/block.tlb of the node, as liteservers and the virtual machine read it.

import { MAX_NESTING, MAX_TUPLE } from "../../dist/message-abi.js";
import { isList, kindOf } from "../util/error.js";
import { beginCell, PART, toCell } from "./cell.js";
import { hasMethod } from "./inputs.js";
import { invalid, placed, Stack } from "./stack.js";
import { encodeValue, newRoom } from "./stack-entries.js";

/** Values of a stack with those in them. Cells can be shared, so that a few hold more values than there are atoms. */
export const MOST_VALUES = 100_000;

/** A cell that a slice or a builder can hold: the virtual machine does not make them from exotic cells. */
function ordinary(cell) {
  if (cell.isExotic) throw invalid("a slice or a builder cannot be of an exotic cell");
  return cell;
}

const tag = (number) => beginCell().storeUint(number, 8);

/** A tuple of items in cells of their own: each cell before the last item refers to those before it. */
function tuple(items) {
  const builder = tag(7).storeUint(items.length, 16);
  const [first, ...rest] = items;
  if (items.length === 0) return builder;
  const tail = rest.pop();
  if (tail === undefined) return builder.storeRef(first);
  const head = rest.reduce((before, item) => beginCell().storeRef(before).storeRef(item).endCell(), first);
  return builder.storeRef(head).storeRef(tail);
}

/** How values are written, each as a builder. */
const FORM = {
  nan: () => tag(2).storeUint(255, 8),
  number: (value) =>
    BigInt.asIntN(64, value) === value
      ? tag(1).storeInt(value, 64)
      : beginCell().storeUint(256, 15).storeInt(value, 257),
  cell: (cell) => tag(3).storeRef(cell),
  slice: (cell) =>
    tag(4)
      .storeUint(0, 10)
      .storeUint(cell.bits, 10)
      .storeUint(0, 3)
      .storeUint(cell.refs.length, 3)
      .storeRef(ordinary(cell)),
  builder: (cell) => tag(5).storeRef(ordinary(cell)),
  tuple: (items) => tuple(items.map((item) => item.endCell())),
  /** Pairs of an item and the rest, the last of which is null. */
  list: (items) => items.reduceRight((rest, item) => tuple([item.endCell(), rest.endCell()]), tag(0)),
};

/** @param {any} values */
export function stackToCell(values) {
  const list = hasMethod(values, "bytes32") ? values.values : values;
  if (!isList(list)) throw invalid(`expected an array of values or a Stack, not ${kindOf(values)}`);
  const top = beginCell().storeUint(list.length, 24);
  let rest = beginCell().endCell();
  const room = newRoom();
  for (const [at, value] of list.entries()) {
    const builder = at === list.length - 1 ? top : beginCell();
    rest = placed(at, () =>
      builder
        .storeRef(rest)
        .storeBuilder(encodeValue(value, FORM, room))
        .endCell(),
    );
  }
  return list.length === 0 ? top.endCell() : rest;
}

/** The beginning of a value, with which its cell must end: the value, or the cells of the items of a tuple, the last one first. */
function readHead(slice) {
  const value = READ[slice.loadUint(8)]?.(slice);
  if (!value) throw invalid("no value has this tag");
  slice.endParse();
  return value;
}

const readCell = (cell) => readHead(cell.beginParse());

/** Values by their tags. */
const READ = [
  () => ({ value: null }),
  (slice) => ({ value: slice.loadIntBig(64) }),
  (slice) => {
    const more = slice.loadUint(7);
    if (more === 0) return { value: slice.loadIntBig(257) };
    return more === 127 && slice.loadBit() ? { value: NaN } : undefined;
  },
  (slice) => ({ value: slice.loadRef() }),
  (slice) => ({ value: part(slice) }),
  (slice) => ({ value: slice.loadRef().beginParse().asBuilder() }),
  (slice) => {
    // A continuation; its content is not read.
    slice.skipAll();
    return { value: undefined };
  },
  (slice) => ({ items: items(slice) }),
];

/** `VmCellSlice`: a cell, and which bits and references of it are left. */
function part(slice) {
  const content = slice.loadRef().beginParse();
  const [start, end, firstRef, endRef] = [10, 10, 3, 3].map((bits) => slice.loadUint(bits));
  if (start > end || firstRef > endRef) throw invalid("the slice ends before it begins");
  if (end > content.remainingBits || endRef > content.remainingRefs) throw invalid("the slice ends after its cell");
  return content[PART](start, end, firstRef, endRef);
}

/** The cells of the items of a tuple, the last one first: a cell of the item or the items before it, and one of the item. */
function items(slice) {
  const length = slice.loadUint(16);
  if (length > MAX_TUPLE) throw invalid(`a tuple has at most ${MAX_TUPLE} items`);
  const cells = [];
  for (let at = slice, left = length; left > 0; left -= 1) {
    const before = left > 1 ? at.loadRef() : undefined;
    cells.push(at.loadRef());
    at.endParse();
    if (left === 2) {
      cells.push(before);
      break;
    }
    at = before?.beginParse();
  }
  return cells;
}

/** A value that was read; the items of a list are in reverse. */
const straight = ({ value, list }) => (list ? { list: list.reverse() } : value);

function nested(done) {
  if (done.depth > MAX_NESTING) throw invalid(`values are nested deeper than ${MAX_NESTING}`);
  return done;
}

/**
 * Reads the rest of a value. Tuples within tuples wait in a list, so nothing recurses.
 *
 * @param {{ value?: any, items?: any[] }} head @param {{ left: number }} budget how many values there may be
 * @param {(item: any) => { value?: any, items?: any[] }} readItem reads the beginning of an item of `items`, the last one first
 */
export function complete(head, budget, readItem) {
  /** @type {{ cells: any[], items: any[], depth: number }[]} */
  const frames = [];
  for (let next = head; ; ) {
    budget.left -= 1;
    if (budget.left < 0) throw invalid(`there are more than ${MOST_VALUES} values`);
    let frame = next.items?.length > 0 ? { cells: next.items, items: [], depth: 0 } : undefined;
    /** @type {any} */
    let done = { value: next.items ?? next.value, depth: 0 };
    if (frame) frames.push(frame);
    else
      while ((frame = frames.pop())) {
        done = taken(frame, done);
        if (!done) {
          frames.push(frame);
          break;
        }
      }
    if (!frame) return straight(done);
    next = readItem(frame.cells.pop());
  }
}

/** Takes the next item of a tuple. Gives the tuple or list after the last one. */
function taken(frame, item) {
  const { cells, items } = frame;
  if (cells.length === 0 && items.length === 1 && (item.list || item.value === null)) {
    const list = item.list ?? [];
    list.push(items[0]);
    return nested({ list, depth: Math.max(item.depth, frame.depth + 1) });
  }
  items.push(straight(item));
  frame.depth = Math.max(frame.depth, item.depth);
  return cells.length > 0 ? undefined : nested({ value: items, depth: frame.depth + 1 });
}

/** @param {any} cell */
export function stackFromCell(cell) {
  let slice = toCell(cell).beginParse();
  const budget = { left: MOST_VALUES };
  /** @type {any[]} */
  const values = [];
  // The top comes first, and each cell refers to the items below it.
  for (let index = slice.loadUint(24) - 1; index >= 0; index -= 1)
    placed(index, () => {
      const below = slice.loadRef();
      values.push(complete(readHead(slice), budget, readCell));
      slice = below.beginParse();
    });
  slice.endParse();
  return new Stack(values.reverse());
}
