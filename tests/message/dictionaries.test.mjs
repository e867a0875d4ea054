// Dictionaries compared with those of @ton/core: keys of 1 to 1023 bits, the same cells in both directions. Broken dictionaries are
// refused, and reading a small bag with billions of values stops at the limit.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";

import { beginCell as coreBeginCell, Dictionary } from "@ton/core";
import { beginCell, buildDict, parseBoc, readDict } from "ton-edge/message";

import { toBase64, readCode, toHex, ODD_VALUES, catchThrown, toOurs } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const VALUE = Dictionary.Values.Uint(32);
const makeValue = (number) => beginCell().storeUint(number, 32);

/** A dictionary of @ton/core, and the cell of its root. */
function makeCoreDict(width, pairs) {
  const dictionary = Dictionary.empty(Dictionary.Keys.BigUint(width), VALUE);
  for (const [key, number] of pairs) dictionary.set(key, number);
  return coreBeginCell().storeDictDirect(dictionary).endCell();
}

/** Keys with long and short common beginnings. */
function listKeys(random, width, count) {
  const widths = new Set();
  const start = random.number(width);
  for (let tryCount = 0; widths.size < count && tryCount < count * 20; tryCount += 1) {
    const smallestWidth = Math.min(width, random.pick([1, 2, 3, 8, 16, 1023]));
    widths.add(
      random.pick([
        random.number(width),
        ((start >> BigInt(smallestWidth)) << BigInt(smallestWidth)) | random.number(smallestWidth),
      ]),
    );
  }
  return [...widths];
}

const listNumbers = (dict) => [...dict].map(([key, slice]) => [key, slice.loadUint(32)]);
const sortPairs = (pairs) => [...pairs].sort(([a], [b]) => (a < b ? -1 : 1));

describe("dictionaries compared with @ton/core", () => {
  test("dictionaries of every key width from 1 to 1023 equal @ton/core's", () => {
    const random = makeRandom(1);
    for (let width = 1; width <= 1023; width += 1) {
      // A label and a value fit in a cell only if together they have at most 1023 bits.
      const maxCount = width > 960 ? 0 : 1 + random.below(10);
      const pairs = listKeys(random, width, maxCount).map((key) => [key, random.next()]);
      if (pairs.length > 0) {
        const core = makeCoreDict(width, pairs);
        const root = buildDict(
          width,
          pairs.map(([key, number]) => [key, makeValue(number)]),
        );
        assert.equal(toHex(root.hash()), core.hash().toString("hex"), `${width} bits`);
        assert.deepEqual(listNumbers(readDict(toOurs(core), width)), sortPairs(pairs), `${width} bits`);
        assert.deepEqual(
          [...readDict(root, width).keys()],
          sortPairs(pairs).map(([key]) => key),
        );
      }
    }
  });

  test("dictionaries of the longest keys, without a value or with forks near the end, equal @ton/core's", () => {
    for (let width = 960; width <= 1023; width += 1) {
      const mask = (1n << BigInt(width)) - 1n;
      // Keys of equal bits have the shortest label; other keys need room for all their bits.
      for (const keys of [[0n], [mask], [0n, mask], [0n, 1n, mask - 1n, mask]]) {
        const root = buildDict(
          width,
          keys.map((key) => [key, beginCell()]),
        );
        const dictionary = readDict(root, width);
        assert.deepEqual([...dictionary.keys()], keys, `${width} bits`);
        for (const slice of dictionary.values()) slice.endParse();
      }
    }
    assert.equal(
      readCode(() => buildDict(1023, [[5n << 1000n, makeValue(1)]])),
      "cell_build",
    );
  });

  test("dictionaries of many small, dense keys equal @ton/core's", () => {
    const random = makeRandom(2);
    for (let count = 0; count < 60 * TIMES; count += 1) {
      const width = random.pick([8, 15, 16, 32, 64, 256, 267]);
      const pairs = listKeys(random, width, random.below(300) + 1).map((key) => [key, random.next()]);
      const core = makeCoreDict(width, pairs);
      const root = buildDict(
        width,
        pairs.map(([key, number]) => [key, makeValue(number)]),
      );
      assert.equal(toHex(root.hash()), core.hash().toString("hex"), `case ${count}`);
      assert.deepEqual(listNumbers(readDict(root, width)), sortPairs(pairs));
      // Also tests a builder, and a slice that continues after the dictionary.
      const slice = beginCell()
        .storeDict(width, new Map(pairs.map(([key, number]) => [key, makeValue(number)])))
        .storeUint(5, 3)
        .endCell()
        .beginParse();
      assert.deepEqual(listNumbers(slice.loadDict(width)), sortPairs(pairs));
      assert.deepEqual([slice.loadUint(3), slice.remainingRefs], [5, 0]);
    }
    const denseDictionary = Array.from({ length: 4096 }, (_, key) => [BigInt(key), key]);
    assert.equal(
      toHex(
        buildDict(
          12,
          denseDictionary.map(([key, number]) => [key, makeValue(number)]),
        ).hash(),
      ),
      makeCoreDict(12, denseDictionary).hash().toString("hex"),
    );
  });

  test("a dictionary takes values of every kind: builders, cells of both packages, slices, references", () => {
    const ref = beginCell().storeUint(1, 8).endCell();
    /** @type {any[]} */
    const kinds = [
      beginCell().storeUint(7, 9).storeRef(ref),
      beginCell().storeUint(7, 9).storeRef(ref).endCell(),
      beginCell().storeUint(7, 9).storeRef(ref).endCell().beginParse(),
      coreBeginCell().storeUint(7, 9).storeRef(coreBeginCell().storeUint(1, 8)).endCell(),
      coreBeginCell().storeUint(7, 9).storeRef(coreBeginCell().storeUint(1, 8)),
      beginCell().storeUint(7, 9).storeRef(ref).endCell().toBase64(),
    ];
    const roots = kinds.map((kind) => toHex(buildDict(8, [[1, kind]]).hash()));
    assert.deepEqual(new Set(roots).size, 1);
  });

  test("the dictionaries of tests/fixtures/cells are read and built", async () => {
    const cases = JSON.parse(await readFile(new URL("../fixtures/cells/cases.json", import.meta.url), "utf8"));
    for (const { width, pairs, root } of cases.dictionaries) {
      const padding = BigInt((8 - (width % 8)) % 8);
      const rows = pairs.map(([key, number]) => [BigInt(`0x${key}`) >> padding, number]);
      const builtDict = buildDict(
        width,
        rows.map(([key, number]) => [key, makeValue(number)]),
      );
      assert.equal(toBase64(builtDict.hash()), root);
      assert.deepEqual(listNumbers(readDict(builtDict, width)), sortPairs(rows));
    }
  });
});

describe("arguments of dictionary functions", () => {
  test("an empty dictionary is built and read", () => {
    assert.equal(buildDict(8, []), null);
    assert.equal(readDict(null, 8).size, 0);
    const slice = beginCell().storeDict(8, []).endCell().beginParse();
    assert.equal(slice.remainingBits, 1);
    assert.equal(slice.loadDict(8).size, 0);
  });

  test("the same key twice is refused, whether number or bigint", () => {
    for (const pairs of [
      [
        [1, 1],
        [1, 2],
      ],
      [
        [1, 1],
        [1n, 2],
      ],
      [
        [0, 1],
        [9, 2],
        [3, 3],
        [9n, 4],
      ],
    ])
      assert.equal(
        readCode(() =>
          buildDict(
            8,
            pairs.map(([key, number]) => [key, makeValue(number)]),
          ),
        ),
        "cell_build",
      );
  });

  test("wrong keys and widths are refused", () => {
    for (const key of [-1, 256, 1.5, Number.NaN, "1", null, undefined, {}, -1n, 256n, 2 ** 60]) {
      const error = catchThrown(() => buildDict(8, [[/** @type {any} */ (key), makeValue(1)]]), String(key));
      assert.equal(error.code, "invalid_parameter", String(key));
    }
    for (const width of [0, -1, 1024, 1.5, Number.NaN, "8", null, undefined, 8n]) {
      const wrongWidth = /** @type {any} */ (width);
      for (const call of [
        () => buildDict(wrongWidth, []),
        () => readDict(null, wrongWidth),
        () => beginCell().storeBit(0).endCell().beginParse().loadDict(wrongWidth),
      ])
        assert.equal(readCode(call, String(width)), "invalid_parameter", String(width));
    }
  });

  test("wrong values and lists are refused", () => {
    for (const [description, oddValue] of ODD_VALUES) {
      if (description === "an object whose properties throw") continue;
      assert.match(
        readCode(() => buildDict(8, [[1, oddValue]]), `a value: ${description}`),
        /^(invalid_parameter|boc_invalid)$/,
      );
      if (description !== "a Map")
        assert.equal(
          readCode(() => buildDict(8, oddValue), `the values: ${description}`),
          "invalid_parameter",
        );
      if (oddValue !== null)
        assert.match(
          readCode(() => readDict(oddValue, 8), `the root: ${description}`),
          /^(invalid_parameter|boc_invalid)$/,
        );
    }
  });

  test("the limits of dictionary functions hold", () => {
    const root = buildDict(
      8,
      [1, 2, 3].map((key) => [key, makeValue(key)]),
    );
    assert.equal(readDict(root, 8, 3).size, 3);
    assert.equal(
      readCode(() => readDict(root, 8, 2)),
      "cell_read",
    );
    assert.equal(
      readCode(() => readDict(root, 8, 0)),
      "cell_read",
    );
    const slice = beginCell().storeMaybeRef(root).endCell().beginParse();
    assert.equal(
      readCode(() => slice.loadDict(8, 2)),
      "cell_read",
    );
    assert.deepEqual([slice.remainingBits, slice.remainingRefs], [1, 1]);
    for (const limit of [-1, 0.5, Number.NaN, "3", null, {}, 3n]) {
      const wrongLimit = /** @type {any} */ (limit);
      assert.equal(
        readCode(() => readDict(root, 8, wrongLimit), String(limit)),
        "invalid_parameter",
        String(limit),
      );
      assert.equal(
        readCode(() => slice.loadDict(8, wrongLimit), String(limit)),
        "invalid_parameter",
        String(limit),
      );
    }
    assert.equal(readDict(root, 8, Number.POSITIVE_INFINITY).size, 3);
    assert.equal(readDict(root, 8, undefined).size, 3);
  });
});

describe("broken dictionaries", () => {
  const makeLeaf = (bits) => beginCell().storeUint(0, 2).storeUint(0, bits).endCell();
  const makeFork = (leftLeaf, right) => beginCell().storeUint(0, 2).storeRef(leftLeaf).storeRef(right).endCell();

  test("labels in longer forms than necessary are read", () => {
    // The 8 bits of the key 5 as short, long and same-bit labels.
    const shortLabelBuilder = beginCell().storeUint(0, 1).storeUint(0b111111110, 9).storeUint(5, 8);
    const longLabelBuilder = beginCell().storeUint(2, 2).storeUint(8, 4).storeUint(5, 8);
    for (const form of [shortLabelBuilder, longLabelBuilder])
      assert.deepEqual([...readDict(form.endCell(), 8).keys()], [5n]);
    for (const bit of [0, 1]) {
      const sameBuilder = beginCell()
        .storeUint(6 + bit, 3)
        .storeUint(8, 4);
      assert.deepEqual([...readDict(sameBuilder.endCell(), 8).keys()], [bit ? 255n : 0n]);
    }
    assert.deepEqual([...readDict(makeFork(makeLeaf(0), makeLeaf(0)), 1).keys()], [0n, 1n]);
  });

  test("labels longer than the key or cut off, and forks without two references or with data, are refused", () => {
    const child = makeLeaf(0);
    /** @type {[string, import("ton-edge/message").Cell, number][]} */
    const forms = [
      ["an empty cell", beginCell().endCell(), 8],
      ["short, too long", beginCell().storeUint(0, 1).storeUint(0b1111111110, 10).storeUint(0, 9).endCell(), 8],
      ["short, without an end", beginCell().storeUint(0, 1).storeUint(255, 8).endCell(), 8],
      ["long, too long", beginCell().storeUint(2, 2).storeUint(9, 4).storeUint(0, 9).endCell(), 8],
      ["long, cut off", beginCell().storeUint(2, 2).storeUint(8, 4).storeUint(0, 7).endCell(), 8],
      ["same, too long", beginCell().storeUint(6, 3).storeUint(9, 4).endCell(), 8],
      ["same, cut off", beginCell().storeUint(6, 3).storeUint(1, 3).endCell(), 8],
      ["a tag alone", beginCell().storeUint(1, 1).endCell(), 8],
      ["a fork with no reference", makeLeaf(0), 1],
      ["a fork with one reference", beginCell().storeUint(0, 2).storeRef(child).endCell(), 1],
      [
        "a fork with three references",
        beginCell().storeUint(0, 2).storeRef(child).storeRef(child).storeRef(child).endCell(),
        1,
      ],
      ["a fork with data", beginCell().storeUint(0, 3).storeRef(child).storeRef(child).endCell(), 1],
    ];
    for (const [title, cell, width] of forms) {
      assert.equal(
        readCode(() => readDict(cell, width), title),
        "cell_read",
        title,
      );
      const slice = beginCell().storeMaybeRef(cell).endCell().beginParse();
      assert.equal(
        readCode(() => slice.loadDict(width), title),
        "cell_read",
        title,
      );
      assert.deepEqual([slice.remainingBits, slice.remainingRefs], [1, 1]);
    }
  });

  test("a pruned branch in a dictionary is refused", () => {
    const random = makeRandom(3);
    const prunedCell = random.pruned(random.dag(3));
    const root = coreBeginCell().storeUint(0, 2).storeRef(prunedCell).storeRef(prunedCell).endCell();
    assert.equal(
      readCode(() => readDict(toOurs(root), 4)),
      "cell_read",
    );
  });

  test("reading a bomb of shared forks stops at the limit", () => {
    const width = 200;
    let cell = beginCell().storeUint(0, 2).storeUint(1, 8).endCell();
    for (let index = 0; index < width; index += 1) cell = makeFork(cell, cell);
    const boc = cell.toBoc();
    assert.ok(boc.length < 2000);
    // 2^200 values.
    assert.equal(
      readCode(() => readDict(parseBoc(boc), width)),
      "cell_read",
    );
    assert.equal(
      readCode(() => readDict(parseBoc(boc), width, 10)),
      "cell_read",
    );
    // The broken end is below all forks, so the first path down finds it.
    let brokenBody = beginCell().endCell();
    for (let index = 0; index < width; index += 1) brokenBody = makeFork(brokenBody, brokenBody);
    assert.equal(
      readCode(() => readDict(brokenBody, width)),
      "cell_read",
    );
  });

  test("a dictionary with a changed bit is refused, or read as another one", () => {
    const random = makeRandom(4);
    const root = toOurs(
      makeCoreDict(
        16,
        listKeys(random, 16, 12).map((key) => [key, 1]),
      ),
    );
    const bits = root.bits;
    for (let index = 0; index < bits; index += 1) {
      const bytes = root.beginParse().loadBits(bits);
      bytes[index >> 3] ^= 0x80 >> (index & 7);
      const builder = beginCell().storeBits(bytes, bits);
      for (const ref of root.refs) builder.storeRef(ref);
      try {
        readDict(builder.endCell(), 16);
      } catch (error) {
        assert.equal(error.code, "cell_read");
      }
    }
  });
});
