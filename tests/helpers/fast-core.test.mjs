// The fast functions under @ton/core have the same results and errors as the originals.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import { BitBuilder, BitReader, BitString, Cell } from "@ton/core";

import { makeRandom } from "../message/random.mjs";
import { PAIRS, installFastFunctions, restoreOriginals } from "./fast-core.mjs";

const require = createRequire(import.meta.url);
const crypto = require("@ton/crypto");
const crc = require("@ton/core/dist/utils/crc32c.js");
const paddedBits = require("@ton/core/dist/boc/utils/paddedBits.js");
const base64 = require("@ton/sandbox/dist/utils/base64.js");

const { below, bytes, dag, number, pick, pruned } = makeRandom(0x56);

/** @param {Cell} cell @returns {object} */
const describeCell = (cell) => ({
  bits: cell.bits.toString(),
  exotic: cell.isExotic,
  mask: cell.mask.value,
  hashes: [0, 1, 2, 3].map((level) => cell.hash(level).toString("hex")),
  depths: [0, 1, 2, 3].map((level) => cell.depth(level)),
  refs: cell.refs.map((ref) => ref.hash().toString("hex")),
});

function catchOutcome(run) {
  try {
    return run();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

/** Calls `run` with the originals and with the fast functions, and compares the results. */
function expectEqual(run, label) {
  restoreOriginals();
  const expected = catchOutcome(run);
  installFastFunctions();
  assert.deepEqual(catchOutcome(run), expected, label);
  return expected;
}

test("each fast function replaces its original, and `restoreOriginals()` restores it", () => {
  restoreOriginals();
  for (const { of: owner, name, slow: coreFunction } of PAIRS) assert.equal(owner[name], coreFunction, name);
  installFastFunctions();
  for (const { of: owner, name, slow: coreFunction, fast: fastFunction } of PAIRS) {
    assert.equal(owner[name], fastFunction, name);
    assert.notEqual(fastFunction, coreFunction, name);
  }
});

test("fast hashes, checksums, keys and signatures equal those of the originals", () => {
  for (let size = 0; size < 300; size += 1) {
    const data = bytes(size);
    expectEqual(() => crypto.sha256_sync(data), `sha256 of ${size} bytes`);
    expectEqual(() => crc.crc32c(data), `crc32c of ${size} bytes`);
    const text = data.toString("base64");
    expectEqual(() => base64.base64Decode(text).slice(0, size), `base64 of ${size} bytes`);
  }
  expectEqual(() => crypto.sha256_sync("text, with ü"));
  for (let round = 0; round < 12; round += 1) {
    const seed = bytes(32);
    const keys = expectEqual(() => crypto.keyPairFromSeed(seed), "keys");
    for (const size of [0, 1, 32, 200]) {
      const data = bytes(size);
      const signature = expectEqual(() => crypto.sign(data, keys.secretKey), "signature");
      assert.ok(crypto.signVerify(data, signature, keys.publicKey));
    }
    const mixedSeed = Buffer.concat([seed, bytes(32)]);
    expectEqual(() => crypto.sign(seed, mixedSeed), "the public key of another seed");
  }
  for (const size of [0, 31, 33, 64]) {
    const wrongBytes = Buffer.alloc(size, 7);
    expectEqual(() => crypto.keyPairFromSeed(wrongBytes), `a seed of ${size} bytes`);
    expectEqual(() => crypto.sign(wrongBytes, wrongBytes), `a secret key of ${size} bytes`);
  }
});

test("the fast functions read, write and refuse bits at every offset as the originals do", () => {
  const widths = [0, 1, 2, 7, 8, 9, 15, 16, 31, 32, 33, 39, 40, 41, 48, 53, 64, 255, 256, 257];
  for (let round = 0; round < 400; round += 1) {
    const data = bytes(1 + below(50));
    const offset = below(17);
    // Some strings are longer than their bytes; the missing bits are zeros.
    const length = Math.max(0, data.length * 8 - offset - below(20) + (round % 8 === 0 ? 24 : 0));
    const makeString = () => new BitString(data, offset, length);
    for (const width of [...widths, length, length + 1]) {
      const skip = below(12);
      for (const name of [
        "loadUint",
        "loadInt",
        "loadUintBig",
        "loadIntBig",
        "preloadUint",
        "preloadIntBig",
        "loadBuffer",
        "loadBits",
      ])
        expectEqual(() => {
          const reader = new BitReader(makeString());
          reader.skip(skip);
          const read = reader[name](name === "loadBuffer" ? width >> 3 : width);
          return [String(read), reader.offset];
        }, `${name}(${width}) after ${skip} of ${length} bits from ${offset}`);
    }
    expectEqual(() => paddedBits.bitsToPaddedBuffer(makeString()), `padded: ${length} bits from ${offset}`);
    const bitCount = below(20);
    for (const room of [64, 512, 1023])
      expectEqual(
        () => {
          const builder = new BitBuilder(room);
          builder.writeUint(1, bitCount + 1);
          builder.writeBits(makeString());
          builder.writeUint(5, 3);
          return builder.build().toString();
        },
        `${length} bits from ${offset}, after ${bitCount + 1} bits`,
      );
  }
  for (const width of [-1, 0, 0.5, ...widths, Number.NaN])
    for (const value of [
      0,
      1,
      -1,
      0.5,
      2 ** 31,
      2 ** 40 - 1,
      2 ** 40,
      2 ** 53,
      0n,
      5n,
      number(Math.max(0, Math.floor(width || 0))),
    ])
      for (const bitCount of [0, 3, 8])
        expectEqual(() => {
          const builder = new BitBuilder(260);
          builder.writeUint(0, bitCount);
          builder.writeUint(value, width);
          builder.writeBit(1);
          return builder.build().toString();
        }, `${value} in ${width} bits behind ${bitCount}`);
  for (const width of [-1, 0.5, Number.NaN])
    expectEqual(() => new BitReader(new BitString(Buffer.alloc(9), 0, 72)).loadUint(width), `loadUint(${width})`);
});

test("cells of valid and broken bags are the same with the fast functions", () => {
  const bags = JSON.parse(readFileSync(new URL("../fixtures/boc_examples.json", import.meta.url), "utf8"))
    .map(({ boc }) => Buffer.from(boc, "base64"))
    .filter((bag) => bag.length > 0 && bag.length < 2000)
    .slice(0, 40);
  for (let round = 0; round < 30; round += 1) {
    const cell = dag(1 + below(30));
    const tooDeep = new Cell({ refs: [cell, pruned(dag(3), pick([1, 2, 3]))], bits: cell.bits });
    const proof = new Cell({
      exotic: true,
      bits: new BitString(
        Buffer.concat([Buffer.from([3]), tooDeep.hash(0), Buffer.from([tooDeep.depth(0) >> 8, tooDeep.depth(0)])]),
        0,
        280,
      ),
      refs: [tooDeep],
    });
    for (const root of [cell, tooDeep, proof]) {
      expectEqual(() => describeCell(new Cell({ bits: root.bits, refs: root.refs, exotic: root.isExotic })), "a cell");
      for (const options of [{}, { idx: false, crc32: false }, { idx: true, crc32: true }]) {
        const bag = expectEqual(() => root.toBoc(options), "its bag");
        expectEqual(() => Cell.fromBoc(bag).map(describeCell), "read out of its bag");
        bags.push(bag);
      }
    }
  }
  for (const bag of bags) {
    expectEqual(() => Cell.fromBoc(bag).map(describeCell), "an example");
    for (let round = 0; round < 6; round += 1) {
      const brokenBag = Buffer.from(bag);
      brokenBag[below(brokenBag.length)] = below(256);
      expectEqual(() => Cell.fromBoc(brokenBag).map(describeCell), brokenBag.toString("hex"));
      const cutBag = bag.subarray(0, below(bag.length));
      expectEqual(() => Cell.fromBoc(cutBag).map(describeCell), cutBag.toString("hex"));
    }
  }
});
