// Encodes and decodes stacks as cells: `VmStack` of the node's crypto/block/block.tlb, which liteservers and the virtual machine
// read.

import { MAX_NESTING, MAX_TUPLE } from "../../dist/message-abi.js";
import { isList, kindOf } from "../util/error.js";
import { beginCell, PART, toCell } from "./cell.js";
import { hasMethod } from "./inputs.js";
import { stackError, runAtIndex, Stack } from "./stack.js";
import { encodeValue, createBudget } from "./stack-entries.js";

/**
 * Maximum values of a stack, including nested ones. Limited because cells can be shared: a few can represent an astronomical number
 * of values.
 */
export const MAX_VALUES = 100_000;

/** Refuses an exotic cell as a slice or builder: the virtual machine does not create these from exotic cells. */
function requireOrdinary(cell) {
  if (cell.isExotic) throw stackError("an exotic cell cannot be a slice or a builder: pass it as a cell");
  return cell;
}

const storeTag = (number) => beginCell().storeUint(number, 8);

/** Encodes a tuple, each item in a separate cell: each cell refers to its item and to the cell of the items before it. */
function storeTuple(items) {
  const builder = storeTag(7).storeUint(items.length, 16);
  const [first, ...otherItems] = items;
  if (items.length === 0) return builder;
  const tail = otherItems.pop();
  if (tail === undefined) return builder.storeRef(first);
  const head = otherItems.reduce((previous, item) => beginCell().storeRef(previous).storeRef(item).endCell(), first);
  return builder.storeRef(head).storeRef(tail);
}

/** Encoders of values, by type. Each returns a builder. */
const WRITER_BY_KIND = {
  nan: () => storeTag(2).storeUint(255, 8),
  number: (value) =>
    BigInt.asIntN(64, value) === value
      ? storeTag(1).storeInt(value, 64)
      : beginCell().storeUint(256, 15).storeInt(value, 257),
  cell: (cell) => storeTag(3).storeRef(cell),
  slice: (cell) =>
    storeTag(4)
      .storeUint(0, 10)
      .storeUint(cell.bits, 10)
      .storeUint(0, 3)
      .storeUint(cell.refs.length, 3)
      .storeRef(requireOrdinary(cell)),
  builder: (cell) => storeTag(5).storeRef(requireOrdinary(cell)),
  tuple: (items) => storeTuple(items.map((item) => item.endCell())),
  /** Encodes a list as pairs of an item and the rest; the last rest is null. */
  list: (items) => items.reduceRight((tail, item) => storeTuple([item.endCell(), tail.endCell()]), storeTag(0)),
};

/** @param {any} values */
export function stackToCell(values) {
  const list = hasMethod(values, "bytes32") ? values.values : values;
  if (!isList(list)) throw stackError(`expected an array of values or a Stack, not ${kindOf(values)}`);
  const topBuilder = beginCell().storeUint(list.length, 24);
  let previousCell = beginCell().endCell();
  const budget = createBudget();
  for (const [index, value] of list.entries()) {
    const builder = index === list.length - 1 ? topBuilder : beginCell();
    previousCell = runAtIndex(index, () =>
      builder
        .storeRef(previousCell)
        .storeBuilder(encodeValue(value, WRITER_BY_KIND, budget))
        .endCell(),
    );
  }
  return list.length === 0 ? topBuilder.endCell() : previousCell;
}

/**
 * Reads a value, but not the items of a tuple. Returns the value, or the cells of the tuple's items, the last one first. The slice
 * must end with it.
 */
function readHead(slice) {
  const value = READER_BY_TAG[slice.loadUint(8)]?.(slice);
  if (!value) throw stackError("unknown tag of a value");
  slice.endParse();
  return value;
}

const readCell = (cell) => readHead(cell.beginParse());

/** Decoders of values, by tag. */
const READER_BY_TAG = [
  () => ({ value: null }),
  (slice) => ({ value: slice.loadIntBig(64) }),
  (slice) => {
    const marker = slice.loadUint(7);
    if (marker === 0) return { value: slice.loadIntBig(257) };
    return marker === 127 && slice.loadBit() ? { value: NaN } : undefined;
  },
  (slice) => ({ value: slice.loadRef() }),
  (slice) => ({ value: readPart(slice) }),
  (slice) => ({ value: slice.loadRef().beginParse().asBuilder() }),
  (slice) => {
    // A continuation: its content is skipped.
    slice.skipAll();
    return { value: undefined };
  },
  (slice) => ({ items: readItemCells(slice) }),
];

/** Reads `VmCellSlice`: a cell, and a range of its bits and references. */
function readPart(slice) {
  const content = slice.loadRef().beginParse();
  const [start, end, firstRef, endRef] = [10, 10, 3, 3].map((bits) => slice.loadUint(bits));
  if (start > end || firstRef > endRef) throw stackError("the slice ends before it begins");
  if (end > content.remainingBits || endRef > content.remainingRefs) throw stackError("the slice ends beyond its cell");
  return content[PART](start, end, firstRef, endRef);
}

/**
 * Returns the cells of a tuple's items, the last one first. Each node has two references: the cell of the previous item or node, and
 * the cell of its item.
 */
function readItemCells(slice) {
  const length = slice.loadUint(16);
  if (length > MAX_TUPLE) throw stackError(`a tuple has at most ${MAX_TUPLE} items`);
  const cells = [];
  for (let currentSlice = slice, remaining = length; remaining > 0; remaining -= 1) {
    const previous = remaining > 1 ? currentSlice.loadRef() : undefined;
    cells.push(currentSlice.loadRef());
    currentSlice.endParse();
    if (remaining === 2) {
      cells.push(previous);
      break;
    }
    currentSlice = previous?.beginParse();
  }
  return cells;
}

/** Returns the finished value. The items of a list were collected in reverse order. */
const finishValue = ({ value, list }) => (list ? { list: list.reverse() } : value);

function checkNesting(value) {
  if (value.depth > MAX_NESTING) throw stackError(`values are nested deeper than ${MAX_NESTING}`);
  return value;
}

/**
 * Reads the items of a value. Open tuples are kept in an array, so no recursion is needed.
 *
 * @param {{ value?: any, items?: any[] }} head @param {{ left: number }} budget how many more values are allowed
 * @param {(item: any) => { value?: any, items?: any[] }} readItem reads an item of `items` like `readHead`; called for the last item
 *   first
 */
export function completeValue(head, budget, readItem) {
  /** @type {{ cells: any[], items: any[], depth: number }[]} */
  const frames = [];
  for (let next = head; ; ) {
    budget.left -= 1;
    if (budget.left < 0) throw stackError(`there are more than ${MAX_VALUES} values`);
    let frame = next.items?.length > 0 ? { cells: next.items, items: [], depth: 0 } : undefined;
    /** @type {any} */
    let value = { value: next.items ?? next.value, depth: 0 };
    if (frame) frames.push(frame);
    else
      while ((frame = frames.pop())) {
        value = takeItem(frame, value);
        if (!value) {
          frames.push(frame);
          break;
        }
      }
    if (!frame) return finishValue(value);
    next = readItem(frame.cells.pop());
  }
}

/** Adds the next item to a tuple. After the last item, returns the tuple or list. */
function takeItem(frame, item) {
  const { cells, items } = frame;
  if (cells.length === 0 && items.length === 1 && (item.list || item.value === null)) {
    const list = item.list ?? [];
    list.push(items[0]);
    return checkNesting({ list, depth: Math.max(item.depth, frame.depth + 1) });
  }
  items.push(finishValue(item));
  frame.depth = Math.max(frame.depth, item.depth);
  return cells.length > 0 ? undefined : checkNesting({ value: items, depth: frame.depth + 1 });
}

/** @param {any} cell */
export function stackFromCell(cell) {
  let slice = toCell(cell).beginParse();
  const budget = { left: MAX_VALUES };
  /** @type {any[]} */
  const values = [];
  // The top item comes first; each cell refers to the items below it.
  for (let index = slice.loadUint(24) - 1; index >= 0; index -= 1)
    runAtIndex(index, () => {
      const lowerCell = slice.loadRef();
      values.push(completeValue(readHead(slice), budget, readCell));
      slice = lowerCell.beginParse();
    });
  slice.endParse();
  return new Stack(values.reverse());
}
