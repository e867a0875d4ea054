// Measures nanoseconds per address operation in Node: ton-edge, @ton/core, and tonweb from the file in its tarball (the argument is its
// path). A figure is a list with a number for each of many rounds, in which all libraries take turns, so that a slower machine affects all
// alike. Prints JSON: { node, cpu, date, versions, rows: [{ operation, ours, list, crossing, crossings, "@ton/core", tonweb }, ...] }.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus } from "node:os";

import * as ours from "ton-edge/address";

const COUNT = 5000;
const ROUNDS = 41;

const require = createRequire(import.meta.url);
const CoreAddress = require("@ton/core").Address;
// tonweb is written for browsers, which have `self`. If `self` exists, it decodes base64 with `atob`; otherwise with its own, slower
// Buffer.
/** @type {any} */ (globalThis).self = globalThis;
const tonweb = require(process.argv[2]).utils.Address;

/** Pseudorandom numbers, the same in every run. */
let state = 0x9e3779b9;
function makeRandom() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state >>> 0;
}

/** 2 % of the addresses are on the masterchain; all four tags, both alphabets, raw forms in both cases. */
const inputs = Array.from({ length: COUNT }, (_, number) => {
  const hash = Buffer.from(Array.from({ length: 32 }, () => makeRandom() >>> 24));
  const address = new CoreAddress(number % 50 === 0 ? -1 : 0, hash);
  const bits = makeRandom() >>> 8;
  const options = { bounceable: (bits & 1) === 0, testOnly: (bits & 2) === 0, urlSafe: (bits & 4) === 0 };
  const friendlyText = address.toString(options);
  const wrongIndex = 4 + ((bits >>> 4) % 40);
  const wrongText =
    friendlyText.slice(0, wrongIndex) +
    (friendlyText[wrongIndex] === "x" ? "y" : "x") +
    friendlyText.slice(wrongIndex + 1);
  const rawText = address.toRawString();
  return { friendly: friendlyText, bad: wrongText, raw: (bits & 8) === 0 ? rawText : rawText.toUpperCase() };
});
// Flat strings, like those from a network or a form.
const {
  friendly: friendlyTexts,
  bad: badTexts,
  raw,
} = JSON.parse(
  JSON.stringify({
    friendly: inputs.map((input) => input.friendly),
    bad: inputs.map((input) => input.bad),
    raw: inputs.map((input) => input.raw),
  }),
);

/** Collects results, so that the compiler cannot drop unused work. */
let resultSum = 0;

/** A pass over all texts. Each operation has its own pass function, so that code compiled for one is not used for another. */
const compilePass = (body) =>
  new Function("texts", "use", "sink", `for (let i = 0; i < texts.length; i += 1) { ${body} } return sink;`);
const makePass = (texts, code, operation) => {
  const pass = compilePass(code);
  return () => (resultSum = pass(texts, operation, resultSum));
};
/** Number of texts in a list. */
const LIST = 1000;
const passOfLists = (texts, operation) => {
  const lists = Array.from({ length: COUNT / LIST }, (_, at) => texts.slice(at * LIST, (at + 1) * LIST));
  return () => {
    for (const list of lists) resultSum += operation(list).length;
  };
};

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Number of texts that are passed to wasm at once, as in `pkg/dist/address-abi.js`. */
const { MANY } = await import("../../pkg/dist/address-abi.js");
const memory = new Uint8Array(40_000).fill(48);

/**
 * The cost of passing texts to a module and back, without the module: writing a text as bytes, and reading one of `length` characters from
 * bytes; for a list, many texts at once.
 */
function measureCrossing(texts, length) {
  const result = memory.subarray(0, length);
  return makePass(texts, "sink += use(texts[i])", (text) => {
    const { written: byteCount } = encoder.encodeInto(text, memory);
    return length === 0 ? byteCount : decoder.decode(result).length;
  });
}

function getCrossingOfList(texts, length) {
  return passOfLists(texts, (list) => {
    const results = [];
    for (let firstIndex = 0; firstIndex < list.length; firstIndex += MANY) {
      const part = list.slice(firstIndex, firstIndex + MANY);
      encoder.encodeInto(part.join(""), memory);
      const text = decoder.decode(memory.subarray(0, part.length * length));
      for (let at = 0; at < part.length; at += 1) results.push(text.slice(at * length, (at + 1) * length));
    }
    return results;
  });
}

const operations = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
];

function detectByCore(text) {
  const { address, isTestOnly: testOnly } = CoreAddress.parseFriendly(text);
  let length = address.toRawString().length;
  for (const [bounceable, urlSafe] of operations) length += address.toString({ bounceable, urlSafe, testOnly }).length;
  return length;
}

function detectByTonweb(text) {
  const address = new tonweb(text);
  let length = address.toString(false).length;
  for (const [bounceable, urlSafe] of operations)
    length += address.toString(true, urlSafe, bounceable, address.isTestOnly).length;
  return length;
}

const rows = {
  "friendly -> raw": {
    ours: makePass(friendlyTexts, "sink += use(texts[i]).length", ours.unpackAddress),
    list: passOfLists(friendlyTexts, ours.unpackAddresses),
    crossing: measureCrossing(friendlyTexts, 66),
    crossings: getCrossingOfList(friendlyTexts, 66),
    "@ton/core": makePass(friendlyTexts, "sink += use.parse(texts[i]).toRawString().length", CoreAddress),
    tonweb: makePass(friendlyTexts, "sink += new use(texts[i]).toString(false).length", tonweb),
  },
  "raw -> friendly": {
    ours: makePass(raw, "sink += use(texts[i]).length", ours.packAddress),
    list: passOfLists(raw, ours.packAddresses),
    crossing: measureCrossing(raw, 48),
    crossings: getCrossingOfList(raw, 48),
    "@ton/core": makePass(raw, "sink += use.parse(texts[i]).toString().length", CoreAddress),
    tonweb: makePass(raw, "sink += new use(texts[i]).toString(true, true, true, false).length", tonweb),
  },
  "detect, all forms": {
    ours: makePass(friendlyTexts, "sink += use(texts[i]).raw_form.length", ours.detectAddress),
    list: passOfLists(friendlyTexts, ours.detectAddresses),
    crossing: measureCrossing(friendlyTexts, 259),
    crossings: getCrossingOfList(friendlyTexts, 259),
    "@ton/core": makePass(friendlyTexts, "sink += use(texts[i])", detectByCore),
    tonweb: makePass(friendlyTexts, "sink += use(texts[i])", detectByTonweb),
  },
  "parse friendly": {
    ours: makePass(friendlyTexts, "sink += use(texts[i]).workchain", ours.parseAddress),
    "@ton/core": makePass(friendlyTexts, "sink += use.parseFriendly(texts[i]).address.workChain", CoreAddress),
    tonweb: makePass(friendlyTexts, "sink += new use(texts[i]).wc", tonweb),
  },
  "invalid input": {
    ours: makePass(badTexts, "sink += use(texts[i]).ok ? 1 : 2", ours.tryParseAddress),
    list: passOfLists(badTexts, ours.unpackAddresses),
    "@ton/core": makePass(
      badTexts,
      "try { sink += use.parse(texts[i]).workChain } catch (error) { sink += 2 }",
      CoreAddress,
    ),
    tonweb: makePass(badTexts, "try { sink += new use(texts[i]).wc } catch (error) { sink += 2 }", tonweb),
  },
  // @ton/core checks only the shape of the text; the other libraries also check its checksum.
  "is it an address": {
    ours: makePass(friendlyTexts, "sink += use(texts[i]) ? 1 : 2", ours.isAddress),
    crossing: measureCrossing(friendlyTexts, 0),
    "@ton/core": makePass(friendlyTexts, "sink += use.isFriendly(texts[i]) ? 1 : 2", CoreAddress),
    tonweb: makePass(friendlyTexts, "sink += use.isValid(texts[i]) ? 1 : 2", tonweb),
  },
};

// The class that replaces `Address` of @ton/core, if the package has it.
if (ours.Address !== undefined) {
  const code = "sink += use.parse(texts[i]).toString().length";
  rows["Address.parse, toString"] = {
    ours: makePass(friendlyTexts, code, ours.Address),
    "@ton/core": makePass(friendlyTexts, code, CoreAddress),
    tonweb: makePass(friendlyTexts, "sink += new use(texts[i]).toString(true, true, true, false).length", tonweb),
  };
}

/** Checks the results, because a fast wrong result does not count. */
function check() {
  friendlyTexts.forEach((text, i) => {
    const expected = CoreAddress.parse(text).toRawString().toUpperCase();
    const detectedAddress = ours.detectAddress(text);
    const isRight =
      ours.unpackAddress(text) === expected &&
      ours.packAddress(raw[i]) === CoreAddress.parse(raw[i]).toString() &&
      detectedAddress.raw_form === expected.toLowerCase() &&
      detectedAddress.bounceable.b64url === CoreAddress.parse(text).toString({ testOnly: detectedAddress.test_only }) &&
      ours.parseAddress(text).raw === expected &&
      !ours.tryParseAddress(badTexts[i]).ok &&
      new tonweb(text).toString(false).toUpperCase() === expected;
    if (!isRight) throw new Error(`the libraries disagree on ${text}`);
  });
}
check();

const turns = Object.entries(rows).flatMap(([operation, cells]) =>
  Object.entries(cells).map(([who, pass]) => ({ operation, who, pass, times: [] })),
);
for (let round = -3; round < ROUNDS; round += 1) {
  for (const { pass, times } of turns) {
    const start = process.hrtime.bigint();
    pass();
    const time = Number(process.hrtime.bigint() - start) / COUNT;
    // The first rounds are only for warming up.
    if (round >= 0) times.push(time);
  }
}
if (resultSum === 0) throw new Error("nothing was done");

const results = Object.keys(rows).map((operation) => {
  const cells = turns.filter((turn) => turn.operation === operation).map(({ who, times }) => [who, times]);
  return { operation, ...Object.fromEntries(cells) };
});
const readVersion = (file) => JSON.parse(readFileSync(file, "utf8")).version;
process.stdout.write(
  JSON.stringify({
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
    date: new Date().toISOString().slice(0, 10),
    versions: {
      "@ton/core": readVersion(require.resolve("@ton/core/package.json")),
      tonweb: readVersion(require.resolve(process.argv[2].replace(/dist.tonweb\.js$/, "package.json"))),
    },
    rows: results,
  }),
);
