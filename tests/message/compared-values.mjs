// Cells, slices, builders, stacks and decoded bodies as test tools compare them: by value. Each tool is a function that throws if it calls two
// values different. Jest and Vitest put their matchers into the same global variable, so each has its own suite.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";

import { beginCell, buildDict, decodeBody, encodeBody, parseBoc, readDict, Stack } from "ton-edge/message";

import { ensureProject } from "../helpers/npm-project.mjs";

/**
 * Imports packages of `test-tools/`. They are not in the tests' own folder, because they bring types of chai, which the suites would have to match.
 *
 * @param {string[]} names @returns {Promise<any[]>}
 */
export async function importTools(...names) {
  const { resolve } = await ensureProject("test-tools", "message/test-tools");
  return Promise.all(names.map((name) => import(pathToFileURL(resolve(name)).href)));
}

export const makeLeaf = (value) => beginCell().storeUint(value, 8).endCell();
export const makePair = (a, b) => beginCell().storeUint(1, 32).storeRef(a).storeRef(b).endCell();
/** An exotic cell: a reference to a library. */
const makeLibrary = (exotic) =>
  beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32).fill(7)).setExotic(exotic).endCell();
export const makeRestOfSlice = (skippedBits, value) => {
  const slice = beginCell()
    .storeUint(5, skippedBits)
    .storeUint(value, 16)
    .storeRef(makeLeaf(value))
    .endCell()
    .beginParse();
  slice.skip(skippedBits);
  return slice;
};
const makeBody = (payload) =>
  decodeBody(
    encodeBody({
      type: "jetton_transfer",
      queryId: 1n,
      amount: 5n,
      destination: `0:${"1".repeat(64)}`,
      responseDestination: null,
      customPayload: null,
      forwardTonAmount: 1n,
      forwardPayload: payload,
    }),
  );
const makeDict = (value) =>
  readDict(
    buildDict(8, [
      [1, makeLeaf(value)],
      [2, makeLeaf(9)],
    ]),
    8,
  );
/** The deepest cell: nothing can refer to it. */
function buildDeepestCell() {
  let cell = makeLeaf(1);
  for (let depth = 0; depth < 1024; depth += 1) cell = beginCell().storeRef(cell).endCell();
  return cell;
}
const deepCell = buildDeepestCell();

/** Pairs of functions: each makes the same value every time, and the two make different values. @type {Record<string, [() => any, () => any]>} */
const VALUES = {
  "cells with one different bit": [() => makeLeaf(6), () => makeLeaf(7)],
  "cells of different lengths": [
    () => beginCell().storeUint(0, 7).endCell(),
    () => beginCell().storeUint(0, 8).endCell(),
  ],
  "cells with a different reference": [
    () => makePair(makeLeaf(1), makeLeaf(2)),
    () => makePair(makeLeaf(1), makeLeaf(3)),
  ],
  "cells with one reference more": [
    () => makePair(makeLeaf(1), makeLeaf(2)),
    () => beginCell().storeUint(1, 32).storeRef(makeLeaf(1)).endCell(),
  ],
  "cells with references in another order": [
    () => makePair(makeLeaf(1), makeLeaf(2)),
    () => makePair(makeLeaf(2), makeLeaf(1)),
  ],
  "an exotic and an ordinary cell": [() => makeLibrary(true), () => makeLibrary(false)],
  "cells that were parsed": [
    () => parseBoc(makePair(makeLeaf(1), makeLeaf(2)).toBoc()),
    () => parseBoc(makeLeaf(1).toBoc()),
  ],
  "a cell and none": [() => makeLeaf(6), () => null],
  "slices with one different bit": [() => makeLeaf(6).beginParse(), () => makeLeaf(7).beginParse()],
  "slices at different positions": [() => makeLeaf(6).beginParse(), () => makeLeaf(6).beginParse().skip(1)],
  "slices of different cells with the same rest": [() => makeRestOfSlice(3, 77), () => makeRestOfSlice(3, 78)],
  "builders with one different bit": [() => beginCell().storeUint(6, 600 - 512), () => beginCell().storeUint(7, 88)],
  "builders with a different reference": [
    () => beginCell().storeRef(makeLeaf(1)),
    () => beginCell().storeRef(makeLeaf(2)),
  ],
  "builders that grew": [
    () => beginCell().storeUint(1, 256).storeUint(2, 256).storeUint(3, 256),
    () => beginCell().storeUint(1, 256).storeUint(2, 256).storeUint(4, 256),
  ],
  "an exotic and an ordinary builder": [
    () => beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32)).setExotic(),
    () => beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32)),
  ],
  "incomplete exotic builders": [
    () => beginCell().storeUint(2, 8).setExotic(),
    () => beginCell().storeUint(1, 8).setExotic(),
  ],
  "an incomplete exotic and an ordinary builder": [
    () => beginCell().storeUint(2, 8).setExotic(),
    () => beginCell().storeUint(2, 8),
  ],
  "builders that are too deep": [
    () => beginCell().storeUint(1, 8).storeRef(deepCell),
    () => beginCell().storeUint(2, 8).storeRef(deepCell),
  ],
  "builders that are too deep, with another reference": [
    () => beginCell().storeRef(deepCell).storeRef(makeLeaf(1)),
    () => beginCell().storeRef(deepCell).storeRef(makeLeaf(2)),
  ],
  "stacks of other cells": [() => new Stack([1n, makeLeaf(1)]), () => new Stack([1n, makeLeaf(2)])],
  "stacks of other integers": [() => new Stack([1n, makeLeaf(1)]), () => new Stack([2n, makeLeaf(1)])],
  "stacks of other tuples": [
    () => new Stack([[makeLeaf(1)], { list: [makeLeaf(1)] }]),
    () => new Stack([[makeLeaf(1)], { list: [makeLeaf(2)] }]),
  ],
  "stacks of a slice and a cell": [
    () => new Stack([makeLeaf(1).beginParse()]),
    () => new Stack([makeLeaf(1).beginParse().skip(1)]),
  ],
  "decoded bodies with another payload": [() => makeBody(makeLeaf(1)), () => makeBody(makeLeaf(2))],
  "decoded bodies with and without a payload": [() => makeBody(makeLeaf(1)), () => makeBody(null)],
  "dictionaries with another value": [() => makeDict(1), () => makeDict(2)],
};

/** Tests that tools call equal values equal, and different ones different. @param {Record<string, (a: any, b: any) => void>} tools */
export function testTools(tools) {
  for (const [tool, compare] of Object.entries(tools)) {
    describe(tool, () => {
      for (const [name, [makeOne, makeOther]] of Object.entries(VALUES)) {
        test(name, () => {
          compare(makeOne(), makeOne());
          compare(makeOther(), makeOther());
          assert.throws(() => compare(makeOne(), makeOther()), name);
          assert.throws(() => compare(makeOther(), makeOne()), name);
          assert.throws(() => compare([{ value: makeOne() }], [{ value: makeOther() }]), name);
          compare([{ value: makeOne() }], [{ value: makeOne() }]);
        });
      }
    });
  }

  test("slices of different cells are equal if their remaining contents are equal", () => {
    for (const compare of Object.values(tools)) compare(makeRestOfSlice(3, 77), makeRestOfSlice(250, 77));
  });

  test("a cell that shares its descendants is compared in time that is linear in its size", () => {
    const makeSharedCell = (lastLeaf) => {
      let cell = makeLeaf(lastLeaf);
      for (let depth = 0; depth < 500; depth += 1) cell = makePair(cell, cell);
      return cell;
    };
    for (const compare of Object.values(tools)) {
      compare(makeSharedCell(1), makeSharedCell(1));
      assert.throws(() => compare(makeSharedCell(1), makeSharedCell(2)));
    }
  });

  test("a cell that was parsed is equal to the same cell that was built", () => {
    for (const compare of Object.values(tools))
      compare(parseBoc(makePair(makeLeaf(1), makeLeaf(2)).toBoc()), makePair(makeLeaf(1), makeLeaf(2)));
  });
}
