// Amounts: exact in both directions, equal to @ton/core's where both accept a text, and refused at the same positions as by src/amount.rs.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { fromNano as coreFromNano, toNano as coreToNano } from "@ton/core";
import { fromNano, fromUnits, toNano, toUnits } from "ton-edge/message";

import { readCode, ODD_VALUES, catchThrown } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

/** The bounds of an integer of 257 bits. */
const MAX_INT = (1n << 256n) - 1n;
const MIN_INT = -(1n << 256n);

describe("amounts as texts and numbers", () => {
  test("every amount survives writing and reading, with every number of decimals", () => {
    const random = makeRandom(1);
    for (let decimals = 0; decimals <= 255; decimals += 1) {
      for (const units of [
        0n,
        1n,
        -1n,
        MAX_INT,
        MIN_INT,
        10n ** 77n,
        ...Array.from({ length: 20 * TIMES }, () => random.signed(1 + random.below(257))),
      ]) {
        const text = fromUnits(units, decimals);
        assert.match(text, /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
        assert.equal(toUnits(text, decimals), units, `${text} with ${decimals} decimals`);
        if (Number.isSafeInteger(Number(units))) assert.equal(fromUnits(Number(units), decimals), text);
      }
    }
  });

  test("an amount is written without zeros at the end", () => {
    const random = makeRandom(2);
    for (let count = 0; count < 5000 * TIMES; count += 1) {
      const decimals = random.below(31);
      const wholePart = `${random.number(random.below(120))}`;
      const fractionDigits = Array.from({ length: random.below(decimals + 1) }, () => random.below(10)).join("");
      const text = random.pick(["", "-"]) + wholePart + (fractionDigits && `.${fractionDigits}`);
      const expected = text
        .replace(/(\.\d*?)0+$/, "$1")
        .replace(/\.$/, "")
        .replace(/^-0$/, "0");
      assert.equal(fromUnits(toUnits(text, decimals), decimals), expected, text);
    }
  });
});

describe("amounts compared with @ton/core", () => {
  test("texts, bigints and whole numbers give the same nanocoins as @ton/core", () => {
    const random = makeRandom(3);
    for (let count = 0; count < 5000 * TIMES; count += 1) {
      const units = random.number(random.below(121));
      assert.equal(fromNano(units), coreFromNano(units));
      assert.equal(toNano(coreFromNano(units)), units);
      assert.equal(coreToNano(fromNano(units)), units);
      const wholePart = random.below(2 ** 22);
      for (const amount of [wholePart, BigInt(wholePart), `${wholePart}`, `${wholePart}.5`, `${wholePart}.000000001`])
        assert.equal(toNano(amount), coreToNano(amount));
    }
    assert.equal(fromNano(-1_500_000_000n), coreFromNano(-1_500_000_000n));
    assert.equal(toNano("-1.5"), coreToNano("-1.5"));
  });
});

/** Accepted by src/amount.rs: text, decimals, units. */
const READ_AMOUNTS = /** @type {[string, number, bigint][]} */ ([
  ["1.5", 9, 1_500_000_000n],
  ["0.000001", 6, 1n],
  ["0", 0, 0n],
  ["-0", 9, 0n],
  ["-0.0", 9, 0n],
  ["0.0", 1, 0n],
  ["1.50", 9, 1_500_000_000n],
  ["-1.5", 1, -15n],
  ["7", 255, 7n * 10n ** 255n],
  [`0.${"0".repeat(254)}1`, 255, 1n],
  [`${MAX_INT}`, 0, MAX_INT],
  [`${MIN_INT}`, 0, MIN_INT],
]).filter(([, decimals, units]) => decimals < 255 || units <= MAX_INT);

/** Refused by src/amount.rs: text, decimals, position. */
const REFUSED_AMOUNTS = /** @type {[string, number, number][]} */ ([
  ["", 9, 0],
  ["-", 9, 1],
  ["+1", 9, 0],
  ["--1", 9, 1],
  [".5", 9, 0],
  ["-.5", 9, 1],
  [" 1", 9, 0],
  ["1 ", 9, 1],
  ["1\n", 9, 1],
  ["01", 9, 0],
  ["-01", 9, 1],
  ["00", 9, 0],
  ["00.1", 9, 0],
  ["1,000", 9, 1],
  ["1_000", 9, 1],
  ["1e9", 9, 1],
  ["1E9", 9, 1],
  ["0x10", 9, 1],
  ["0b1", 9, 1],
  ["1.", 9, 2],
  ["1.2.3", 9, 3],
  ["1..2", 9, 2],
  ["1.-2", 9, 2],
  ["1.5 TON", 9, 3],
  ["1.e5", 9, 2],
  ["Infinity", 9, 0],
  ["NaN", 9, 0],
  ["null", 9, 0],
  ["1n", 9, 1],
  ["١", 9, 0],
  ["1٫5", 9, 1],
  ["１", 9, 0],
  ["1\u0000", 9, 1],
  ["1.5", 0, 2],
  ["1.0", 0, 2],
  ["0.0000001", 6, 8],
  ["-0.0000001", 6, 9],
  ["1.0000000000", 9, 11],
  [`${MAX_INT + 1n}`, 0, 0],
  [`${MIN_INT - 1n}`, 0, 0],
  [`${MAX_INT}.0`, 1, 0],
  [`${MAX_INT}`, 1, 0],
  ["1", 78, 0],
  ["9".repeat(79), 0, 0],
  ["1".repeat(1_000_000), 9, 0],
  [`${"1".repeat(1_000_000)}x`, 9, 1_000_000],
  [`0.${"0".repeat(1_000_000)}`, 9, 11],
  ["x".repeat(1000), 9, 0],
]);

describe("amounts compared with src/amount.rs", () => {
  test("texts that src/amount.rs accepts give the same units", () => {
    for (const [text, decimals, units] of READ_AMOUNTS) assert.equal(toUnits(text, decimals), units, text.slice(0, 90));
  });

  test("texts that src/amount.rs refuses are refused at the same position", () => {
    for (const [text, decimals, index] of REFUSED_AMOUNTS) {
      const error = catchThrown(() => toUnits(text, decimals), text.slice(0, 90));
      assert.deepEqual(
        [error.code, error.index],
        ["amount_invalid", index],
        `${JSON.stringify(text.slice(0, 90))} with ${decimals}: ${error.message}`,
      );
    }
  });

  test("any other character is refused at any position", () => {
    const validAmount = "12.345678";
    for (let index = 0; index <= validAmount.length; index += 1) {
      for (const character of [",", "_", " ", "e", "+", "'", "\u00a0", "\t", "x", "🙂"]) {
        const error = catchThrown(() => toUnits(validAmount.slice(0, index) + character + validAmount.slice(index), 9));
        assert.deepEqual([error.code, error.index], ["amount_invalid", index], `${character} at ${index}`);
      }
    }
  });
});

describe("arguments of amount functions", () => {
  test("numbers are accepted only where they are exact", () => {
    assert.equal(toNano(0), 0n);
    assert.equal(toNano(-0), 0n);
    assert.equal(fromNano(-0), "0");
    assert.equal(toNano(Number.MAX_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER) * 10n ** 9n);
    for (const number of [0.1, 1.5, 1e21, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, -1.1]) {
      assert.equal(
        readCode(() => toNano(number), `${number}`),
        "amount_invalid",
      );
      assert.equal(
        readCode(() => fromNano(number), `${number}`),
        "amount_invalid",
      );
    }
    assert.equal(
      readCode(() => toNano(1n << 256n)),
      "amount_invalid",
    );
  });

  test("wrong values and wrong numbers of decimals are refused", () => {
    for (const [description, value] of ODD_VALUES) {
      if (["a number", "a bigint"].includes(description)) continue;
      for (const call of [
        () => toNano(value),
        () => fromNano(value),
        () => toUnits(value, 9),
        () => fromUnits(value, 9),
      ])
        assert.equal(readCode(call, description), "amount_invalid");
    }
    for (const decimals of [-1, 256, 1.5, Number.NaN, "9", null, {}, 9n]) {
      const option = /** @type {any} */ (decimals);
      for (const call of [
        () => toUnits("1", option),
        () => fromUnits(1n, option),
        () => toNano("1", option),
        () => fromNano(1n, option),
      ]) {
        const error = catchThrown(call, String(decimals));
        assert.deepEqual([error.code, error.parameter], ["invalid_parameter", "decimals"]);
      }
    }
    assert.equal(
      readCode(() => toUnits("1", /** @type {any} */ (undefined))),
      "invalid_parameter",
    );
    assert.equal(toNano("1.5", 1), 15n);
    assert.equal(fromNano(15n, 1), "1.5");
    assert.equal(
      readCode(() => fromNano(/** @type {any} */ ("1500000000"))),
      "amount_invalid",
    );
  });
});
