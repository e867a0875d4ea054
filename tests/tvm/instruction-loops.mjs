// Programs that run one instruction many times, to measure the CPU time that it takes. Each run of the instruction has its own copies of the
// operands.

import { readFileSync } from "node:fs";

import { beginCell, serializeTuple } from "@ton/core";
import { openContract } from "ton-edge/tvm";

import { seededRandom } from "../helpers/seeded-random.mjs";
import { deepDictionary, stackMaker } from "./instruction-programs.mjs";

/** Any method: no program reads its number. */
const METHOD = 85143;
/** More gas than one run of an instruction takes. */
const MAX_RUN_GAS = 600_000;
/** The most copies of an instruction in a program without a loop. */
const MAX_STRAIGHT = 200;

const boc = (cell) => cell.toBoc({ idx: false, crc32: false });
const DATA = beginCell().storeUint(7, 32).endCell();

/** The machine's instructions: the first prefix of 24 bits, the first one after it, and the bits of the instruction. */
export const INSTRUCTIONS = readFileSync(new URL("../golden/instructions.txt", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => {
    const [from, to, bits] = line.split(" ");
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16), bits: Number(bits) };
  });

const int = (value) => ({ type: "int", value });
const slice = (bytes) => ({ type: "slice", cell: beginCell().storeBuffer(bytes).endCell() });
const LARGE = 2n ** 256n - 1n;
const NUMBER = 2n ** 255n + 12345678901234567890n;
const DICTIONARY = deepDictionary();
const FULL = slice(Buffer.alloc(127, 0xab));
const BUILDER = { type: "builder", cell: FULL.cell };
/** The first test vector of RFC 8032: a check of the signature of another message takes as long as that of a valid one. */
const PUBLIC_KEY = int(0xd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511an);
const SIGNATURE = slice(
  Buffer.from(
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    "hex",
  ),
);
const tupleOf = (length) => ({ type: "tuple", items: Array.from({ length }, () => int(1n)) });

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
    int(512n),
  ]),
);

/** Operands with which other instructions take long. */
const LARGE_OPERANDS = [
  [int(LARGE), int(LARGE), int(NUMBER)],
  [int(-LARGE), int(NUMBER), int(LARGE)],
  [FULL, FULL, int(1n)],
  [...Array(12).fill(FULL), int(12n)],
  [FULL],
  [BUILDER],
  [FULL, SIGNATURE, PUBLIC_KEY],
  [int(NUMBER), SIGNATURE, PUBLIC_KEY],
  [DICTIONARY, int(1000n)],
  [{ type: "slice", cell: DICTIONARY.cell }, int(1000n)],
  [tupleOf(250), int(1n), int(200n)],
  [tupleOf(250), int(250n)],
];

/** Returns lists of operands that an instruction may accept: large ones first, then random ones. @param {number} prefix */
export function listOperands(prefix, count, seed = 1) {
  const makeStack = stackMaker(seededRandom(seed));
  const large = prefix >> 16 === 0xf4 ? DICTIONARY_OPERANDS : LARGE_OPERANDS;
  return [...large, ...Array.from({ length: count }, () => makeStack(prefix >> 8).slice(-14))];
}

/** Leaves `count` items on the stack, and copies them. */
function storeCopies(builder, count) {
  // DEPTH, -count ADDCONST, DROPX; count - 1 PUSH, count times.
  builder.storeUint(0x68, 8).storeUint(0xa6, 8).storeInt(-count, 8).storeUint(0x65, 8);
  for (let item = 0; item < count; item += 1) builder.storeUint(0x20 + count - 1, 8);
  return builder;
}

function storeRun(count, instruction) {
  const builder = storeCopies(beginCell(), count);
  return instruction ? builder.storeUint(instruction.prefix >>> (24 - instruction.bits), instruction.bits) : builder;
}

/** Ends code with no operation, and cells for instructions that take some from the code. */
function endCode(builder) {
  builder.storeUint(0, 32);
  for (let ref = 0; ref < 2; ref += 1) builder.storeRef(beginCell().storeUint(0x71, 8).endCell());
  return builder.endCell();
}

/** DROP, `times` PUSHINT, <{ body }> PUSHREFCONT, REPEAT. */
const repeat = (body, times) =>
  beginCell().storeUint(0x3081, 16).storeInt(times, 16).storeUint(0x8ae4, 16).storeRef(body).endCell();

/** The forms of a program: some instructions leave a loop, or change where it continues. */
const FORMS = [
  (count, instruction, times) => repeat(endCode(storeRun(count, instruction)), times),
  (count, instruction, times) => {
    let next = beginCell().endCell();
    for (let run = 0; run < Math.min(times, MAX_STRAIGHT); run += 1)
      next = storeRun(count, instruction).storeRef(next).endCell();
    return beginCell().storeUint(0x30, 8).storeRef(next).endCell();
  },
  (count, instruction, times) => {
    const inner = endCode(storeRun(count, instruction));
    // <{ inner }> PUSHREFCONT, <{ }> PUSHCONT, TRY.
    return repeat(beginCell().storeUint(0x8a90f2ff, 32).storeRef(inner).endCell(), times);
  },
];

/** Opens a program that runs an instruction so many times, or only copies its operands. */
function openProgram(code) {
  const state = { code: boc(code), data: boc(DATA), address: `0:${"5".repeat(64)}`, balance: 10n ** 9n };
  const contract = openContract({ ...state, now: 1_780_000_000, blockLt: 1_000_000, workLimit: 1e12 });
  return (stack, gasLimit = 1e9) => contract.getBoc(METHOD, stack, { gasLimit });
}

/**
 * Returns programs with and without an instruction, and how many times it runs; undefined if the operands are not accepted.
 *
 * @param {{ prefix: number, bits: number }} instruction @param {any[]} operands @param {number} gas of the program
 */
export function openLoop(instruction, operands, gas) {
  const stack = boc(serializeTuple(operands));
  for (const form of FORMS) {
    const gasOf = (times) => {
      // Some instructions make the program endless.
      const result = openProgram(form(operands.length, instruction, times))(stack, MAX_RUN_GAS * times);
      return result.status === "done" ? result.gasUsed : undefined;
    };
    const one = gasOf(1);
    if (one === undefined) continue;
    const [some, more] = [gasOf(20), gasOf(40)];
    if (some === undefined || more === undefined || more <= some) continue;
    const limit = form === FORMS[1] ? MAX_STRAIGHT : 20_000;
    const times = Math.max(40, Math.min(limit, Math.ceil((20 * gas) / (more - some))));
    const [withIt, without] = [instruction, undefined].map((which) => openProgram(form(operands.length, which, times)));
    return { times, run: () => withIt(stack), runEmpty: () => without(stack) };
  }
  return undefined;
}
