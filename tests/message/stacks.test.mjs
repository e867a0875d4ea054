// Stacks of get-methods: all three forms are read and written, compared with the devnet's readers and writers; arguments and responses
// that are not stacks are refused.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Address as CoreAddress, beginCell as coreBeginCell, Cell as CoreCell } from "@ton/core";
import {
  beginCell,
  Cell,
  comment,
  decodeStack,
  encodeStack,
  explainExitCode,
  explainResultCode,
  getMethodArguments,
  Slice,
  Stack,
} from "ton-edge/message";

import { measureGrowth, summarizeGrowth } from "../attacks/growth.mjs";
import { parseLegacy, parseStd, toLegacy, toStd } from "../upstream/devnet/v2/stack.mjs";
import { readCode, toHex, revokeProxy, catchThrown, toCore, toOurs } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const MAX = (1n << 256n) - 1n;
const MIN = -(1n << 256n);
const BOUNDS = [0n, 1n, -1n, MAX, MIN, MAX - 1n, MIN + 1n, 1n << 255n, -(1n << 255n), 1n << 64n, 2n ** 53n];
const random = makeRandom(11);

/** A list in the form of `@ton/core`: pairs that end with null. */
const makeCoreList = (items) =>
  items.reduceRight((rest, head) => ({ type: "tuple", items: [head, rest] }), /** @type {any} */ ({ type: "null" }));

/** A random value of this package, and the same value as an item of `@ton/core`. */
function makeValue(depth) {
  const kind = random.below(depth > 0 ? 6 : 4);
  if (kind === 0) {
    const int = random.pick([...BOUNDS, random.signed(257), random.signed(random.pick([1, 8, 64, 256]))]);
    return [int, { type: "int", value: int }];
  }
  if (kind === 1) return [null, { type: "null" }];
  const core = random.filled(random.below(300)).endCell();
  if (kind === 2) return [toOurs(core), { type: "cell", cell: core }];
  if (kind === 3) return [toOurs(core).beginParse(), { type: "slice", cell: core }];
  const items = Array.from({ length: random.below(5) }, () => makeValue(depth - 1));
  if (kind === 4)
    return [items.map(([edgeItem]) => edgeItem), { type: "tuple", items: items.map(([, coreItem]) => coreItem) }];
  return [{ list: items.map(([edgeItem]) => edgeItem) }, makeCoreList(items.map(([, coreItem]) => coreItem))];
}

/** A value as the service returns it: slices as cells, and pairs that end with null as a list. */
function toReturnedItem(item) {
  if (item.type === "int") return item.value;
  if (item.type === "cell" || item.type === "slice") return `cell ${toHex(item.cell.hash())}`;
  const list = [];
  let rest = item;
  for (; rest.type === "tuple" && rest.items.length === 2; rest = rest.items[1]) list.push(rest.items[0]);
  if (rest.type === "null") return list.length === 0 ? null : { list: list.map(toReturnedItem) };
  return item.items.map(toReturnedItem);
}

/** A decoded value in the form of {@link toReturnedItem}. */
function toPlainValue(decoded) {
  if (decoded instanceof Cell) return `cell ${toHex(decoded.hash())}`;
  if (decoded instanceof Slice) return `cell ${toHex(decoded.clone().asCell().hash())}`;
  if (Array.isArray(decoded)) return decoded.map(toPlainValue);
  return decoded?.list ? { list: decoded.list.map(toPlainValue) } : decoded;
}

/** An item of `@ton/core`, in a form for comparison. */
const toCoreItem = (item) =>
  "cell" in item
    ? [item.type, toHex(item.cell.hash())]
    : item.type === "int"
      ? item.value
      : item.type === "tuple"
        ? item.items.map(toCoreItem)
        : null;

describe("stacks compared with the devnet's readers and writers", () => {
  test("the devnet reads v2 and v2 Std arguments as the values that were written", () => {
    for (let count = 0; count < 2000 * TIMES; count += 1) {
      const [edgeItem, coreItem] = makeValue(3);
      const expected = toCoreItem(coreItem);
      assert.deepEqual(toCoreItem(parseLegacy(/** @type {any} */ (encodeStack([edgeItem])[0]))), expected);
      assert.deepEqual(toCoreItem(parseStd(encodeStack([edgeItem], "v2-std")[0])), expected);
    }
  });

  test("v2 and v2 Std results of the devnet are decoded as the values that it wrote", () => {
    for (let count = 0; count < 2000 * TIMES; count += 1) {
      const [, coreItem] = makeValue(3);
      const expected = toReturnedItem(coreItem);
      for (const variant of ["cpp", "python"])
        assert.deepEqual(toPlainValue(decodeStack([toLegacy({ variant }, coreItem)]).values[0]), expected);
      assert.deepEqual(toPlainValue(decodeStack([toStd(coreItem)]).values[0]), expected);
    }
  });

  test("each form that is written is decoded again to the same values", () => {
    for (let count = 0; count < 1000 * TIMES; count += 1) {
      const [edgeItem] = makeValue(3);
      const expected = toPlainValue(edgeItem);
      for (const form of /** @type {const} */ (["v2", "v2-std"])) {
        const [decoded] = decodeStack(JSON.parse(JSON.stringify(encodeStack([edgeItem], form)))).values;
        // An empty list is read as null.
        assert.deepEqual(JSON.stringify(toPlainValue(decoded), toText), JSON.stringify(expected, toText));
      }
    }
  });

  test("integers at the bounds of 257 bits are written and read in every form", () => {
    for (const int of BOUNDS) {
      for (const form of /** @type {const} */ (["v2", "v2-std", "v3"])) {
        const entries = JSON.parse(JSON.stringify(encodeStack([int], form)));
        assert.equal(decodeStack(entries).int(0), int);
      }
      assert.equal(decodeStack([toLegacy({}, { type: "int", value: int })]).int(0), int);
      assert.equal(decodeStack([{ type: "num", value: String(int) }]).int(0), int);
    }
    for (const int of [MAX + 1n, MIN - 1n, 1n << 300n]) {
      assert.equal(
        readCode(() => encodeStack([int])),
        "stack_invalid",
      );
      assert.equal(
        readCode(() => decodeStack([["num", String(int)]])),
        "stack_invalid",
      );
      const digits = int < 0n ? `-0x${(-int).toString(16)}` : `0x${int.toString(16)}`;
      assert.equal(
        readCode(() => decodeStack([["num", digits]])),
        "stack_invalid",
      );
    }
  });
});

const toText = (_, member) => (typeof member === "bigint" ? `${member}n` : member?.list?.length === 0 ? null : member);

describe("arguments of get-methods", () => {
  test("arguments of every kind are written", () => {
    const cell = comment("hi");
    const slice = beginCell().storeAddress(RAW).endCell();
    for (const address of [RAW, "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", CoreAddress.parse(RAW)])
      assert.deepEqual(encodeStack([address]), [["tvm.Slice", slice.toBase64()]]);
    assert.deepEqual(encodeStack([true, false, 5, -0, -7, 5n]), [
      ["num", "-1"],
      ["num", "0"],
      ["num", "5"],
      ["num", "0"],
      ["num", "-7"],
      ["num", "5"],
    ]);
    assert.deepEqual(encodeStack([cell, toCore(cell), cell.beginParse(), toCore(cell).beginParse()]), [
      ["tvm.Cell", cell.toBase64()],
      ["tvm.Cell", cell.toBase64()],
      ["tvm.Slice", cell.toBase64()],
      ["tvm.Slice", cell.toBase64()],
    ]);
    const rest = cell.beginParse().skip(32);
    assert.deepEqual(encodeStack([rest]), [["tvm.Slice", rest.clone().asCell().toBase64()]]);
    assert.equal(rest.remainingBits, 16);
  });

  test("v3 refuses tuples, lists and null in arguments, and the error says so", () => {
    for (const oddValue of [null, [1n], { list: [1n] }, [], { list: [] }]) {
      const error = catchThrown(() => encodeStack([1n, oddValue], "v3"));
      assert.deepEqual([error.code, error.index], ["stack_invalid", 1]);
      assert.match(error.message, /v2/);
    }
    const entries = encodeStack([1n, comment("x"), RAW], "v3");
    assert.deepEqual(
      entries.map((/** @type {any} */ { type }) => type),
      ["num", "cell", "slice"],
    );
  });

  test("invalid arguments are refused with their position", () => {
    const cyclicList = [];
    cyclicList.push(cyclicList);
    const doubledList = [];
    doubledList.push(doubledList, doubledList);
    const list = { list: /** @type {any[]} */ ([]) };
    list.list.push(list, list);
    const sparseList = [1n, , 2n];
    class Trapped extends Array {
      /** @returns {any} */
      map() {
        throw new Error("a trap of the caller");
      }
    }
    const trap = new Proxy([1n], {
      get() {
        throw Object.assign(new Error("a trap of the caller"), { code: "evil" });
      },
    });
    const oddValues = [
      1.5,
      NaN,
      Infinity,
      2 ** 53,
      "seqno",
      "5",
      "",
      undefined,
      Symbol("x"),
      () => 1,
      {},
      new Map(),
      new Date(),
      new Uint8Array(3),
      beginCell(),
      coreBeginCell(),
      cyclicList,
      doubledList,
      list,
      sparseList,
      trap,
      revokeProxy(),
      { list: 5 },
      Array.from({ length: 256 }, () => 1n),
      [[[Symbol("x")]]],
      Object.create(null),
    ];
    for (const [index, value] of oddValues.entries()) {
      const error = catchThrown(() => encodeStack([0n, value]), `odd value ${index}`);
      assert.deepEqual([error.code, error.index], ["stack_invalid", 1], `odd value ${index}: ${error.message}`);
    }
    assert.deepEqual(encodeStack(Trapped.of(1n)), [["num", "1"]]);
    for (const invalidInput of [undefined, null, {}, "x", 5, revokeProxy(), trap, sparseList])
      assert.equal(
        readCode(() => encodeStack(/** @type {any} */ (invalidInput))),
        "stack_invalid",
      );
    for (const form of ["v4", "__proto__", "toString", null])
      assert.equal(
        readCode(() => encodeStack([], /** @type {any} */ (form))),
        "invalid_option",
      );
  });

  test("a tuple of 255 items and a list of 1000 are accepted", () => {
    const tuple = Array.from({ length: 255 }, (_, index) => BigInt(index));
    const items = Array.from({ length: 1000 }, (_, index) => BigInt(index));
    const stack = decodeStack(encodeStack([tuple, { list: items }]));
    assert.deepEqual(stack.tuple(0).values, tuple);
    assert.deepEqual(stack.list(1).values, items);
  });

  test("nesting is limited in arguments and in responses", () => {
    const nestTuples = (depth) => {
      let innerTuple = /** @type {any} */ (1n);
      for (let index = 0; index < depth; index += 1) innerTuple = [innerTuple];
      return innerTuple;
    };
    const stack = decodeStack(encodeStack([nestTuples(128)]));
    let innerStack = stack;
    for (let index = 0; index < 128; index += 1) innerStack = innerStack.tuple(0);
    assert.equal(innerStack.int(0), 1n);
    for (const depth of [129, 1000, 100_000]) {
      assert.equal(
        readCode(() => encodeStack([nestTuples(depth)])),
        "stack_invalid",
      );
    }
    const parts = { v3: ['{"type":"tuple","value":[', "]}"], v2: ['["tuple",{"elements":[', "]}]"] };
    for (const [open, close] of Object.values(parts)) {
      const entry = JSON.parse(open.repeat(3000) + close.repeat(3000));
      assert.equal(
        readCode(() => decodeStack([entry])),
        "stack_invalid",
      );
    }
  });
});

describe("responses of get-methods", () => {
  test("responses that are not stacks are refused with the position of the fault", () => {
    const cyclicTuple = /** @type {any} */ ({ type: "tuple", value: [] });
    cyclicTuple.value.push(cyclicTuple, cyclicTuple);
    const oddValues = [
      null,
      5,
      "num",
      [],
      ["num"],
      ["num", "0x1", "0x2"],
      ["num", 5],
      ["num", "1".repeat(1_000_000)],
      ["num", `0x${"f".repeat(1_000_000)}`],
      ["num", ""],
      ["num", "-"],
      ["num", "0x"],
      ["num", "1e5"],
      ["num", " 1"],
      ["num", "1_0"],
      ["num", "0b1"],
      ["num", "--1"],
      ["num", "٣"],
      ["num", null],
      ["num", {}],
      ["cell", null],
      ["cell", {}],
      ["cell", { bytes: 5 }],
      ["cell", { bytes: "te6cc" }],
      ["cell", { bytes: "te6cckEBAQEADwAAGgAAAABIZWxsbyBUT07TZnK7" }],
      ["cell", "x"],
      ["slice", [1]],
      ["tuple", null],
      ["tuple", {}],
      ["tuple", { elements: 5 }],
      ["list", "abc"],
      ["toString", 5],
      ["__proto__", 5],
      ["constructor", []],
      [5, 5],
      { type: "num" },
      { type: "toString", value: 1 },
      { type: 5, value: 1 },
      { "@type": "tvm.stackEntryNumber" },
      { "@type": "tvm.stackEntryNumber", number: null },
      { "@type": "tvm.stackEntryNumber", number: { number: 5 } },
      { "@type": "tvm.stackEntry__proto__" },
      { "@type": "tvm.stackEntryCell" },
      { "@type": "tvm.stackEntryTuple", tuple: { elements: [{ "@type": "tvm.stackEntryX" }] } },
      { "@type": "num", value: "1" },
      { "@type": ["tvm.stackEntryNumber"], type: ["num"] },
      cyclicTuple,
      revokeProxy(),
      new Proxy(
        {},
        {
          get() {
            throw null;
          },
        },
      ),
    ];
    for (const [index, value] of oddValues.entries()) {
      const error = catchThrown(() => decodeStack([["num", "1"], value]), `odd entry ${index}`);
      assert.ok(
        ["stack_invalid", "boc_invalid", "invalid_parameter"].includes(error.code),
        `odd entry ${index}: ${error.code}`,
      );
      assert.equal(error.index, 1, `odd entry ${index}`);
      assert.ok(error.message.length < 400);
    }
    for (const invalidInput of [undefined, null, {}, "x", 5, revokeProxy()])
      assert.equal(
        readCode(() => decodeStack(/** @type {any} */ (invalidInput))),
        "stack_invalid",
      );
  });

  test("an unknown entry in a response does not hide other values", () => {
    const entries = [
      ["num", "0x1"],
      ["unsupported", ""],
      ["num", "NaN"],
      ["num", "0x2"],
    ];
    const stack = decodeStack(entries);
    assert.deepEqual(stack.values, [1n, undefined, NaN, 2n]);
    assert.match(catchThrown(() => stack.int(1)).message, /cannot represent/);
    assert.match(catchThrown(() => stack.int(2)).message, /NaN/);
    assert.equal(decodeStack([toStd(/** @type {any} */ ({ type: "nan" }))]).values[0], undefined);
    assert.equal(decodeStack([toLegacy({}, /** @type {any} */ ({ type: "nan" }))]).values[0], undefined);
  });
});

describe("a stack as a result", () => {
  const cell = comment("hi");
  const address = beginCell().storeAddress(RAW).endCell();
  const stack = new Stack([
    5n,
    -1n,
    null,
    cell,
    address.beginParse(),
    [1n, [2n]],
    { list: [1n, 2n, 3n] },
    undefined,
    1n << 255n,
    beginCell().storeUint(0, 2).endCell(),
    beginCell().storeAddress(RAW).storeUint(1, 1).endCell(),
    beginCell().storeBytes(Uint8Array.of(0xff, 0xfe)).endCell(),
    beginCell().storeStringTail("grüß").endCell(),
    beginCell(),
    { list: [] },
    2n ** 256n - 1n,
  ]);

  test("a stack is read by its positions", () => {
    assert.equal(stack.length, 16);
    assert.equal([...stack].length, 16);
    assert.equal(stack.int(0), 5n);
    assert.equal(stack.number(0), 5);
    assert.equal(stack.bool(1), true);
    assert.equal(stack.isNull(2), true);
    assert.equal(stack.isNull(3), false);
    assert.equal(stack.address(2), null);
    assert.equal(stack.address(4), RAW);
    assert.equal(stack.address(4), RAW);
    assert.equal(stack.address(9), null);
    assert.ok(stack.cell(4).equals(address));
    assert.equal(stack.tuple(5).tuple(1).int(0), 2n);
    assert.deepEqual(stack.list(6).values, [1n, 2n, 3n]);
    assert.deepEqual(stack.tuple(6).list(1).values, [2n, 3n]);
    assert.deepEqual(stack.list(2).values, []);
    assert.deepEqual(stack.list(14).values, []);
    assert.equal(stack.text(12), "grüß");
    assert.equal(toHex(stack.bytes32(8)), `80${"00".repeat(31)}`);
    assert.equal(toHex(stack.bytes32(15)), "ff".repeat(32));
    assert.equal(toHex(stack.bytes32(0)), `${"00".repeat(31)}05`);
  });

  test("reading an item as another type throws an error that names its real type", () => {
    const wrongTypes = {
      int: [2, 3, 4, 5, 6, 7, 13],
      number: [2, 3, 8, 15],
      bool: [2, 7],
      cell: [0, 2, 5, 6, 7, 13],
      slice: [0, 2],
      address: [0, 3, 5, 7, 10],
      text: [0, 9, 11],
      bytes32: [1, 2, 3],
      tuple: [0, 2, 3, 14],
      list: [0, 3, 5],
    };
    for (const [method, places] of Object.entries(wrongTypes)) {
      for (const index of [...places, -1, 16, 0.5, NaN, "0", undefined, 2 ** 53, 1n]) {
        const error = catchThrown(() => stack[method](index), `${method}(${String(index)})`);
        assert.ok(["stack_invalid", "cell_read"].includes(error.code), `${method}(${String(index)}): ${error.code}`);
      }
    }
    assert.equal(
      readCode(() => new Stack([2n ** 256n]).bytes32(0)),
      "stack_invalid",
    );
    assert.match(catchThrown(() => stack.int(13)).message, /a builder/);
  });

  test("a stack cannot be changed, and does not change with its source", () => {
    const values = [1n];
    const stack = new Stack(values);
    values[0] = 2n;
    assert.equal(stack.int(0), 1n);
    assert.throws(() => /** @type {any} */ (stack.values).push(1n), TypeError);
    for (const invalidInput of [undefined, null, 5, "abc", {}, revokeProxy()])
      assert.equal(
        readCode(() => new Stack(/** @type {any} */ (invalidInput))),
        "stack_invalid",
      );
  });
});

test("known exit codes are explained, and other values give undefined", () => {
  assert.match(explainExitCode(11) ?? "", /no such method/);
  assert.match(explainExitCode(-14) ?? "", /gas/);
  assert.match(explainResultCode(37) ?? "", /not enough TON/);
  for (const oddValue of [
    0,
    1,
    1000,
    NaN,
    -0,
    1.5,
    "11",
    "toString",
    "__proto__",
    null,
    undefined,
    {},
    Symbol("x"),
    11n,
  ]) {
    assert.equal(explainExitCode(/** @type {any} */ (oddValue)), undefined);
    assert.equal(explainResultCode(/** @type {any} */ (oddValue)), undefined);
  }
});

describe("work that is linear in the input: stacks", () => {
  const cell = comment("hi").toBase64();
  /** @type {Record<string, import("../attacks/growth.mjs").Shape>} */
  const SHAPES = {
    "decoding many numbers": {
      largest: 65_536,
      make: (size) => Array.from({ length: size }, (_, index) => ["num", `0x${index.toString(16)}`]),
      run: (entries) => decodeStack(entries),
    },
    "decoding many cells": {
      largest: 8192,
      make: (size) => Array.from({ length: size }, () => ({ type: "cell", value: cell })),
      run: (entries) => decodeStack(entries),
    },
    "decoding a long list": {
      largest: 65_536,
      make: (size) => [["list", { elements: Array.from({ length: size }, () => ["num", "1"]) }]],
      run: (entries) => decodeStack(entries),
    },
    "decoding a number of many digits": {
      largest: 1 << 20,
      make: (size) => [["num", "1".repeat(size)]],
      run: (entries) => assert.throws(() => decodeStack(entries)),
    },
    "encoding a long list": {
      largest: 65_536,
      make: (size) => [{ list: Array.from({ length: size }, (_, index) => BigInt(index)) }],
      run: (values) => encodeStack(values),
    },
  };
  for (const [title, shape] of Object.entries(SHAPES)) {
    test(title, async () => {
      const growthReport = await measureGrowth(shape);
      assert.ok(growthReport.linear, summarizeGrowth(growthReport));
    });
  }
});

test("a wrong number of arguments of a get-method is named", () => {
  for (const [method, args, message] of /** @type {[any, any, RegExp][]} */ ([
    ["get_wallet_address", [], /takes an array of length 1 \(`\w+`\), not an array of length 0/],
    ["get_wallet_address", "x", /takes an array of length 1 \(`\w+`\), not string/],
    ["get_jetton_data", [1n], /takes no arguments, not an array of length 1/],
  ]))
    assert.throws(() => getMethodArguments(method, args), { code: "invalid_parameter", message });
});
