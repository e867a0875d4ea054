// Programs that run one instruction many times, to measure the CPU time that it takes. Each run of the instruction has its own copies of the
// operands.

import { readFileSync } from "node:fs";

import { beginCell, serializeTuple } from "@ton/core";
import { openContract } from "ton-edge/tvm";

import { createSeededRandom } from "../helpers/seeded-random.mjs";
import { deepDictionary, createStackMaker } from "./instruction-programs.mjs";

/** Any method: no program reads its number. */
const METHOD = 85143;
/** More gas than one run of an instruction takes. */
const MAX_RUN_GAS = 600_000;
/** The most copies of an instruction in a program without a loop. */
const MAX_STRAIGHT = 200;

const toBoc = (cell) => cell.toBoc({ idx: false, crc32: false });
const DATA = beginCell().storeUint(7, 32).endCell();

/** The machine's instructions: the first prefix of 24 bits, the first one after it, and the bits of the instruction. */
export const INSTRUCTIONS = readFileSync(new URL("../golden/instructions.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [from, to, bits] = line.split(" ");
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), bits: Number(bits) };
  });

const makeInt = (value) => ({ type: "int", value });
const slice = (bytes) => ({ type: "slice", cell: beginCell().storeBuffer(bytes).endCell() });
const LARGE_INTEGER = 2n ** 256n - 1n;
const NUMBER = 2n ** 255n + 12345678901234567890n;
const DICTIONARY = deepDictionary();
const FULL_CELL = slice(Buffer.alloc(127, 0xab));
const BUILDER = { type: "builder", cell: FULL_CELL.cell };
/** The first test vector of RFC 8032: a check of the signature of another message takes as long as that of a valid one. */
const PUBLIC_KEY = makeInt(0xd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511an);
const SIGNATURE = slice(
  Buffer.from(
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "hex",
  ),
);
const EMPTY_BUILDER = { type: "builder", cell: beginCell().endCell() };
const makeTuple = (length) => ({ type: "tuple", items: Array.from({ length }, () => makeInt(1n)) });

/** Operands with which dictionary instructions take long: keys before, in and after the deepest dictionary. */
const DICTIONARY_OPERANDS = [
  Buffer.alloc(64, 255),
  Buffer.concat([Buffer.alloc(1, 1), Buffer.alloc(63, 255)]),
  Buffer.alloc(64),
].flatMap((key) =>
  [slice(Buffer.alloc(1)), { type: "cell", cell: DATA }, { type: "builder", cell: DATA }].map((value) => [
    value,
    slice(key),
    DICTIONARY,
    makeInt(512n),
  ]),
);

/** Operands with which other instructions take long. */
const LARGE_OPERANDS = [
  [makeInt(LARGE_INTEGER), makeInt(LARGE_INTEGER), makeInt(NUMBER)],
  [makeInt(-LARGE_INTEGER), makeInt(NUMBER), makeInt(LARGE_INTEGER)],
  [FULL_CELL, FULL_CELL, makeInt(1n)],
  [...Array(12).fill(FULL_CELL), makeInt(12n)],
  [FULL_CELL],
  [BUILDER],
  [BUILDER, EMPTY_BUILDER],
  [EMPTY_BUILDER, BUILDER],
  [FULL_CELL, EMPTY_BUILDER],
  [EMPTY_BUILDER, FULL_CELL],
  [{ type: "cell", cell: FULL_CELL.cell }, EMPTY_BUILDER],
  [EMPTY_BUILDER, { type: "cell", cell: FULL_CELL.cell }],
  [{ type: "cell", cell: FULL_CELL.cell }],
  [makeInt(1n), EMPTY_BUILDER],
  [EMPTY_BUILDER, makeInt(1n)],
  [makeInt(1n), EMPTY_BUILDER, makeInt(8n)],
  [EMPTY_BUILDER, makeInt(1n), makeInt(8n)],
  [FULL_CELL, makeInt(8n)],
  [FULL_CELL, makeInt(8n), makeInt(0n)],
  [FULL_CELL, makeInt(0n), makeInt(8n), makeInt(0n)],
  [EMPTY_BUILDER, makeInt(8n), makeInt(0n)],
  [makeInt(0n)],
  [makeInt(0n), EMPTY_BUILDER],
  [EMPTY_BUILDER, makeInt(0n)],
  [DICTIONARY, EMPTY_BUILDER],
  [makeInt(1n), makeInt(2n)],
  [FULL_CELL, SIGNATURE, PUBLIC_KEY],
  [makeInt(NUMBER), SIGNATURE, PUBLIC_KEY],
  [DICTIONARY, makeInt(1000n)],
  [{ type: "slice", cell: DICTIONARY.cell }, makeInt(1000n)],
  [makeTuple(250), makeInt(1n), makeInt(200n)],
  [makeTuple(250), makeInt(250n)],
];

/** Returns lists of operands that an instruction may accept: large ones first, then random ones. @param {number} prefix */
export function listOperands(prefix, count, seed = 1) {
  const makeStack = createStackMaker(createSeededRandom(seed));
  const largeOperands = prefix >> 16 === 0xf4 ? DICTIONARY_OPERANDS : LARGE_OPERANDS;
  return [...largeOperands, ...Array.from({ length: count }, () => makeStack(prefix >> 8).slice(-14))];
}

/** Leaves `count` items on the stack: DEPTH, -count ADDCONST, DROPX. */
const storeDrop = (builder, count) => builder.storeUint(0x68a6, 16).storeInt(-count, 8).storeUint(0x65, 8);

/** Leaves `count` items on the stack, and copies them: count - 1 PUSH, count times. */
function storeCopies(builder, count) {
  storeDrop(builder, count);
  for (let item = 0; item < count; item += 1) builder.storeUint(0x20 + count - 1, 8);
  return builder;
}

/** Code before the instruction, also in the program without it: none, or instructions that push continuations. */
const PRELUDES = [[], [0x90], [0x90, 0x90]];

function storeRun({ count, instruction, prelude }) {
  const builder = storeCopies(beginCell(), count);
  for (const byte of prelude) builder.storeUint(byte, 8);
  return instruction ? builder.storeUint(instruction.prefix >>> (24 - instruction.bits), instruction.bits) : builder;
}

/** Adds cells, and bits without effect, for instructions that take some from the code. */
function endCode(builder, bits) {
  builder.storeUint(0, bits);
  for (let ref = 0; ref < 2; ref += 1) builder.storeRef(beginCell().storeUint(0x71, 8).endCell());
  return builder.endCell();
}

/** DROP, `times` PUSHINT, <{ body }> PUSHREFCONT, REPEAT. */
function repeat(body, times, count) {
  const builder = beginCell().storeUint(0x3081, 16).storeInt(times, 16).storeUint(0x8ae4, 16).storeRef(body);
  return storeDrop(builder, count).endCell();
}

/** The forms of a program: some instructions leave a loop, or change where it continues. */
const FORMS = [
  (parts, repeatCount) => repeat(endCode(storeRun(parts), 0), repeatCount, parts.count),
  (parts, repeatCount) => repeat(endCode(storeRun(parts), 32), repeatCount, parts.count),
  (parts, repeatCount) => {
    let next = storeDrop(beginCell(), parts.count).endCell();
    for (let run = 0; run < Math.min(repeatCount, MAX_STRAIGHT); run += 1)
      next = storeRun(parts).storeRef(next).endCell();
    return beginCell().storeUint(0x30, 8).storeRef(next).endCell();
  },
  (parts, repeatCount) => {
    const runCode = endCode(storeRun(parts), 0);
    // <{ inner }> PUSHREFCONT, <{ }> PUSHCONT, TRY.
    return repeat(beginCell().storeUint(0x8a90f2ff, 32).storeRef(runCode).endCell(), repeatCount, parts.count);
  },
];

/** Opens a program that runs an instruction so many times, or only copies its operands. */
function openProgram(code) {
  const state = { code: toBoc(code), data: toBoc(DATA), address: `0:${"5".repeat(64)}`, balance: 10n ** 9n };
  const contract = openContract({ ...state, now: 1_780_000_000, blockLt: 1_000_000, workLimit: 1e12 });
  return (stack, gasLimit = 1e9) => contract.getBoc(METHOD, stack, { gasLimit });
}

/**
 * Returns programs with and without an instruction, and how many times it runs; undefined if the operands are not accepted.
 *
 * @param {{ prefix: number, bits: number }} instruction @param {any[]} operands @param {number} gas of the program
 */
export function openLoop(instruction, operands, gas) {
  const stack = toBoc(serializeTuple(operands));
  const count = operands.length;
  for (const prelude of PRELUDES)
    for (const form of FORMS) {
      const openLoopBody = (instructionUsed, repeatCount) =>
        openProgram(form({ count, instruction: instructionUsed, prelude }, repeatCount));
      // Some instructions make the program endless.
      const computeGas = (instructionUsed, repeatCount) => {
        const result = openLoopBody(instructionUsed, repeatCount)(stack, MAX_RUN_GAS * repeatCount);
        return result.status === "done" ? result.gasUsed : undefined;
      };
      if (computeGas(instruction, 1) === undefined) continue;
      const [someGas, gasLonger, emptyGas] = [
        computeGas(instruction, 4),
        computeGas(instruction, 8),
        computeGas(undefined, 8),
      ];
      // An instruction that ends the program runs once.
      if (someGas === undefined || gasLonger === undefined || gasLonger <= someGas || gasLonger <= emptyGas) continue;
      const limit = form === FORMS[2] ? MAX_STRAIGHT : 20_000;
      const times = Math.max(8, Math.min(limit, Math.ceil((4 * gas) / (gasLonger - someGas))));
      const [instructionProgram, plainProgram] = [instruction, undefined].map((instructionUsed) =>
        openLoopBody(instructionUsed, times),
      );
      return { times, run: () => instructionProgram(stack), runEmpty: () => plainProgram(stack) };
    }
  return undefined;
}
