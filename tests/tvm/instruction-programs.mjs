// Programs around one instruction: a stack for the instruction, and the code after it.

import { Address, Dictionary, beginCell } from "@ton/core";

/** Integers for which arithmetic may go wrong; undefined stands for a random one. */
const EDGE_INTEGERS = [
  0n,
  1n,
  -1n,
  2n,
  7n,
  8n,
  255n,
  256n,
  257n,
  1023n,
  -(2n ** 256n),
  2n ** 256n - 1n,
  2n ** 255n,
  ...Array.from({ length: 8 }, () => undefined),
];

/** A program with an instruction: the two bytes of its prefix, and the bits that follow. */
export function getProgram({ bytes, below }, prefix) {
  // `DROP` first, because the number of the method lies on top of the arguments.
  const code = beginCell()
    .storeUint(0x30, 8)
    .storeUint(prefix, 16)
    .storeBuffer(bytes(Math.max(0, below(6) - 3)));
  for (let ref = 0; ref < 2; ref += 1) code.storeRef(beginCell().storeUint(0x71, 8).endCell());
  return code.endCell();
}

/** The deepest dictionary of keys with 512 bits: seven clear bits, and below them as many forks as fit. */
export function deepDictionary() {
  const makeLeaf = (rest) =>
    beginCell()
      .storeUint(0b110, 3)
      .storeUint(rest, 32 - Math.clz32(rest))
      .endCell();
  let node = makeLeaf(0);
  for (let rest = 1; rest < 505; rest += 1)
    node = beginCell()
      .storeUint(0, 2)
      .storeRef(makeLeaf(rest - 1))
      .storeRef(node)
      .endCell();
  const root = beginCell().storeUint(0b110, 3).storeUint(7, 10).storeRef(makeLeaf(504)).storeRef(node).endCell();
  return { type: "cell", cell: root };
}

/** Stacks: random typed values, and operands of instructions that need special ones. */
export function createStackMaker(random) {
  const { below, pick, bytes, number } = random;
  const makeInt = (value) => ({ type: "int", value });
  const makeRandomSigned = (bits) => number(bits) - (below(2) ? 0n : number(bits));
  const fillBuilder = (bits, refs = below(3)) => {
    const builder = beginCell();
    for (let remaining = bits; remaining > 0; remaining -= 200)
      builder.storeUint(number(Math.min(remaining, 200)), Math.min(remaining, 200));
    for (let ref = 0; ref < refs; ref += 1) builder.storeRef(beginCell().storeUint(below(256), 8).endCell());
    return builder;
  };
  const makeSomeBits = () => pick([0, 8, 9, 32, 64, 256, 267, below(600)]);
  const makeCell = () => ({ type: "cell", cell: fillBuilder(makeSomeBits()).endCell() });
  const slice = () => ({ type: "slice", cell: fillBuilder(makeSomeBits()).endCell() });
  const makeBuilder = () => ({ type: "builder", cell: fillBuilder(makeSomeBits()).endCell() });
  const makeAddress = () => ({
    type: "slice",
    cell: beginCell()
      .storeAddress(new Address(pick([0, -1]), bytes(32)))
      .endCell(),
  });
  const makeRandomSimple = () =>
    pick([
      () => makeInt(BigInt(below(10))),
      () => makeInt(BigInt(below(300)) - 5n),
      () => makeInt(makeRandomSigned(256)),
      makeCell,
      slice,
      makeBuilder,
      makeAddress,
      () => ({ type: "null" }),
    ])();
  const makeTuple = () => ({ type: "tuple", items: Array.from({ length: below(5) }, makeRandomSimple) });
  const pickValue = () => (below(8) === 0 ? makeTuple() : makeRandomSimple());

  /** A dictionary and a key, which may be in it. */
  function makeDictionary() {
    const bits = pick([1, 3, 8, 32, 256]);
    const isInRef = below(3) === 0;
    const values = {
      serialize: (content, builder) =>
        void (isInRef ? builder.storeRef(content) : builder.storeSlice(content.beginParse())),
      parse: () => beginCell().endCell(),
    };
    const dict = Dictionary.empty(Dictionary.Keys.BigUint(bits), values);
    const getSmallNumber = () => (below(2) ? number(bits) : BigInt(below(2 ** Math.min(bits, 5))));
    for (let size = pick([0, 1, 2, 3, below(20)]); size > 0; size -= 1)
      dict.set(getSmallNumber(), fillBuilder(below(40), 0).endCell());
    const keys = [...dict.keys(), getSmallNumber()];
    const root = dict.size === 0 ? undefined : beginCell().storeDictDirect(dict).endCell();
    return { bits, root, key: pick(keys) };
  }

  /** Operands of a dictionary instruction: the new value, the key, the dictionary, and the number of bits of a key. */
  function getDictionaryStack(prefix) {
    const { bits, root, key } = makeDictionary();
    const isInteger = below(2) === 0;
    const isSigned = below(2) === 0;
    const keyItem = isInteger
      ? makeInt(isSigned ? BigInt.asIntN(bits, key) : key)
      : { type: "slice", cell: beginCell().storeUint(key, bits).endCell() };
    const dict = root === undefined ? { type: "null" } : { type: "cell", cell: root };
    const rest = [dict, makeInt(BigInt(below(12) === 0 ? below(300) : bits))];
    const storedValue = pick([makeCell, slice, makeBuilder])();
    // REMMIN, MIN and similar instructions take no key.
    const takesKey =
      prefix === undefined || !((prefix >= 0xf482 && prefix <= 0xf48f) || (prefix >= 0xf492 && prefix <= 0xf49f));
    const stack = takesKey || below(4) === 0 ? [storedValue, keyItem, ...rest] : rest;
    return below(6) === 0 ? [...stack.slice(1), pick(stack)] : stack;
  }

  return (prefix) => {
    const bottomValues = Array.from({ length: pick([0, 1, 2, 3, 5, 18]) }, pickValue);
    if (prefix >> 8 === 0xf4 && below(5) > 0) return [...bottomValues, ...getDictionaryStack(prefix)];
    const makeIntegers = (count) =>
      Array.from({ length: count }, () => makeInt(pick(EDGE_INTEGERS) ?? makeRandomSigned(pick([8, 64, 250]))));
    // Arithmetic and comparisons, then instructions that accept any value on the stack.
    const byte = prefix >> 8;
    if (byte >= 0xa0 && byte < 0xc2 && below(8) > 0) return [...bottomValues, ...makeIntegers(3)];
    if (byte >= 0x60 && byte < 0x6e && below(4) > 0)
      return [...bottomValues, ...makeIntegers(5), makeInt(BigInt(below(6))), makeInt(BigInt(below(6)))];
    if (byte >= 0xd0 && byte < 0xd8 && below(2) > 0)
      return [
        ...bottomValues,
        slice(),
        ...makeIntegers(below(2)),
        makeInt(BigInt(below(300))),
        makeInt(BigInt(below(5))),
      ].slice(0, -below(3));
    const shapes = [
      () =>
        Array.from({ length: below(4) }, () =>
          makeInt(pick([makeRandomSigned(8), makeRandomSigned(64), makeRandomSigned(256), BigInt(below(260))])),
        ),
      () => [slice(), makeInt(BigInt(below(260)))],
      () => [slice(), slice()],
      () => [makeInt(makeRandomSigned(pick([8, 64, 200]))), makeBuilder(), makeInt(BigInt(below(257)))],
      () => [makeBuilder(), makeInt(makeRandomSigned(16))],
      () => [pick([makeCell, slice, makeBuilder])(), makeBuilder()],
      () => [makeCell()],
      () => [makeTuple(), makeInt(BigInt(below(5)))],
      () => [makeTuple(), pickValue(), makeInt(BigInt(below(5)))],
      () => [makeAddress()],
      () => [{ type: "slice", cell: fillBuilder(512, 0).endCell() }, makeInt(number(256))],
      () => [makeInt(number(256)), { type: "slice", cell: fillBuilder(512, 0).endCell() }, makeInt(number(256))],
      () => [pickValue(), pickValue(), pickValue()],
    ];
    return [...bottomValues, ...pick(shapes)()];
  };
}
