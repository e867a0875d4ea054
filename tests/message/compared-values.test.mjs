// Values of cells as test tools see them: compared by value in node:assert, chai and Jest, and with their content in `structuredClone` and JSON.

import assert from "node:assert/strict";
import { deepEqual, deepStrictEqual } from "node:assert";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";

import { assert as chai } from "chai";
import { beginCell, parseBoc, Stack } from "ton-edge/message";

import { importTools, makeLeaf, makePair, makeRestOfSlice, testTools } from "./compared-values.mjs";

const [{ expect: jest }, { fn }] = await importTools("expect", "jest-mock");

testTools({
  "node:assert deepStrictEqual": (a, b) => deepStrictEqual(a, b),
  "node:assert deepEqual": (a, b) => deepEqual(a, b),
  "node:util isDeepStrictEqual": (a, b) => assert.ok(isDeepStrictEqual(a, b)),
  "chai deep.equal": (a, b) => chai.deepEqual(a, b),
  "Jest toEqual": (a, b) => jest(a).toEqual(b),
  "Jest toStrictEqual": (a, b) => jest(a).toStrictEqual(b),
  "Jest toMatchObject": (a, b) => jest({ value: a }).toMatchObject({ value: b }),
  "Jest toHaveBeenCalledWith": (a, b) => {
    const mock = fn();
    mock(1, a);
    jest(mock).toHaveBeenCalledWith(1, b);
  },
});

test("`boc` has the content, and `structuredClone` and JSON keep it", () => {
  const cell = makePair(makeLeaf(1), makeLeaf(2));
  const slice = makeRestOfSlice(3, 77);
  const builder = beginCell().storeUint(5, 8);
  assert.equal(cell.boc, cell.toBase64());
  assert.equal(slice.boc, slice.asCell().toBase64());
  assert.equal(builder.boc, builder.endCell().toBase64());
  for (const value of [cell, slice, builder]) assert.deepEqual(structuredClone(value), { boc: value.boc });
  const clone = structuredClone(new Stack([5n, cell, [slice]]));
  assert.deepEqual(clone, { values: [5n, { boc: cell.boc }, [{ boc: slice.boc }]] });
  assert.ok(parseBoc(/** @type {any} */ (clone.values[1]).boc).equals(cell));
  assert.equal(JSON.stringify([cell, slice]), JSON.stringify([cell.boc, { boc: slice.boc }]));
  // Reading a property does not move a slice or change a builder.
  assert.equal(slice.remainingBits, 16);
  assert.equal(builder.storeUint(1, 8).bits, 16);
});

test("values take no further properties, so Vue leaves them as they are", () => {
  for (const value of [makeLeaf(1), makeRestOfSlice(3, 77), beginCell().storeUint(1, 8)]) {
    assert.ok(!Object.isExtensible(value));
    assert.throws(() => Object.assign(value, { boc: "" }), TypeError);
  }
});
