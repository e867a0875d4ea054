// Checks that several suites of this folder share.

import assert from "node:assert/strict";

import { Cell as CoreCell } from "@ton/core";
import { isTonEdgeError, parseBoc } from "ton-edge/message";

export const toHex = (bytes) => Buffer.from(bytes).toString("hex");
export const toBase64 = (bytes) => Buffer.from(bytes).toString("base64");

/** Returns the error of a call, which must be a deliberate error of this package. */
export function catchThrown(work, label = "") {
  let result;
  try {
    result = work();
  } catch (error) {
    assert.ok(isTonEdgeError(error) && error.code !== "internal", `${label}: ${error?.stack ?? String(error)}`);
    return error;
  }
  return assert.fail(`${label}: nothing was thrown, and the result is ${typeof result}`);
}

/** The code of {@link catchThrown}. */
export const readCode = (work, label = "") => catchThrown(work, label).code;

/** The error with which a promise is rejected. */
export async function catchRejection(work, label = "") {
  try {
    await work();
  } catch (error) {
    assert.ok(isTonEdgeError(error) && error.code !== "internal", `${label}: ${error?.stack ?? String(error)}`);
    return error;
  }
  return assert.fail(`${label}: nothing was thrown`);
}

/** Converts a cell of this package to one of @ton/core. */
export const toCore = (cell) => CoreCell.fromBoc(Buffer.from(cell.toBoc()))[0];
/** Converts a cell of @ton/core to one of this package. */
export const toOurs = (cell) => parseBoc(cell.toBoc());

/** Checks that two cells of the two packages, and all cells below them, are equal at every level. */
export function assertSameCells(edgeCell, coreCell, label) {
  const seenCells = new Set();
  const path = [[edgeCell, coreCell]];
  for (let pair; (pair = path.pop()); ) {
    const [cell, core] = pair;
    if (seenCells.has(cell)) continue;
    seenCells.add(cell);
    assert.equal(cell.bits, core.bits.length, label);
    assert.equal(cell.isExotic, core.isExotic, label);
    assert.equal(cell.level, core.level(), label);
    assert.equal(cell.levelMask, core.mask.value, label);
    assert.equal(cell.refs.length, core.refs.length, label);
    for (let level = 0; level <= 3; level += 1) {
      assert.equal(toHex(cell.hash(level)), toHex(core.hash(level)), label);
      assert.equal(cell.depth(level), core.depth(level), label);
    }
    const slice = cell.beginParse(true);
    const from = core.beginParse(true);
    while (slice.remainingBits > 0) {
      const bits = Math.min(slice.remainingBits, 256);
      assert.equal(slice.loadUintBig(bits), from.loadUintBig(bits), label);
    }
    cell.refs.forEach((ref, index) => path.push([ref, core.refs[index]]));
  }
  return seenCells.size;
}

/** A proxy that throws on every access. */
export function revokeProxy() {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** Values of types that no method accepts. */
export const ODD_VALUES = [
  ["undefined", undefined],
  ["null", null],
  ["a number", 5],
  ["NaN", Number.NaN],
  ["a bigint", 5n],
  ["true", true],
  ["a symbol", Symbol("x")],
  ["a function", () => 1],
  ["an array", [1, 2]],
  ["an object", {}],
  ["an object without a prototype", Object.create(null)],
  ["a Date", new Date(0)],
  ["a Map", new Map()],
  ["a revoked proxy", revokeProxy()],
  [
    "an object whose properties throw",
    new Proxy(
      {},
      {
        get() {
          throw new Error("a trap of the caller");
        },
      },
    ),
  ],
];
