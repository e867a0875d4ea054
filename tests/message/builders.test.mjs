// Builders and slices compared with those of @ton/core: every width at its bounds, every kind of address, long texts; a failed call leaves
// both unchanged.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Address as CoreAddress, beginCell as coreBeginCell, ExternalAddress } from "@ton/core";
import { Address, packAddress } from "ton-edge/address";
import { beginCell, parseBoc } from "ton-edge/message";

import { readCode, toHex, ODD_VALUES, catchThrown, toCore, toOurs } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const assertSameCell = (builder, core, label) =>
  assert.equal(toHex(builder.endCell().hash()), toHex(core.endCell().hash()), label);

/** The content of a builder, which a failed call must not change. */
const makeState = (builder) => `${builder.bits} ${builder.refs} ${toHex(builder.endCell().hash())}`;
const describeRest = (slice) => `${slice.remainingBits} ${slice.remainingRefs} ${toHex(slice.asCell().hash())}`;

/** Checks that a call fails with a code and leaves the builder or slice unchanged. */
function expectRefusal(subject, code, call, label) {
  const state = typeof subject.endCell === "function" ? makeState : describeRest;
  const balanceBefore = state(subject);
  assert.equal(
    readCode(() => call(subject), label),
    code,
    label,
  );
  assert.equal(state(subject), balanceBefore, `${label}: the failed call changed it`);
}

describe("integers in builders and slices", () => {
  test("every width from 0 to 256 without a sign, at its edges and at every alignment", () => {
    for (let bits = 0; bits <= 256; bits += 1) {
      const mask = (1n << BigInt(bits)) - 1n;
      for (const value of new Set([0n, mask, mask >> 1n, bits > 0 ? 1n << BigInt(bits - 1) : 0n, bits > 0 ? 1n : 0n])) {
        const bitCount = bits % 9;
        const builder = beginCell().storeUint(0, bitCount).storeUint(value, bits).storeBit(1);
        assertSameCell(
          builder,
          coreBeginCell().storeUint(0, bitCount).storeUint(value, bits).storeBit(1),
          `${value} in ${bits}`,
        );
        const slice = builder.endCell().beginParse().skip(bitCount);
        assert.equal(slice.clone().loadUintBig(bits), value);
        if (bits <= 53) assert.equal(slice.loadUint(bits), Number(value));
        else expectRefusal(slice, "invalid_parameter", (slice) => slice.loadUint(bits), `loadUint(${bits})`);
        if (bits <= 53) {
          const number = beginCell().storeUint(0, bitCount).storeUint(Number(value), bits).storeBit(1);
          assert.equal(toHex(number.endCell().hash()), toHex(builder.endCell().hash()));
        }
      }
      for (const value of [mask + 1n, -1n])
        expectRefusal(
          beginCell().storeUint(5, 3),
          "cell_build",
          (builder) => builder.storeUint(value, bits),
          `${value} in ${bits}`,
        );
    }
  });

  test("every width from 1 to 257 with a sign, at its edges and at every alignment", () => {
    assert.equal(beginCell().storeInt(0, 0).bits, 0);
    expectRefusal(beginCell(), "cell_build", (builder) => builder.storeInt(-1, 0), "-1 in 0");
    for (let bits = 1; bits <= 257; bits += 1) {
      const halfRange = 1n << BigInt(bits - 1);
      for (const value of new Set([0n, -1n, halfRange - 1n, -halfRange, -halfRange / 2n])) {
        const bitCount = bits % 9;
        const builder = beginCell().storeUint(0, bitCount).storeInt(value, bits).storeBit(1);
        assertSameCell(
          builder,
          coreBeginCell().storeUint(0, bitCount).storeInt(value, bits).storeBit(1),
          `${value} in ${bits}`,
        );
        const slice = builder.endCell().beginParse().skip(bitCount);
        assert.equal(slice.clone().loadIntBig(bits), value, `${value} in ${bits}`);
        if (bits <= 53) assert.equal(slice.loadInt(bits), Number(value), `${value} in ${bits}`);
        else expectRefusal(slice, "invalid_parameter", (slice) => slice.loadInt(bits), `loadInt(${bits})`);
      }
      for (const value of [halfRange, -halfRange - 1n])
        expectRefusal(beginCell(), "cell_build", (builder) => builder.storeInt(value, bits), `${value} in ${bits}`);
    }
  });

  test("wrong widths are refused", () => {
    const slice = beginCell().storeBytes(new Uint8Array(100)).endCell().beginParse();
    for (const bits of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, "8", 8n, null, undefined, {}, 1024, 2 ** 53]) {
      const width = /** @type {any} */ (bits);
      for (const name of ["storeUint", "storeInt"])
        expectRefusal(
          beginCell(),
          "invalid_parameter",
          (builder) => builder[name](0, width),
          `${name} ${String(bits)}`,
        );
      if (bits !== undefined)
        expectRefusal(
          beginCell(),
          "invalid_parameter",
          (builder) => builder.storeBits(new Uint8Array(9), width),
          `storeBits ${String(bits)}`,
        );
      for (const name of [
        "skip",
        "loadUint",
        "loadUintBig",
        "loadInt",
        "loadIntBig",
        "loadBits",
        "loadBytes",
        "loadVarUint",
      ])
        expectRefusal(slice, "invalid_parameter", (slice) => slice[name](width), `${name} ${String(bits)}`);
    }
    expectRefusal(beginCell(), "invalid_parameter", (builder) => builder.storeUint(0, 257), "storeUint 257");
    expectRefusal(beginCell(), "invalid_parameter", (builder) => builder.storeInt(0, 258), "storeInt 258");
    expectRefusal(slice, "invalid_parameter", (slice) => slice.loadUintBig(257), "loadUintBig 257");
    expectRefusal(slice, "invalid_parameter", (slice) => slice.loadIntBig(258), "loadIntBig 258");
    expectRefusal(slice, "invalid_parameter", (slice) => slice.loadBytes(128), "loadBytes 128");
  });

  test("wrong values are refused", () => {
    for (const [description, value] of ODD_VALUES) {
      if (["a number", "a bigint"].includes(description)) continue;
      for (const call of [
        (builder) => builder.storeUint(value, 8),
        (builder) => builder.storeInt(value, 8),
        (builder) => builder.storeVarUint(value, 16),
        (builder) => builder.storeCoins(value),
      ])
        expectRefusal(beginCell().storeUint(1, 1), "invalid_parameter", call, `${description}: ${call}`);
      if (value !== true)
        expectRefusal(
          beginCell(),
          "invalid_parameter",
          (builder) => builder.storeBit(value),
          `${description}: storeBit`,
        );
    }
    for (const value of [1.5, 2 ** 53, -(2 ** 60), Number.NaN, "5", "0x5"])
      expectRefusal(
        beginCell(),
        "invalid_parameter",
        (builder) => builder.storeUint(/** @type {any} */ (value), 256),
        String(value),
      );
    for (const bit of [2, -1, "1", null, undefined, 1n])
      expectRefusal(
        beginCell(),
        "invalid_parameter",
        (builder) => builder.storeBit(/** @type {any} */ (bit)),
        String(bit),
      );
  });

  test("integers of variable length are stored and loaded in each number of bytes, with every limit", () => {
    const random = makeRandom(1);
    for (let limit = 1; limit <= 32; limit += 1) {
      for (let bytes = 0; bytes < limit; bytes += 1) {
        const mask = (1n << BigInt(8 * bytes)) - 1n;
        for (const value of new Set([mask, mask >> 7n, random.number(8 * bytes)])) {
          const builder = beginCell().storeVarUint(value, limit).storeUint(5, 3);
          if (limit === 16) {
            assertSameCell(builder, coreBeginCell().storeCoins(value).storeUint(5, 3), `${value}`);
            assertSameCell(beginCell().storeCoins(value), coreBeginCell().storeCoins(value), `${value}`);
          }
          if (limit === 32) assertSameCell(builder, coreBeginCell().storeVarUint(value, 5).storeUint(5, 3), `${value}`);
          const slice = builder.endCell().beginParse();
          assert.equal(slice.loadVarUint(limit), value, `${value} below ${limit}`);
          assert.equal(slice.loadUint(3), 5);
        }
      }
      expectRefusal(
        beginCell(),
        "cell_build",
        (builder) => builder.storeVarUint(1n << BigInt(8 * (limit - 1)), limit),
        `limit ${limit}`,
      );
      expectRefusal(beginCell(), "cell_build", (builder) => builder.storeVarUint(-1, limit), `limit ${limit}`);
    }
    expectRefusal(beginCell(), "cell_build", (builder) => builder.storeCoins(1n << 120n), "too many coins");
    // A length that the type does not allow, and a number that is cut off.
    for (const limit of [3, 5, 6, 7, 9, 31]) {
      const width = 32 - Math.clz32(limit - 1);
      const slice = beginCell()
        .storeUint(2 ** width - 1, width)
        .storeBytes(new Uint8Array(40))
        .endCell()
        .beginParse();
      if (2 ** width > limit) expectRefusal(slice, "cell_read", (slice) => slice.loadVarUint(limit), `limit ${limit}`);
    }
    expectRefusal(
      beginCell().storeUint(15, 4).storeUint(0, 119).endCell().beginParse(),
      "cell_read",
      (slice) => slice.loadCoins(),
      "short",
    );
    expectRefusal(
      beginCell().storeUint(1, 3).endCell().beginParse(),
      "cell_read",
      (slice) => slice.loadCoins(),
      "shorter",
    );
  });
});

describe("bits and bytes in builders and slices", () => {
  test("any number of bits is loaded from any position", () => {
    const random = makeRandom(2);
    for (let count = 0; count < 3000 * TIMES; count += 1) {
      const bitCount = random.below(20);
      const data = random.bytes(random.below(126));
      const bits = random.below(8 * data.length + 1);
      const builder = beginCell().storeUint(0, bitCount).storeBits(data, bits);
      const core = coreBeginCell().storeUint(0, bitCount);
      for (let index = 0; index < bits; index += 1) core.storeBit((data[index >> 3] >> (7 - (index & 7))) & 1);
      assertSameCell(builder, core, `case ${count}`);
      const slice = builder.endCell().beginParse().skip(bitCount);
      const expected = Uint8Array.from(data.subarray(0, (bits + 7) >> 3));
      if (bits & 7) expected[expected.length - 1] &= 0xff << (8 - (bits & 7));
      assert.deepEqual(slice.clone().loadBits(bits), expected);
      if (bits % 8 === 0) assert.deepEqual(slice.loadBytes(bits / 8), expected);
    }
  });

  test("bytes are stored from every kind of view", () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
    const core = coreBeginCell().storeBuffer(Buffer.from(bytes));
    for (const view of [
      bytes,
      Buffer.from(bytes),
      new DataView(bytes.buffer),
      new Uint16Array(bytes.buffer),
      new Uint8ClampedArray(bytes),
    ]) {
      assertSameCell(beginCell().storeBits(view), core, view.constructor.name);
      assertSameCell(beginCell().storeBytes(view), core, view.constructor.name);
      assertSameCell(
        beginCell().storeBits(view, 24),
        coreBeginCell().storeBuffer(Buffer.from([1, 2, 3])),
        view.constructor.name,
      );
    }
    assert.equal(beginCell().storeBits(new Uint8Array(0)).bits, 0);
  });

  test("content that does not fit is refused", () => {
    const fullBuilder = beginCell().storeBits(new Uint8Array(128), 1023);
    assert.deepEqual([fullBuilder.availableBits, fullBuilder.availableRefs, fullBuilder.bits], [0, 4, 1023]);
    for (const call of [
      (builder) => builder.storeBit(0),
      (builder) => builder.storeUint(0, 1),
      (builder) => builder.storeInt(0, 1),
      (builder) => builder.storeCoins(0),
      (builder) => builder.storeVarUint(1, 32),
      (builder) => builder.storeBytes(new Uint8Array(1)),
      (builder) => builder.storeAddress(null),
      (builder) => builder.storeMaybeRef(null),
      (builder) => builder.storeMaybeRef(beginCell()),
      (builder) => builder.storeSlice(beginCell().storeBit(1)),
      (builder) => builder.storeBuilder(beginCell().storeBit(1).storeRef(beginCell())),
      (builder) => builder.storeDict(8, []),
      (builder) => builder.storeDict(8, [[1, beginCell()]]),
    ])
      expectRefusal(fullBuilder, "cell_build", call, String(call));
    expectRefusal(beginCell(), "cell_build", (builder) => builder.storeBytes(new Uint8Array(128)), "128 bytes");
    expectRefusal(beginCell(), "cell_build", (builder) => builder.storeBits(new Uint8Array(128)), "1024 bits");
    expectRefusal(
      beginCell(),
      "invalid_parameter",
      (builder) => builder.storeBits(new Uint8Array(1), 9),
      "more bits than there are",
    );
    assert.equal(fullBuilder.storeUint(0, 0).storeBytes(new Uint8Array(0)).storeStringTail("").bits, 1023);
  });

  test("a builder takes four references, and refuses a fifth", () => {
    const builder = beginCell();
    for (let index = 0; index < 4; index += 1) builder.storeRef(beginCell().storeUint(index, 8));
    for (const call of [
      (builder) => builder.storeRef(beginCell()),
      (builder) => builder.storeMaybeRef(beginCell()),
      (builder) => builder.storeSlice(beginCell().storeBit(1).storeRef(beginCell())),
      (builder) => builder.storeBytesTail(new Uint8Array(200)),
      (builder) => builder.storeStringTail("a".repeat(200)),
      (builder) => builder.storeStringRefTail("a"),
      (builder) => builder.storeDict(8, [[1, beginCell()]]),
    ])
      expectRefusal(builder, "cell_build", call, String(call));
    const slice = builder.endCell().beginParse();
    for (let index = 0; index < 4; index += 1) assert.equal(slice.loadRef().beginParse().loadUint(8), index);
    expectRefusal(slice, "cell_read", (slice) => slice.loadRef(), "the fifth");
  });

  test("loading more than a slice has is refused", () => {
    const slice = beginCell().storeUint(1, 1).endCell().beginParse();
    for (const call of [
      (slice) => slice.loadUint(2),
      (slice) => slice.loadUintBig(200),
      (slice) => slice.loadInt(2),
      (slice) => slice.loadIntBig(257),
      (slice) => slice.loadBits(2),
      (slice) => slice.loadBytes(1),
      (slice) => slice.skip(2),
      (slice) => slice.loadRef(),
      (slice) => slice.loadMaybeRef(),
      (slice) => slice.loadEither(),
      (slice) => slice.loadDict(8),
      (slice) => slice.loadCoins(),
      (slice) => slice.loadAddress(),
      (slice) => slice.loadMaybeAddress(),
      (slice) => slice.loadAnyAddress(),
      (slice) => slice.loadBytesTail(),
      (slice) => slice.loadStringTail(),
      (slice) => slice.loadStringRefTail(),
      (slice) => slice.endParse(),
    ])
      expectRefusal(slice, "cell_read", call, String(call));
    const emptySlice = beginCell().endCell().beginParse();
    for (const name of ["loadBit", "loadBoolean", "loadMaybeRef", "loadEither", "loadCoins", "loadAddress"])
      expectRefusal(emptySlice, "cell_read", (slice) => slice[name](), name);
    emptySlice.endParse();
    slice.skipAll().endParse();
  });
});

describe("addresses in builders and slices", () => {
  const random = makeRandom(3);

  test("addresses are stored in every form, as objects of both packages, in every workchain", () => {
    for (let workchain = -128; workchain < 128; workchain += 1) {
      const core = new CoreAddress(workchain, random.bytes(32));
      const raw = `${workchain}:${core.hash.toString("hex").toUpperCase()}`;
      const expected = coreBeginCell().storeAddress(core).storeBit(1);
      for (const form of [
        raw,
        raw.toLowerCase(),
        packAddress(raw),
        packAddress(raw, { urlSafe: false, bounceable: false }),
        core,
        new Address(workchain, core.hash),
        Address.parse(raw),
      ])
        assertSameCell(beginCell().storeAddress(form).storeBit(1), expected, String(form));
      const slice = toOurs(expected.endCell()).beginParse();
      for (const name of ["loadAddress", "loadMaybeAddress", "loadAnyAddress"])
        assert.equal(slice.clone()[name](), raw);
    }
  });

  test("an absent address is stored and loaded as null", () => {
    for (const emptyValue of [null, undefined])
      assertSameCell(beginCell().storeAddress(emptyValue), coreBeginCell().storeAddress(null), String(emptyValue));
    const slice = beginCell().storeAddress(null).endCell().beginParse();
    assert.equal(slice.clone().loadMaybeAddress(), null);
    assert.equal(slice.clone().loadAnyAddress(), null);
    expectRefusal(slice, "cell_read", (slice) => slice.loadAddress(), "no address");
  });

  test("external addresses of every length are stored and loaded", () => {
    for (let bits = 0; bits < 512; bits += 1) {
      const value = random.number(bits);
      const core = coreBeginCell().storeUint(1, 2).storeUint(bits, 9);
      for (let index = bits - 1; index >= 0; index -= 1) core.storeBit((value >> BigInt(index)) & 1n ? 1 : 0);
      const slice = toOurs(core.endCell()).beginParse();
      expectRefusal(slice, "cell_read", (slice) => slice.loadAddress(), "external");
      expectRefusal(slice, "cell_read", (slice) => slice.loadMaybeAddress(), "external");
      const padding = (8 - (bits % 8)) % 8;
      const digitCount = Math.ceil(bits / 8) * 2;
      const text = digitCount === 0 ? "" : (value << BigInt(padding)).toString(16).padStart(digitCount, "0");
      assert.deepEqual(slice.loadAnyAddress(), { bits, value: text });
      assert.equal(slice.remainingBits, 0);
    }
    const cell = toOurs(coreBeginCell().storeAddress(new ExternalAddress(0xabcn, 12)).endCell());
    assert.deepEqual(cell.beginParse().loadAnyAddress(), { bits: 12, value: "abc0" });
  });

  test("addresses with anycast, of variable length, or cut off are refused", () => {
    const anycast = coreBeginCell().storeUint(2, 2).storeBit(1).storeUint(5, 5).storeUint(3, 5).storeUint(0, 264);
    const variableAddress = coreBeginCell()
      .storeUint(3, 2)
      .storeBit(0)
      .storeUint(256, 9)
      .storeUint(0, 32)
      .storeUint(0, 256);
    for (const core of [
      anycast,
      variableAddress,
      coreBeginCell().storeUint(4, 3).storeUint(0, 263),
      coreBeginCell().storeUint(1, 2).storeUint(9, 9).storeUint(0, 8),
    ])
      for (const name of ["loadAddress", "loadMaybeAddress", "loadAnyAddress"])
        expectRefusal(toOurs(core.endCell()).beginParse(), "cell_read", (slice) => slice[name](), name);
  });

  test("values that are not addresses are refused", () => {
    const builder = beginCell().storeUint(1, 8);
    for (const [description, value] of ODD_VALUES) {
      if (value === undefined || value === null) continue;
      expectRefusal(builder, "invalid_parameter", (builder) => builder.storeAddress(value), description);
    }
    for (const text of [
      "",
      "0:",
      "EQ",
      packAddress(`0:${"0".repeat(64)}`).replace("A", "B"),
      "300:00",
      `300:${"0".repeat(64)}`,
      "x".repeat(1000),
    ]) {
      expectRefusal(builder, "invalid_parameter", (builder) => builder.storeAddress(text), text.slice(0, 80));
    }
  });
});

describe("parts of cells", () => {
  test("slices and builders are stored in cells", () => {
    const random = makeRandom(4);
    for (let count = 0; count < 400 * TIMES; count += 1) {
      const core = random.filled(random.below(500)).storeRef(random.dag(3)).endCell();
      const cell = toOurs(core);
      const skippedBits = random.below(core.bits.length + 1);
      const slice = cell.beginParse().skip(skippedBits);
      const coreSlice = core.beginParse().skip(skippedBits);
      const bitCount = random.below(30);
      const expected = coreBeginCell().storeUint(0, bitCount).storeSlice(coreSlice);
      assertSameCell(beginCell().storeUint(0, bitCount).storeSlice(slice), expected, `case ${count}`);
      assertSameCell(beginCell().storeUint(0, bitCount).storeBuilder(slice.asBuilder()), expected, `case ${count}`);
      assertSameCell(beginCell().storeUint(0, bitCount).storeSlice(slice.asCell()), expected, `case ${count}`);
      assert.equal(slice.remainingBits, core.bits.length - skippedBits, "storing a slice moved its position");
      assertSameCell(
        beginCell().storeSlice(core),
        coreBeginCell().storeSlice(core.beginParse()),
        "a cell of @ton/core",
      );
    }
  });

  test("optional references and `Either` are stored and loaded", () => {
    const innerCell = beginCell().storeUint(9, 8).endCell();
    const builder = beginCell().storeMaybeRef(innerCell).storeMaybeRef(null).storeMaybeRef(undefined);
    assertSameCell(builder, coreBeginCell().storeMaybeRef(toCore(innerCell)).storeMaybeRef(null).storeMaybeRef(null));
    const slice = builder.endCell().beginParse();
    assert.ok(slice.loadMaybeRef().equals(innerCell));
    assert.equal(slice.loadMaybeRef(), null);
    assert.equal(slice.loadMaybeRef(), null);
    expectRefusal(
      beginCell().storeBit(1).endCell().beginParse(),
      "cell_read",
      (slice) => slice.loadMaybeRef(),
      "without a reference",
    );
    expectRefusal(
      beginCell().storeBit(1).endCell().beginParse(),
      "cell_read",
      (slice) => slice.loadEither(),
      "without a reference",
    );
    const inlineSlice = beginCell().storeBit(0).storeUint(9, 8).storeRef(innerCell).endCell().beginParse();
    const rest = inlineSlice.loadEither();
    assert.deepEqual(
      [rest.loadUint(8), rest.remainingRefs, inlineSlice.remainingBits, inlineSlice.remainingRefs],
      [9, 1, 0, 0],
    );
    const otherSlice = beginCell().storeBit(1).storeRef(innerCell).storeUint(3, 2).endCell().beginParse();
    assert.equal(otherSlice.loadEither().loadUint(8), 9);
    assert.equal(otherSlice.loadUint(2), 3);
    // Content of an exotic cell must not be read by accident.
    const library = beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32)).setExotic().endCell();
    expectRefusal(
      beginCell().storeBit(1).storeRef(library).endCell().beginParse(),
      "cell_read",
      (slice) => slice.loadEither(),
      "exotic",
    );
    assert.equal(
      readCode(() => library.beginParse()),
      "cell_read",
    );
    assert.equal(library.beginParse(true).loadUint(8), 2);
  });

  test("reading a copy of a slice does not move the original", () => {
    const slice = beginCell().storeUint(5, 8).storeRef(beginCell()).endCell().beginParse();
    const copy = slice.clone();
    copy.loadUint(8);
    copy.loadRef();
    assert.deepEqual([slice.remainingBits, slice.remainingRefs, copy.remainingBits, copy.remainingRefs], [8, 1, 0, 0]);
  });

  test("invalid exotic cells are refused", () => {
    for (const make of [
      () => beginCell().setExotic(),
      () => beginCell().storeUint(0, 8).setExotic(),
      () => beginCell().storeUint(255, 8).setExotic(),
      () => beginCell().storeUint(2, 8).storeBytes(new Uint8Array(31)).setExotic(),
      () => beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32)).storeRef(beginCell()).setExotic(),
      () => beginCell().storeUint(3, 8).storeBytes(new Uint8Array(34)).storeRef(beginCell()).setExotic(),
      () => beginCell().storeUint(1, 8).storeUint(0, 8).setExotic(),
    ]) {
      const builder = make();
      assert.equal(
        readCode(() => builder.endCell()),
        "cell_build",
      );
      builder.setExotic(false).endCell();
    }
  });
});

describe("snake data", () => {
  test("texts and bytes of any length are stored after any number of bits", () => {
    const random = makeRandom(5);
    for (let count = 0; count < 400 * TIMES; count += 1) {
      const bitCount = 8 * random.below(128) + (count % 7 === 0 ? random.below(8) : 0);
      if (bitCount > 1023) continue;
      const text = random.pick(["", "a", "tonø", "🙂", "\u0000", "\ufeffx"]).repeat(random.below(300));
      const storeZeros = (builder) => {
        for (let remaining = bitCount; remaining > 0; remaining -= 250) builder.storeUint(0, Math.min(remaining, 250));
        return builder;
      };
      const builder = storeZeros(beginCell()).storeStringTail(text);
      assertSameCell(
        builder,
        storeZeros(coreBeginCell()).storeStringTail(text),
        `${bitCount} bits, then ${text.length} characters`,
      );
      const makeSlice = () => builder.endCell().beginParse().skip(bitCount);
      assert.equal(makeSlice().loadStringTail(), text);
      assert.equal(toHex(makeSlice().loadBytesTail()), Buffer.from(text).toString("hex"));
      const splitBuilder = beginCell().storeStringRefTail(text);
      assertSameCell(splitBuilder, coreBeginCell().storeStringRefTail(text), text.slice(0, 50));
      assert.equal(splitBuilder.endCell().beginParse().loadStringRefTail(), text);
      const data = random.bytes(random.below(2000));
      assert.equal(
        toHex(storeZeros(beginCell()).storeBytesTail(data).endCell().beginParse().skip(bitCount).loadBytesTail()),
        toHex(data),
      );
    }
  });

  test("snake data may reach the greatest depth of cells, and not exceed it", () => {
    const maxSize = 127 * 1025;
    const text = "x".repeat(maxSize);
    const cell = beginCell().storeStringTail(text).endCell();
    assert.equal(cell.depth(), 1024);
    assert.equal(cell.beginParse().loadStringTail(), text);
    expectRefusal(
      beginCell().storeUint(1, 8),
      "cell_build",
      (builder) => builder.storeStringTail("x".repeat(maxSize + 127)),
      "too long",
    );
    expectRefusal(beginCell(), "cell_build", (builder) => builder.storeBytesTail(new Uint8Array(300_000)), "too long");
  });

  test("invalid chains of snake data are refused", () => {
    const bytes = beginCell().storeUint(1, 8).endCell();
    for (const builder of [
      beginCell().storeUint(1, 7),
      beginCell().storeUint(1, 8).storeRef(beginCell().storeUint(1, 7)),
      beginCell().storeUint(1, 8).storeRef(bytes).storeRef(bytes),
      beginCell()
        .storeUint(1, 8)
        .storeRef(beginCell().storeUint(2, 8).storeBytes(new Uint8Array(32)).setExotic()),
    ]) {
      expectRefusal(builder.endCell().beginParse(), "cell_read", (slice) => slice.loadBytesTail(), "bytes");
      expectRefusal(builder.endCell().beginParse(), "cell_read", (slice) => slice.loadStringTail(), "text");
      expectRefusal(
        beginCell().storeRef(builder).endCell().beginParse(),
        "cell_read",
        (slice) => slice.loadStringRefTail(),
        "apart",
      );
    }
    for (const invalidBytes of ["ff", "c3", "eda080", "f8808080", "c0af"]) {
      const slice = beginCell().storeBytes(Buffer.from(invalidBytes, "hex")).endCell().beginParse();
      expectRefusal(slice, "cell_read", (slice) => slice.loadStringTail(), invalidBytes);
      assert.equal(toHex(slice.loadBytesTail()), invalidBytes);
    }
  });

  test("a lone surrogate, which has no UTF-8, is refused with its position", () => {
    for (const store of ["storeStringTail", "storeStringRefTail"]) {
      const error = catchThrown(() => beginCell()[store]("a\ud800"));
      assert.deepEqual([error.code, error.index], ["invalid_parameter", 1]);
    }
    assert.equal(beginCell().storeStringTail("a\ufffd").endCell().beginParse().loadStringTail(), "a\ufffd");
  });
});

test("random chains of methods give the same cells as @ton/core", () => {
  const random = makeRandom(6);
  const STORE = [
    () => {
      const bits = random.below(257);
      const value = random.number(bits);
      return [(builder) => builder.storeUint(value, bits), (builder) => assert.equal(builder.loadUintBig(bits), value)];
    },
    () => {
      const bits = 1 + random.below(257);
      const value = random.signed(bits);
      return [(builder) => builder.storeInt(value, bits), (builder) => assert.equal(builder.loadIntBig(bits), value)];
    },
    () => {
      const value = random.coin();
      return [(builder) => builder.storeCoins(value), (builder) => assert.equal(builder.loadCoins(), value)];
    },
    () => {
      const value = random.maybe(random.address);
      return [
        (builder) => builder.storeAddress(value),
        (subject) =>
          assert.equal(
            subject.loadMaybeAddress(),
            value && value.toRawString().replace(/:.*/, (hash) => hash.toUpperCase()),
          ),
      ];
    },
    () => {
      const value = random.dag(1 + random.below(3));
      return [(builder) => builder.storeRef(value), (builder) => assert.ok(builder.loadRef().equals(value))];
    },
    () => {
      const value = random.maybe(() => random.dag(1 + random.below(3)));
      return [
        (builder) => builder.storeMaybeRef(value),
        (slice) => assert.equal(slice.loadMaybeRef()?.toBase64() ?? null, value && parseBoc(value.toBoc()).toBase64()),
      ];
    },
    () => {
      const value = random.below(2) === 1;
      return [(builder) => builder.storeBit(value), (builder) => assert.equal(builder.loadBoolean(), value)];
    },
  ];
  for (let count = 0; count < 1500 * TIMES; count += 1) {
    const builder = beginCell();
    const core = coreBeginCell();
    const fleetLoads = [];
    for (let remaining = 1 + random.below(12); remaining > 0; remaining -= 1) {
      const [store, load] = random.pick(STORE)();
      const sizeBefore = [builder.bits, builder.refs];
      let refusal;
      try {
        store(core);
      } catch {
        refusal = true;
      }
      // @ton/core's builder has room for one bit more than a cell.
      if (core.bits > 1023) refusal = true;
      // @ton/core stores a part of a value that does not fit, so the comparison of this chain ends here.
      if (refusal) {
        assert.equal(catchThrown(() => store(builder)).code, "cell_build");
        assert.deepEqual([builder.bits, builder.refs], sizeBefore);
        fleetLoads.length = 0;
        break;
      }
      store(builder);
      fleetLoads.push(load);
    }
    if (fleetLoads.length === 0) continue;
    assertSameCell(builder, core, `case ${count}`);
    const slice = builder.endCell().beginParse();
    for (const load of fleetLoads) load(slice);
    slice.endParse();
  }
});
