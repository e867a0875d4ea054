// Stacks as cells compared with `serializeTuple` and `parseTuple` of @ton/core: the same cells and values; both refuse a changed
// cell, or read the same from it.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { beginCell as coreBeginCell, parseTuple, serializeTuple } from "@ton/core";
import {
  beginCell,
  Builder,
  Cell,
  decodeStack,
  encodeStack,
  Slice,
  Stack,
  stackFromCell,
  stackToCell,
} from "ton-edge/message";

import { readCode, toHex, ODD_VALUES, catchThrown, toCore, toOurs } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";
import { listCells, toCorePlain, toPlainValue, buildStack } from "./random-stacks.mjs";

/** The cell and all cells below it, each once. */
function listCellsBelow(root) {
  const cellsByHash = new Map();
  const path = [root];
  for (let cell; (cell = path.pop()); ) {
    const key = cell.hash().toString("hex");
    if (cellsByHash.has(key)) continue;
    cellsByHash.set(key, cell);
    path.push(...cell.refs);
  }
  return [...cellsByHash.values()];
}

/** A cell in which one of the cells below it is replaced. */
function replaceCell(root, target, change) {
  const knownCells = new Map();
  const copy = (cell) => {
    const key = cell.hash().toString("hex");
    if (!knownCells.has(key))
      knownCells.set(key, cell.equals(target) ? change(cell) : rebuildWith(cell.bits, cell.refs.map(copy)));
    return knownCells.get(key);
  };
  return copy(root);
}

function rebuildWith(bits, refs) {
  const builder = coreBeginCell().storeBits(bits);
  for (const ref of refs) builder.storeRef(ref);
  return builder.endCell();
}

/** A cell with one bit flipped, fewer or more bits, or other references. */
function changeCell(random, cell, otherCells) {
  const bits = [...Array(cell.bits.length).keys()].map((index) => cell.bits.at(index));
  const refs = cell.refs.slice();
  const kind = random.below(8);
  if (kind < 4 && bits.length > 0) {
    const position = random.below(Math.min(bits.length, random.pick([8, 24, 50, 1023])));
    bits[position] = !bits[position];
  } else if (kind === 4) bits.splice(random.below(bits.length + 1), 1);
  else if (kind === 5 && bits.length < 1023) bits.push(random.below(2) === 1);
  else if (kind === 6 && refs.length > 0) refs.splice(random.below(refs.length), 1);
  else if (refs.length > 0 && random.below(2) === 0) refs[random.below(refs.length)] = random.pick(otherCells);
  else if (refs.length < 4) refs.push(random.pick(otherCells));
  const builder = coreBeginCell();
  for (const bit of bits) builder.storeBit(bit);
  for (const ref of refs) builder.storeRef(ref);
  return builder.endCell();
}

describe("stacks compared with @ton/core", () => {
  const random = makeRandom(41);
  const cells = listCells(random, 60);

  test("random stacks have the same cells and values as in @ton/core", () => {
    for (let round = 0; round < 20_000 * TIMES; round += 1) {
      const [core, edgeValue] = buildStack(random, cells);
      const coreCell = serializeTuple(core);
      const cell = stackToCell(edgeValue);
      assert.equal(toHex(cell.hash()), coreCell.hash().toString("hex"), `round ${round}`);
      const read = stackFromCell(cell);
      const expected = core.map(toCorePlain);
      assert.deepEqual(read.values.map(toPlainValue), expected, `round ${round}`);
      assert.deepEqual(toHex(stackToCell(read).hash()), toHex(cell.hash()), `round ${round}`);
    }
  });

  test("changed cells of a stack are refused, or read as @ton/core reads them", () => {
    const counts = { same: 0, refused: 0, strict: 0, continuation: 0 };
    for (let round = 0; round < 6_000 * TIMES; round += 1) {
      const root = serializeTuple(buildStack(random, cells)[0]);
      const descendants = listCellsBelow(root);
      const changedRoot = replaceCell(root, random.pick(descendants), (cell) => changeCell(random, cell, descendants));
      let coreStack;
      try {
        coreStack = parseTuple(changedRoot).map(toCorePlain);
      } catch {
        // @ton/core refuses it.
      }
      let edgeStack;
      try {
        edgeStack = stackFromCell(toOurs(changedRoot));
      } catch (error) {
        assert.ok(["stack_invalid", "cell_read"].includes(error.code), `${error.stack}`);
        counts[coreStack ? "strict" : "refused"] += 1;
        continue;
      }
      const values = edgeStack.values.map(toPlainValue);
      // @ton/core reads no continuations, and accepts any bit as the last one of `vm_stk_nan`.
      if (!coreStack) {
        assert.ok(
          JSON.stringify({ values }, (_, member) =>
            member === undefined ? "?" : typeof member === "bigint" ? 0 : member,
          ).includes('"?"'),
        );
        counts.continuation += 1;
      } else {
        assert.deepEqual(values, coreStack, `round ${round}`);
        counts.same += 1;
      }
    }
    for (const [title, count] of Object.entries(counts)) assert.ok(count > 0, `${title}: ${JSON.stringify(counts)}`);
  });
});

describe("limits of stacks", () => {
  const nestTuples = (depth) => {
    /** @type {any} */
    let value = 1n;
    for (let index = 0; index < depth; index += 1) value = [value];
    return value;
  };

  test("limits of nesting, length and depth of cells hold", () => {
    for (const value of [nestTuples(128), Array(255).fill(1n)])
      assert.deepEqual(stackFromCell(stackToCell([value])).values[0], value);
    for (const value of [nestTuples(129), Array(256).fill(1n)]) {
      const error = catchThrown(() => stackToCell([value]));
      assert.deepEqual([error.code, error.index], ["stack_invalid", 0]);
    }
    const manyValues = Array.from({ length: 1024 }, (_, index) => BigInt(index));
    assert.deepEqual(stackFromCell(stackToCell(manyValues)).values, manyValues);
    assert.equal(
      readCode(() => stackToCell([...manyValues, 0n])),
      "cell_build",
    );
    // A long list does not count as nested, although its cells are.
    const list = Array.from({ length: 1000 }, (_, index) => BigInt(index));
    assert.deepEqual(stackFromCell(stackToCell([{ list }])).list(0).values, list);
  });

  test("deeper or longer tuples than allowed are refused, also those of @ton/core", () => {
    let deepTuple = { type: "null" };
    for (let index = 0; index < 129; index += 1) deepTuple = { type: "tuple", items: [deepTuple] };
    assert.match(
      catchThrown(() => stackFromCell(toOurs(serializeTuple([/** @type {any} */ (deepTuple)])))).message,
      /nested deeper/,
    );
    const longList = { type: "tuple", items: Array(256).fill({ type: "null" }) };
    assert.match(
      catchThrown(() => stackFromCell(toOurs(serializeTuple([/** @type {any} */ (longList)])))).message,
      /255 items/,
    );
  });

  test("a stack has at most 100 000 values, including those in tuples", () => {
    const makeTripleItem = (builder) => {
      const item = builder.endCell();
      const head = beginCell().storeRef(item).storeRef(item).endCell();
      return beginCell().storeUint(7, 8).storeUint(3, 16).storeRef(head).storeRef(item);
    };
    // The n-th value has (3^(n + 1) - 1) / 2 values: itself, and three of the one before.
    const values = [beginCell().storeUint(0, 8)];
    for (let index = 1; index <= 10; index += 1) values.push(makeTripleItem(values[index - 1]));
    const makeStack = (...indices) => {
      const [lastBuilder, ...otherBuilders] = indices.map((index) => values[index]);
      const rest = otherBuilders.reduce(
        (previousCell, value) => beginCell().storeRef(previousCell).storeBuilder(value).endCell(),
        beginCell().endCell(),
      );
      return beginCell().storeUint(indices.length, 24).storeRef(rest).storeBuilder(lastBuilder).endCell();
    };
    const indices = [10, 8, 6, 5, 4, 1, 1];
    assert.equal(
      indices.reduce((sum, index) => sum + (3 ** (index + 1) - 1) / 2, 0),
      100_000,
    );
    assert.equal(stackFromCell(makeStack(...indices)).length, 7);
    assert.match(catchThrown(() => stackFromCell(makeStack(...indices, 0))).message, /more than 100000 values/);
  });

  test("reading a few cells that expand to billions of values stops at the limit", () => {
    const makeValue = (cell) =>
      beginCell()
        .storeUint(7, 8)
        .storeUint(3, 16)
        .storeRef(beginCell().storeRef(cell).storeRef(cell).endCell())
        .storeRef(cell);
    let cell = beginCell().storeUint(0, 8).endCell();
    for (let index = 0; index < 100; index += 1) cell = makeValue(cell).endCell();
    const stack = beginCell().storeUint(1, 24).storeRef(beginCell().endCell()).storeBuilder(makeValue(cell)).endCell();
    const start = performance.now();
    assert.match(catchThrown(() => stackFromCell(stack)).message, /more than 100000 values/);
    assert.ok(performance.now() - start < 5000);
  });
});

describe("values of stacks", () => {
  test("lists, tuples and arguments have the same values in cells and in the service's forms", () => {
    const cell = beginCell().storeUint(5, 32).endCell();
    const values = [7n, null, [1n, cell], { list: [1n, [2n], null] }, -(1n << 256n)];
    // v3 accepts no tuples, lists or nulls.
    for (const form of /** @type {const} */ (["v2", "v2-std"]))
      assert.deepEqual(
        stackFromCell(stackToCell(decodeStack(encodeStack(values, form)))).values.map(toPlainValue),
        values.map(toPlainValue),
      );
    const [flag, number, address] = stackFromCell(stackToCell([true, 5, `0:${"00".repeat(32)}`]));
    assert.deepEqual([flag, number], [-1n, 5n]);
    assert.equal(new Stack([address]).address(0), `0:${"00".repeat(32)}`);
    // A pair that ends with null is a list; read as a tuple, it is a pair.
    assert.deepEqual([...stackFromCell(stackToCell([[1n, null]])).tuple(0)], [1n, null]);
    assert.equal(toCore(stackToCell([])).hash().toString("hex"), serializeTuple([]).hash().toString("hex"));
  });

  test("a slice in a stack has only its unread part", () => {
    const slice = beginCell().storeUint(0xabcd, 16).storeRef(beginCell().endCell()).endCell().beginParse().skip(8);
    const read = stackFromCell(stackToCell([slice])).slice(0);
    assert.deepEqual([read.remainingBits, read.remainingRefs, read.loadUint(8)], [8, 1, 0xcd]);
    // A window of a cell, as the virtual machine writes a slice.
    const wholeCell = beginCell().storeUint(0xabcd, 16).storeRef(beginCell().storeUint(1, 1).endCell()).endCell();
    const makeWindow = (start, end, first, lastIndex) =>
      beginCell()
        .storeUint(1, 24)
        .storeRef(beginCell().endCell())
        .storeUint(4, 8)
        .storeUint(start, 10)
        .storeUint(end, 10)
        .storeUint(first, 3)
        .storeUint(lastIndex, 3)
        .storeRef(wholeCell)
        .endCell();
    assert.equal(
      stackFromCell(makeWindow(4, 12, 1, 1))
        .slice(0)
        .loadUint(8),
      0xbc,
    );
    for (const range of [
      [5, 4, 0, 1],
      [0, 17, 0, 1],
      [0, 16, 1, 0],
      [0, 16, 0, 2],
      [0, 16, 0, 7],
    ])
      assert.match(
        readCode(() => stackFromCell(makeWindow(...range)), `${range}`),
        /stack_invalid|cell_read/,
      );
  });

  test("a cell that is not a stack is refused", () => {
    for (const [name, value] of ODD_VALUES) {
      if (!name.includes("array"))
        assert.match(
          readCode(() => stackToCell(value), name),
          /stack_invalid/,
        );
      readCode(() => stackFromCell(value), name);
    }
    for (const value of [undefined, 1.5, Infinity, 1n << 256n, Symbol("s"), () => 1])
      assert.equal(
        readCode(() => stackToCell([/** @type {any} */ (value)])),
        "stack_invalid",
      );
    const library = beginCell().storeUint(2, 8).storeUint(0, 256).setExotic();
    assert.equal(catchThrown(() => stackToCell([1n, library])).index, 1);
    assert.equal(toCore(stackToCell([library.endCell()])).refs.length, 2);
  });
});
