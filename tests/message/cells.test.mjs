// Cells and bags of cells compared with @ton/core: the same hashes at every level, and the same bytes; invalid bytes are refused.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";

import {
  beginCell as coreBeginCell,
  Cell as CoreCell,
  Dictionary,
  generateMerkleProof,
  generateMerkleUpdate,
} from "@ton/core";
import { beginCell, Cell, parseBoc, parseBocRoots, Slice, writeBoc } from "ton-edge/message";

import { toBase64, readCode, toHex, ODD_VALUES, assertSameCells, catchThrown } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const readFixture = async (name) => JSON.parse(await readFile(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
const cases = await readFixture("cells/cases.json");
const examples = Object.values(await readFixture("boc_examples.json"));

const OPTIONS = [
  [
    { idx: false, crc32: false },
    { index: false, crc32c: false },
  ],
  [
    { idx: true, crc32: false },
    { index: true, crc32c: false },
  ],
  [{ idx: false, crc32: true }, { crc32c: true }],
  [{ idx: true, crc32: true }, { index: true }],
];

/** Reads the bag of @ton/core with each option, and writes it with the same bytes. */
function assertBothWays(core, label) {
  for (const [coreOptions, edgeOptions] of OPTIONS) {
    const boc = core.toBoc(coreOptions);
    const cell = parseBoc(boc);
    assert.equal(toHex(cell.hash()), toHex(core.hash()), label);
    assert.equal(toHex(cell.toBoc(edgeOptions)), boc.toString("hex"), label);
  }
  assertSameCells(parseBoc(core.toBoc()), core, label);
}

/** The same cell, made by builders only. */
function rebuildCell(core, cells = new Map()) {
  const copy = cells.get(core);
  if (copy) return copy;
  const builder = beginCell();
  const slice = core.beginParse(true);
  while (slice.remainingBits > 0) {
    const bits = Math.min(slice.remainingBits, 250);
    builder.storeUint(slice.loadUintBig(bits), bits);
  }
  for (const ref of core.refs) builder.storeRef(rebuildCell(ref, cells));
  const cell = builder.setExotic(core.isExotic).endCell();
  cells.set(core, cell);
  return cell;
}

describe("cells compared with @ton/core", () => {
  test("random cells that share others are read, written and built like @ton/core's", () => {
    const random = makeRandom(1);
    for (let count = 0; count < 2400 * TIMES; count += 1) {
      const core = random.dag(1 + random.below(count % 50 === 0 ? 300 : 12));
      const label = `case ${count}: ${core.toBoc().toString("base64").slice(0, 200)}`;
      assertBothWays(core, label);
      assertSameCells(rebuildCell(core), core, label);
    }
  });

  test("random exotic cells (nested Merkle proofs, pruned branches of two levels, libraries) are read like @ton/core's", () => {
    const random = makeRandom(2);
    for (let count = 0; count < 500 * TIMES; count += 1) {
      const core = random.exotic();
      const label = `case ${count}: ${core.toBoc().toString("base64").slice(0, 200)}`;
      assertBothWays(core, label);
      assertSameCells(rebuildCell(core), core, label);
    }
  });

  test("Merkle proofs and updates of dictionaries are read like @ton/core's", () => {
    const random = makeRandom(3);
    const key = Dictionary.Keys.Uint(16);
    for (let count = 0; count < 100 * TIMES; count += 1) {
      const dictionary = Dictionary.empty(key, Dictionary.Values.Uint(32));
      const names = Array.from({ length: 2 + random.below(8) }, () => random.below(65_536));
      for (const name of names) dictionary.set(name, random.next());
      const proof = generateMerkleProof(dictionary, [names[0], names[1]], key);
      const update = generateMerkleUpdate(dictionary, names[0], key, random.next());
      for (const core of [proof, proof.refs[0], update]) assertBothWays(core, `case ${count}`);
      assert.equal(parseBoc(proof.toBoc()).type, "merkle_proof");
      assert.equal(parseBoc(update.toBoc()).type, "merkle_update");
    }
  });

  test("every recorded bag of the network is read like @ton/core's", () => {
    assert.ok(examples.length >= 60);
    for (const [index, { boc, valid: isValid }] of examples.entries()) {
      if (isValid === false) {
        assert.equal(
          readCode(() => parseBoc(boc), boc),
          "boc_invalid",
        );
        continue;
      }
      const core = CoreCell.fromBase64(boc);
      assertBothWays(core, `example ${index}`);
      assert.equal(parseBoc(boc).toBase64(), core.toBoc({ idx: false, crc32: true }).toString("base64"));
    }
  });

  test("a cell that another copy of the class made is read", () => {
    const core = makeRandom(4).dag(9);
    assert.ok(beginCell().storeRef(core).endCell().refs[0].equals(core));
    assert.ok(parseBoc(core.toBoc()).equals(core));
    assert.ok(!parseBoc(core.toBoc()).equals(coreBeginCell().endCell()));
    // A builder of @ton/core, which is not in the declared types.
    const makeOtherBuilder = () => /** @type {any} */ (coreBeginCell().storeUint(7, 9));
    assert.ok(beginCell().storeRef(makeOtherBuilder()).endCell().refs[0].equals(beginCell().storeUint(7, 9)));
    for (const content of [makeOtherBuilder(), makeOtherBuilder().asSlice(), makeOtherBuilder().endCell()])
      assert.equal(beginCell().storeSlice(content).bits, 9);
    assert.equal(beginCell().storeBuilder(makeOtherBuilder()).bits, 9);
  });
});

describe("the cases of tests/fixtures/cells", () => {
  test("ordinary cells have the hash, depth, level and bits of the fixtures", () => {
    for (const [boc, hash, depth, level, bits] of cases.cells) {
      const cell = parseBoc(boc);
      assert.deepEqual([toBase64(cell.hash()), cell.depth(), cell.level, cell.bits], [hash, depth, level, bits]);
      assert.equal(cell.type, "ordinary");
    }
  });

  test("exotic cells have the hashes and depths of the fixtures at every level", () => {
    for (const { boc, mask, hashes, depths } of cases.exotics) {
      const cell = parseBoc(boc);
      assert.equal(cell.levelMask, mask);
      assert.deepEqual(
        [0, 1, 2, 3].map((level) => toBase64(cell.hash(level))),
        hashes,
      );
      assert.deepEqual(
        [0, 1, 2, 3].map((level) => cell.depth(level)),
        depths,
      );
      assert.deepEqual([toBase64(cell.hash()), cell.depth()], [hashes[3], depths[3]]);
    }
  });

  test("bags that @ton/core refuses are refused", () => {
    for (const boc of cases.refused)
      assert.equal(
        readCode(() => parseBoc(boc), boc),
        "boc_invalid",
      );
  });
});

describe("bags as text", () => {
  const core = makeRandom(5).dag(5);
  const bytes = core.toBoc();
  const checkHash = (input) =>
    assert.equal(toHex(parseBoc(input).hash()), toHex(core.hash()), String(input).slice(0, 80));

  test("hexadecimal digits and base64 are read, in both alphabets, with and without padding", () => {
    const plainBase64 = bytes.toString("base64");
    for (const text of [
      bytes.toString("hex"),
      bytes.toString("hex").toUpperCase(),
      plainBase64,
      plainBase64.replace(/=+$/, ""),
      bytes.toString("base64url"),
    ])
      checkHash(text);
  });

  test("the lines that `base64 FILE` and `xxd -p` write are read, other white space is not", () => {
    const core = makeRandom(6).dag(40);
    const bytes = core.toBoc();
    const checkHash = (input) => assert.equal(toHex(parseBoc(input).hash()), toHex(core.hash()));
    const folder = mkdtempSync(join(tmpdir(), "bag-"));
    try {
      const file = join(folder, "bag.boc");
      writeFileSync(file, bytes);
      const wrappedBase64 = execFileSync("base64", [file], { encoding: "utf8" });
      assert.ok(wrappedBase64.endsWith("\n") && wrappedBase64.trimEnd().includes("\n"), "several lines");
      checkHash(wrappedBase64);
      checkHash(wrappedBase64.replaceAll("\n", "\r\n"));
      checkHash(`\n${bytes.toString("base64url")}\n\n`);
      const hexText = bytes.toString("hex").replace(/.{1,60}/g, (line) => `${line}\n`);
      checkHash(hexText);
      // A position is that of the text with its line breaks.
      const position = wrappedBase64.indexOf("\n") + 3;
      for (const character of [" ", "\t", "\v", "\f", "\u2028", "\u00a0", "!"]) {
        const error = catchThrown(() =>
          parseBoc(wrappedBase64.slice(0, position) + character + wrappedBase64.slice(position + 1)),
        );
        assert.deepEqual([error.code, error.index], ["boc_invalid", position], JSON.stringify(character));
      }
      assert.equal(
        readCode(() => parseBoc(`${wrappedBase64} `)),
        "boc_invalid",
      );
      // Only the digits count for the limit.
      const limits = { maxBytes: bytes.length };
      assert.equal(toHex(parseBoc(hexText, limits).hash()), toHex(core.hash()));
      assert.equal(
        readCode(() => parseBoc(`${hexText}0000`, limits)),
        "boc_invalid",
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("base64 of every number of bytes modulo three is read", () => {
    for (let bits = 0; bits < 64; bits += 8) {
      const cell = coreBeginCell().storeUint(0, bits).endCell();
      for (const encoding of /** @type {const} */ (["hex", "base64", "base64url"]))
        assert.equal(
          toHex(parseBoc(cell.toBoc().toString(encoding)).hash()),
          toHex(cell.hash()),
          `${bits} ${encoding}`,
        );
    }
  });

  test("a bag is read from bytes of every kind", () => {
    const paddedBytes = new Uint8Array(bytes.length + 7);
    paddedBytes.set(bytes, 3);
    checkHash(paddedBytes.subarray(3, 3 + bytes.length));
    checkHash(new DataView(paddedBytes.buffer, 3, bytes.length));
    checkHash(new Uint8Array(bytes).buffer);
    const sharedBuffer = new SharedArrayBuffer(bytes.length);
    new Uint8Array(sharedBuffer).set(bytes);
    checkHash(sharedBuffer);
    checkHash(new Uint8Array(sharedBuffer));
    // Bytes of another realm, as they occur in test runners.
    checkHash(runInNewContext("Uint8Array.from(bytes)", { bytes: [...bytes] }));
    checkHash(runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...bytes] }));
  });

  test("a wrong character has its position", () => {
    const text = bytes.toString("base64");
    for (const position of [0, 1, 17, text.length - 5]) {
      for (const character of ["!", " ", "é", "🙂", "\0"]) {
        const error = catchThrown(() => parseBoc(text.slice(0, position) + character + text.slice(position + 1)));
        assert.equal(error.code, "boc_invalid");
        assert.equal(error.index, position, `${character} at ${position}: ${error.message}`);
      }
    }
  });

  test("texts that are not a bag are refused", () => {
    for (const text of ["", " ", "=", "====", "te6cc", "b5ee9c72", "hello", "a".repeat(1000), "\ud800", "b5ee9c7"])
      assert.equal(
        readCode(() => parseBoc(text), text),
        "boc_invalid",
      );
  });

  test("huge texts are refused, and leave no memory occupied", () => {
    for (const text of ["A".repeat(40_000_000), "f".repeat(40_000_000), "é".repeat(30_000_000)])
      assert.equal(
        readCode(() => parseBoc(text)),
        "boc_invalid",
      );
    checkHash(bytes);
  });
});

describe("wrong arguments of cell functions", () => {
  const cell = parseBoc(cases.cells[0][0]);
  const CALLS = {
    parseBoc: (value) => parseBoc(value),
    parseBocRoots: (value) => parseBocRoots(value),
    writeBoc: (value) => writeBoc(value),
    "writeBoc of a list": (value) => writeBoc([cell, value]),
    equals: (value) => cell.equals(value),
    storeRef: (value) => beginCell().storeRef(value),
    storeSlice: (value) => beginCell().storeSlice(value),
    storeBuilder: (value) => beginCell().storeBuilder(value),
    storeBits: (value) => beginCell().storeBits(value),
    storeBytes: (value) => beginCell().storeBytes(value),
    storeBytesTail: (value) => beginCell().storeBytesTail(value),
    storeStringTail: (value) => beginCell().storeStringTail(value),
    storeStringRefTail: (value) => beginCell().storeStringRefTail(value),
    Cell: (value) => new /** @type {any} */ (Cell)(value, 0, new Uint8Array(0), [0], new Uint8Array(32), []),
    hash: (value) => value === undefined || cell.hash(value),
    depth: (value) => value === undefined || cell.depth(value),
  };
  /** The odd values that are valid for a call. */
  const ACCEPTED_VALUES = { hash: ["undefined"], depth: ["undefined"] };
  for (const [name, call] of Object.entries(CALLS)) {
    test(name, () => {
      for (const [description, value] of ODD_VALUES) {
        if (ACCEPTED_VALUES[name]?.includes(description)) continue;
        // An error of the caller's getter reaches the caller unchanged.
        if (description === "an object whose properties throw") continue;
        assert.match(
          readCode(() => call(value), `${name}(${description})`),
          /^(invalid_parameter|boc_invalid)$/,
          description,
        );
      }
    });
  }

  test("wrong limits and options are refused", () => {
    const [boc] = cases.cells[0];
    for (const name of ["maxBytes", "maxCells", "maxDepth"]) {
      for (const limit of [-1, 0.5, Number.NaN, 2 ** 32, "5", {}, Number.POSITIVE_INFINITY, 5n, true]) {
        const error = catchThrown(() => parseBoc(boc, { [name]: /** @type {any} */ (limit) }), `${name}: ${limit}`);
        assert.deepEqual([error.code, error.parameter], ["invalid_option", name]);
      }
      parseBoc(boc, { [name]: undefined });
    }
    parseBoc(boc, undefined);
  });
});

describe("limits of bags", () => {
  const makeChain = (depth) => {
    let cell = beginCell().endCell();
    for (let index = 0; index < depth; index += 1) cell = beginCell().storeUint(index, 16).storeRef(cell).endCell();
    return cell;
  };

  test("bytes, cells and depth are accepted up to their limits", () => {
    const cell = makeChain(20);
    const boc = cell.toBoc();
    for (const limits of [{ maxBytes: boc.length }, { maxCells: 21 }, { maxDepth: 20 }])
      assert.ok(parseBoc(boc, limits).equals(cell));
    for (const limits of [
      { maxBytes: boc.length - 1 },
      { maxCells: 20 },
      { maxDepth: 19 },
      { maxBytes: 0 },
      { maxCells: 0 },
    ])
      assert.equal(
        readCode(() => parseBoc(boc, limits)),
        "boc_invalid",
      );
    // The size of a text counts in bytes, not in characters.
    assert.ok(parseBoc(cell.toBase64(), { maxBytes: boc.length }).equals(cell));
    assert.ok(parseBoc(toHex(boc), { maxBytes: boc.length }).equals(cell));
    assert.equal(
      readCode(() => parseBoc(toHex(boc), { maxBytes: boc.length - 1 })),
      "boc_invalid",
    );
    assert.equal(
      readCode(() => parseBoc(cell.toBase64(), { maxBytes: boc.length - 1 })),
      "boc_invalid",
    );
  });

  test("a bag of 1024 levels is accepted, and a deeper one is refused", () => {
    const deepestCell = makeChain(1024);
    assert.equal(deepestCell.depth(), 1024);
    assert.ok(parseBoc(deepestCell.toBoc()).equals(deepestCell));
    const builder = beginCell().storeRef(deepestCell);
    assert.equal(
      readCode(() => builder.endCell()),
      "cell_build",
    );
    assert.equal(builder.refs, 1);
  });
});

describe("roots of bags", () => {
  test("a bag may have any number of roots, and the same root twice", () => {
    const cell = parseBoc(cases.cells[3][0]);
    const otherCell = beginCell().storeRef(cell).endCell();
    for (const roots of [[cell], [cell, otherCell], [otherCell, cell], [otherCell, otherCell]]) {
      const boc = writeBoc(roots);
      assert.deepEqual(
        parseBocRoots(boc).map((cell) => toHex(cell.hash())),
        roots.map((cell) => toHex(cell.hash())),
      );
      assert.deepEqual(
        CoreCell.fromBoc(Buffer.from(boc)).map((cell) => toHex(cell.hash())),
        roots.map((cell) => toHex(cell.hash())),
      );
      if (roots.length > 1)
        assert.equal(
          readCode(() => parseBoc(boc)),
          "boc_invalid",
        );
    }
  });

  test("a bag without a root is refused", () => {
    assert.equal(
      readCode(() => writeBoc([])),
      "cell_build",
    );
    // No reader accepts more roots than there are cells.
    const cell = beginCell().endCell();
    assert.equal(
      readCode(() => writeBoc([cell, cell])),
      "cell_build",
    );
  });
});

describe("broken bags", () => {
  const random = makeRandom(6);
  const sources = [
    random.dag(6).toBoc({ idx: false, crc32: false }),
    random.dag(6).toBoc({ idx: true, crc32: false }),
    random.dag(6).toBoc({ idx: true, crc32: true }),
    random.exotic().toBoc({ idx: false, crc32: false }),
    Buffer.from(examples[0].boc, "base64"),
  ];

  /** Checks that the bag is refused, or that the cells read from it can be written as a bag of the same cells. */
  function checkSurvives(bag, label) {
    let cells;
    try {
      cells = parseBocRoots(bag);
    } catch (error) {
      assert.equal(error.code, "boc_invalid", `${label}: ${error.stack}`);
      assert.ok(
        error.index === undefined || (error.index >= 0 && error.index <= bag.length),
        `${label}: ${error.index}`,
      );
      return false;
    }
    const reparsedRoots = parseBocRoots(writeBoc(cells));
    assert.deepEqual(
      reparsedRoots.map((cell) => toHex(cell.hash())),
      cells.map((cell) => toHex(cell.hash())),
      label,
    );
    return true;
  }

  test("a bag with a changed byte is refused, or read as cells that can be written again", () => {
    let refusedCount = 0;
    for (const [number, source] of sources.entries()) {
      for (let index = 0; index < source.length; index += 1) {
        for (const byte of [source[index] ^ 1, source[index] ^ 0x80, 0, 255, random.below(256)]) {
          const bag = Buffer.from(source);
          bag[index] = byte;
          if (!checkSurvives(bag, `bag ${number}, byte ${index} = ${byte}`)) refusedCount += 1;
        }
      }
    }
    assert.ok(refusedCount > 1000);
  });

  test("a bag with a checksum is refused after any change", () => {
    const [source] = [random.dag(6).toBoc({ idx: false, crc32: true })];
    for (let index = 0; index < source.length; index += 1) {
      for (let bit = 0; bit < 8; bit += 1) {
        // Without the flag there is no checksum.
        if (index === 4 && bit === 6) continue;
        const bag = Buffer.from(source);
        bag[index] ^= 1 << bit;
        assert.equal(
          readCode(() => parseBoc(bag), `byte ${index} bit ${bit}`),
          "boc_invalid",
        );
      }
    }
  });

  test("a bag that is cut off anywhere, or followed by more bytes, is refused", () => {
    for (const source of sources) {
      for (let end = 0; end < source.length; end += 1)
        assert.equal(
          readCode(() => parseBoc(source.subarray(0, end)), `${end} bytes`),
          "boc_invalid",
        );
      const longerBytes = Buffer.concat([source, Buffer.from([0])]);
      // A checksum is at the end. Without a checksum, no reader looks at the bytes after the bag.
      if (source[4] & 0x40)
        assert.equal(
          readCode(() => parseBoc(longerBytes)),
          "boc_invalid",
        );
      else assert.ok(parseBoc(longerBytes).equals(source));
    }
  });

  test("random bytes after a magic number are refused or read consistently", () => {
    for (let count = 0; count < 20_000; count += 1) {
      const magic = random.pick(["b5ee9c72", "68ff65f3", "acc3a728", ""]);
      checkSurvives(Buffer.concat([Buffer.from(magic, "hex"), random.bytes(random.below(40))]), `case ${count}`);
    }
  });

  test("the error of a wrong byte has its position", () => {
    for (const { boc, index } of [
      { boc: "b5ee9c73", index: 0 },
      { boc: "00", index: 0 },
    ])
      assert.equal(catchThrown(() => parseBoc(Buffer.from(boc, "hex"))).index, index, boc);
    // The index among the cells of the cell with the fault.
    const bag = coreBeginCell().storeRef(coreBeginCell().endCell()).endCell().toBoc({ idx: false, crc32: false });
    const position = bag.length - 3;
    assert.equal(bag[position], 1);
    bag[position] = 0;
    for (const input of [bag, bag.toString("base64"), bag.toString("hex")])
      assert.match(catchThrown(() => parseBoc(input)).message, /cell 0/);
  });
});

describe("a cell never changes", () => {
  test("changing a cell's returned hash, references, bag or source bytes does not change the cell", () => {
    const source = Uint8Array.from(makeRandom(7).dag(4).toBoc());
    const cell = parseBoc(source);
    const base64Before = cell.toBase64();
    source.fill(0);
    cell.hash().fill(0);
    cell.toBoc().fill(0);
    assert.throws(() => /** @type {any} */ (cell.refs).push(cell), TypeError);
    cell.beginParse().loadBits(Math.min(cell.bits, 8)).fill(255);
    for (const name of ["bits", "level", "type"])
      assert.throws(() => {
        /** @type {any} */ (cell)[name] = 5;
      }, TypeError);
    assert.equal(cell.toBase64(), base64Before);
    const builder = beginCell().storeUint(1, 8);
    const firstCell = builder.endCell();
    const hash = toHex(firstCell.hash());
    builder.storeUint(2, 8).storeRef(firstCell);
    assert.deepEqual([toHex(firstCell.hash()), firstCell.bits, firstCell.refs.length], [hash, 8, 0]);
    assert.equal(JSON.stringify({ first: firstCell }), JSON.stringify({ first: firstCell.toBase64() }));
    assert.equal(`${firstCell}`, firstCell.toBase64());
  });
});
