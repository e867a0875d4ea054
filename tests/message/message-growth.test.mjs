// The work of each call grows no faster than its input: a byte, cell or value costs no more in a large input. Only ratios count.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import {
  beginCell,
  buildDict,
  decodeBody,
  decodeMessage,
  decodeTransaction,
  encodeBody,
  internalMessage,
  isMnemonic,
  messageHash,
  parseBoc,
  readDict,
  toUnits,
  writeBoc,
} from "ton-edge/message";

import { measureGrowth, summarizeGrowth } from "../attacks/growth.mjs";
import { makeRandom } from "./random.mjs";

const to = `0:${"AB".repeat(32)}`;
const random = makeRandom(1);

/** A tree of this many cells of about 35 bytes, four below each. */
function makeTree(count) {
  const leaves = Array.from({ length: Math.max(1, Math.ceil((count * 3) / 4)) }, (_, index) =>
    beginCell().storeUint(index, 32).storeBytes(random.bytes(31)).endCell(),
  );
  for (let level = leaves; ; ) {
    if (level.length === 1) return level[0];
    const rowsAbove = [];
    for (let index = 0; index < level.length; index += 4) {
      const builder = beginCell().storeUint(index, 256);
      for (const ref of level.slice(index, index + 4)) builder.storeRef(ref);
      rowsAbove.push(builder.endCell());
    }
    level = rowsAbove;
  }
}

/** A chain in which all references of a cell lead to the next one. */
function makeSharedCell(depth) {
  let cell = beginCell().endCell();
  for (let index = 0; index < Math.min(depth, 1024); index += 1) {
    const builder = beginCell().storeUint(index, 16);
    for (let ref = 0; ref < 4; ref += 1) builder.storeRef(cell);
    cell = builder.endCell();
  }
  return cell;
}

/** Visits every cell once. */
function visit(root) {
  const seenCells = new Set([root]);
  for (const cell of seenCells) for (const ref of cell.refs) seenCells.add(ref);
  return seenCells.size;
}

function expectRefusal(work) {
  try {
    work();
  } catch (error) {
    assert.match(error.code, /_invalid$|^cell_|_parameter$/);
    return;
  }
  assert.fail("the call is not refused");
}

/** A transaction that sent this many messages: all of them are the same cell, with this many extra currencies. */
function getTransaction(messages, currencies) {
  const extraCurrencies = Object.fromEntries(Array.from({ length: currencies }, (_, id) => [id, 1n]));
  const message = beginCell().storeRef(internalMessage({ to, value: 1n, extraCurrencies }));
  const entries = Array.from({ length: messages }, (_, index) => /** @type {[number, any]} */ ([index, message]));
  return (
    beginCell()
      .storeUint(7, 4)
      // Account, times and the previous transaction, then the number of messages and two states.
      .storeBits(new Uint8Array(84), 256 + 64 + 256 + 64 + 32)
      .storeUint(messages, 15)
      .storeUint(10, 4)
      .storeRef(beginCell().storeBit(false).storeDict(15, entries).endCell())
      // No fees, a change of state, and only a storage phase.
      .storeUint(0, 5)
      .storeRef(beginCell().storeUint(0x72, 8).storeBits(new Uint8Array(64)).endCell())
      .storeRef(beginCell().storeUint(1, 4).storeUint(0, 6).endCell())
      .endCell()
  );
}

const list = (count) =>
  Array.from(
    { length: count },
    (_, key) => /** @type {[number, any]} */ ([key * 7919, beginCell().storeUint(key, 32)]),
  );
const message = internalMessage({ to, value: 1n });
const sendActions = (count) => Array.from({ length: count }, () => ({ message, mode: 3 }));

/** @type {Record<string, import("../attacks/growth.mjs").Shape>} */
const SHAPES = {
  "parsing a bag": { largest: 16_384, make: (size) => makeTree(size).toBoc(), run: (boc) => parseBoc(boc) },
  "parsing a bag, and visiting every cell": {
    largest: 16_384,
    make: (size) => makeTree(size).toBoc(),
    run: (boc) => visit(parseBoc(boc)),
  },
  "parsing hexadecimal digits": {
    largest: 1 << 19,
    make: (size) => "f".repeat(size),
    run: (text) => expectRefusal(() => parseBoc(`b5ee9c72${text}`)),
  },
  "parsing base64": { largest: 16_384, make: (size) => makeTree(size).toBase64(), run: (text) => parseBoc(text) },
  "parsing a text with a wrong character at its end": {
    largest: 1 << 19,
    make: (size) => `te6c${"A".repeat(size)}!`,
    run: (text) => expectRefusal(() => parseBoc(text)),
  },
  "parsing a chain": {
    largest: 1024,
    make: (size) => makeSharedCell(size).toBoc(),
    run: (boc) => visit(parseBoc(boc)),
  },
  "writing a bag": { largest: 16_384, make: makeTree, run: (cell) => writeBoc([cell]) },
  "writing a chain that has each cell four times": { largest: 1024, make: makeSharedCell, run: (cell) => cell.toBoc() },
  "writing many roots": {
    largest: 4096,
    make: (size) => Array.from({ length: size }, (_, index) => beginCell().storeUint(index, 32).endCell()),
    run: (roots) => writeBoc(roots),
  },
  "building cells": { largest: 8192, make: (size) => size, run: makeTree },
  "reading a dictionary": {
    largest: 16_384,
    make: (size) => buildDict(64, list(size)),
    run: (root) => readDict(root, 64),
  },
  "building a dictionary": { largest: 8192, make: list, run: (values) => buildDict(64, values) },
  "reading a bomb of shared forks, up to a limit": {
    largest: 65_536,
    make: (size) => size,
    run: (limit) => {
      let cell = beginCell().storeUint(0, 2).endCell();
      for (let index = 0; index < 64; index += 1)
        cell = beginCell().storeUint(0, 2).storeRef(cell).storeRef(cell).endCell();
      expectRefusal(() => readDict(cell, 64, limit));
    },
  },
  "storing a long text": {
    largest: 127 * 1024,
    make: (size) => "a".repeat(size),
    run: (text) => beginCell().storeStringTail(text),
  },
  "loading a long text": {
    largest: 127 * 1024,
    make: (size) => beginCell().storeStringTail("a".repeat(size)).endCell(),
    run: (cell) => cell.beginParse().loadStringTail(),
  },
  "refusing a text that does not fit": {
    largest: 1 << 20,
    make: (size) => "a".repeat(127 * 1025 + size),
    run: (text) => expectRefusal(() => beginCell().storeStringTail(text)),
  },
  "decoding a comment": {
    largest: 120 * 1024,
    make: (size) => internalMessage({ to, value: 1n, body: "a".repeat(size) }),
    run: (cell) => decodeMessage(cell),
  },
  "decoding a comment that ends in invalid UTF-8": {
    largest: 120 * 1024,
    make: (size) => beginCell().storeUint(0, 32).storeBytesTail(new Uint8Array(size).fill(97).fill(255, -1)).endCell(),
    run: (cell) => assert.equal(decodeBody(cell).type, "binary_comment"),
  },
  "decoding a list of actions": {
    largest: 255,
    make: (size) => encodeBody({ type: "highload_v3_transfer", actions: sendActions(size) }),
    run: (cell) => assert.equal(decodeBody(cell).type, "highload_v3_transfer"),
  },
  "encoding a list of actions": {
    largest: 255,
    make: sendActions,
    run: (actions) => encodeBody({ type: "highload_v3_transfer", actions }),
  },
  "decoding extra currencies that a transaction's messages share": {
    largest: 255,
    make: (size) => ({ size, cell: getTransaction(size, 256) }),
    // Three messages have 768 currencies, and four have more values than a call decodes.
    run: ({ size, cell }) => (size > 3 ? expectRefusal(() => decodeTransaction(cell)) : decodeTransaction(cell)),
  },
  "hashing a message whose body is large": {
    largest: 16_384,
    make: (size) =>
      beginCell().storeUint(8, 4).storeAddress(to).storeUint(1, 6).storeRef(makeTree(size)).endCell().toBoc(),
    run: (boc) => messageHash(boc),
  },
  "reading an amount of many digits": {
    largest: 1 << 20,
    make: (size) => "1".repeat(size),
    run: (text) => expectRefusal(() => toUnits(text, 9)),
  },
  "reading an amount of many decimals": {
    largest: 1 << 20,
    make: (size) => `0.${"0".repeat(size)}`,
    run: (text) => expectRefusal(() => toUnits(text, 9)),
  },
  "refusing words that are not a mnemonic": {
    largest: 1 << 19,
    make: (size) => "a ".repeat(size / 2) + "!",
    run: (text) => assert.rejects(isMnemonic(text)),
  },
};

describe("work that is linear in the input: cells and messages", () => {
  for (const [title, shape] of Object.entries(SHAPES)) {
    test(title, async () => {
      const growthReport = await measureGrowth(shape);
      assert.ok(growthReport.linear, summarizeGrowth(growthReport));
    });
  }
});

test("a transaction with more than 1024 dictionary values is refused", () => {
  for (const [messages, currencies] of [
    [4, 255],
    [8, 127],
    [255, 3],
  ])
    assert.equal(decodeTransaction(getTransaction(messages, currencies)).outMsgs.length, messages);
  for (const [messages, currencies] of [
    [4, 256],
    [8, 128],
    [255, 4],
    [255, 256],
  ])
    assert.throws(() => decodeTransaction(getTransaction(messages, currencies)), {
      code: "message_invalid",
      parameter: "extra",
    });
});

test("decoding a message does not decode messages inside its body", () => {
  // Only the outermost body is decoded, because otherwise each level would double the work.
  let body = beginCell().endCell();
  for (let index = 0; index < 500; index += 1) body = internalMessage({ to, value: 1n, body });
  const { decoded, body: innerBody } = decodeMessage(body);
  assert.ok(["unknown", "empty"].includes(decoded.type));
  assert.ok(innerBody.depth() >= 160);
});
