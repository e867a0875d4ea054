// Stacks that the machine returns: they equal the values that went in, and those that @ton/core reads in the bag of the same result.

import assert from "node:assert/strict";
import { test } from "node:test";

import { beginCell as coreBeginCell, Cell as CoreCell, parseTuple } from "@ton/core";
import { beginCell, stackFromCell, stackToCell } from "ton-edge/message";
import { openContract } from "ton-edge/tvm";

import { toOurs } from "../message/checks.mjs";
import { makeRandom, TIMES } from "../message/random.mjs";
import { listCells, toCorePlain, toPlainValue, buildStack } from "../message/random-stacks.mjs";

const DATA = beginCell().endCell();

/** A contract whose code is these bytes, after a `DROP` of the method's number. */
const getProgram = (hex) =>
  openContract({
    code: beginCell()
      .storeBytes(Buffer.from(`30${hex}`, "hex"))
      .endCell(),
    data: DATA,
    address: `0:${"5".repeat(64)}`,
  });

/** The values of a result, after a check that the bag of the same call has them. */
function makeValues(contract, args) {
  const result = /** @type {any} */ (contract.get("any", args));
  assert.equal(result.status, "done", result.reason);
  const { stack: boc } = contract.getBoc("any", stackToCell(args).toBoc());
  const values = result.stack.values.map(toPlainValue);
  assert.deepEqual(values, stackFromCell(boc).values.map(toPlainValue));
  return { values, stack: result.stack, boc };
}

test("a stack that a method returns unchanged equals its arguments", () => {
  const random = makeRandom("stacks of the machine");
  const echo = getProgram("");
  const cells = listCells(random, 40);
  let count = 0;
  for (let round = 0; round < 400 * TIMES; round += 1) {
    const [coreCell, edgeStack] = buildStack(random, cells);
    const { values } = makeValues(echo, edgeStack);
    assert.deepEqual(values, coreCell.map(toCorePlain));
    count += values.length;
  }
  assert.ok(count > 400);
});

test("a slice of a part of a cell has exactly that part", () => {
  const random = makeRandom("parts of cells");
  // `SUBSLICE`; the test reads a copy of its result to the end.
  const subslice = getProgram("d734");
  for (let round = 0; round < 300 * TIMES; round += 1) {
    const coreCell = random.dag(1 + random.below(4));
    const bits = [random.below(coreCell.bits.length + 1), random.below(coreCell.bits.length + 1)].sort((a, b) => a - b);
    const refs = [random.below(coreCell.refs.length + 1), random.below(coreCell.refs.length + 1)].sort((a, b) => a - b);
    const args = [toOurs(coreCell).beginParse(), bits[0], refs[0], bits[1] - bits[0], refs[1] - refs[0]];
    const { stack, boc } = makeValues(
      subslice,
      args.map((arg) => (typeof arg === "number" ? BigInt(arg) : arg)),
    );
    const coreStack = /** @type {any} */ (parseTuple(CoreCell.fromBoc(Buffer.from(boc))[0])[0]);
    const edgeStack = stack.values[0];
    assert.deepEqual([edgeStack.remainingBits, edgeStack.remainingRefs], [bits[1] - bits[0], refs[1] - refs[0]]);
    assert.deepEqual(edgeStack.clone().asBuilder().endCell().hash(), Uint8Array.from(coreStack.cell.hash()));
    assert.deepEqual(stack.cell(0).hash(), Uint8Array.from(coreStack.cell.hash()));
    assert.throws(() => edgeStack.skip(edgeStack.remainingBits + 1), { code: "cell_read" });
    const rest = edgeStack.clone().skip(edgeStack.remainingBits);
    while (rest.remainingRefs > 0) rest.loadRef();
    assert.throws(() => rest.loadRef(), { code: "cell_read" });
    assert.equal(edgeStack.skipAll().remainingBits + edgeStack.remainingRefs, 0);
  }
});

test("exotic cells of every kind keep their hashes, depths and contents", () => {
  const random = makeRandom("exotic cells of the machine");
  const echo = getProgram("");
  // `XCTOS`.
  const xloadProgram = getProgram("d739");
  for (let round = 0; round < 60 * TIMES; round += 1) {
    const coreCell = random.exotic();
    const cell = toOurs(coreCell);
    const { stack } = makeValues(echo, [cell, [cell, null, 7n]]);
    const [firstItem, [nestedItem]] = stack.values;
    assert.equal(firstItem, nestedItem, "a cell that occurs twice in a result is two objects");
    for (const level of [0, 1, 2, 3]) {
      assert.deepEqual(firstItem.hash(level), Uint8Array.from(coreCell.hash(level)));
      assert.equal(firstItem.depth(level), coreCell.depth(level));
    }
    assert.deepEqual(
      [firstItem.type, firstItem.levelMask, firstItem.toBoc()],
      [cell.type, cell.levelMask, cell.toBoc()],
    );
    if (cell.type !== "library") continue;
    const result = /** @type {any} */ (xloadProgram.get("any", [cell]));
    assert.deepEqual(toPlainValue(result.stack.cell(0)), toPlainValue(cell));
    assert.equal(result.stack.slice(0).loadUint(8), 2);
  }
});

test("integers at their bounds and NaN come back unchanged", () => {
  const echo = getProgram("");
  const values = [0, 1, 7, 8, 31, 32, 63, 64, 127, 128, 255, 256].flatMap((bits) =>
    [2n ** BigInt(bits), -(2n ** BigInt(bits)), 2n ** BigInt(bits) - 1n].filter((value) => value < 2n ** 256n),
  );
  assert.deepEqual(makeValues(echo, values).values, values);
  assert.deepEqual(makeValues(echo, [NaN, null, []]).values, [NaN, null, []]);
});

test("cells of a result can be stored in new cells", () => {
  // `NEWC 7 PUSHINT SWAP 8 STU ENDC`.
  const { stack } = /** @type {any} */ (getProgram("77c8cb07c9").get("any"));
  const cell = stack.cell(0);
  const outerCell = beginCell().storeRef(cell).endCell();
  const coreCell = coreBeginCell().storeRef(coreBeginCell().storeUint(7, 8)).endCell();
  assert.deepEqual(outerCell.hash(), Uint8Array.from(coreCell.hash()));
});
