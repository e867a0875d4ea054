// How the client reads JSON: long whole numbers as strings, everything else as the engine does, in time linear in the text.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { parseJson } from "../../pkg/lib/util/body.js";

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The rule as one regular expression, for valid JSON only: its time is quadratic for a string without an end. */
function parseByRule(text) {
  const exactText = text.replace(STRING_OR_NUMBER, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token));
  return { shape: 2, value: JSON.parse(exactText) };
}

test("all recordings are parsed by the rule: long whole numbers become strings", () => {
  const folder = new URL("../fixtures/recorded/", import.meta.url);
  let readCount = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".json")) continue;
    const text = readFileSync(`${entry.parentPath}/${entry.name}`, "utf8");
    assert.deepEqual(parseJson(text), parseByRule(text), entry.name);
    // If the text contains a long number, the parser examines every string and number.
    const expectedText = `[12345678901234567890,${text},-00012345678901234]`.replace("-000", "-");
    assert.deepEqual(parseJson(expectedText), parseByRule(expectedText), entry.name);
    readCount += 1;
  }
  assert.ok(readCount > 80, `${readCount}`);
});

/** Random numbers, the same in every run. */
function createSeededChance(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % below;
  };
}

const PIECES = [
  '"',
  "\\",
  '\\"',
  "\\\\",
  "\\u0041",
  "1234567890123456",
  "123456789012345",
  "-9999999999999999",
  "1234567890123456.5",
  "1e20",
  "0.12345678901234567",
  "é",
  "😀",
  "\u2028",
  ",",
  ":",
  "[",
  "]",
  "{",
  "}",
  " ",
  "true",
  "e",
  "-",
  "+",
  ".",
  "\n",
];

test("random JSON is parsed by the rule: long whole numbers become strings", () => {
  const below = createSeededChance(17);
  const writeWord = () => Array.from({ length: below(6) }, () => PIECES[below(PIECES.length)]).join("");
  const writeNumber = () => {
    const digits = Array.from({ length: 1 + below(24) }, () => below(10))
      .join("")
      .replace(/^0+(?=.)/, "");
    return `${["", "-"][below(2)]}${digits}${["", "", ".5", "e3", ".25E-2", "e+10"][below(6)]}`;
  };
  const pickSpace = () => ["", " ", "\n\t", "\r  "][below(4)];
  const makeValue = (depth) => {
    const kind = below(depth > 3 ? 4 : 6);
    if (kind < 2) return writeNumber();
    if (kind === 2) return JSON.stringify(writeWord());
    if (kind === 3) return ["true", "false", "null"][below(3)];
    const items = Array.from(
      { length: below(5) },
      () =>
        `${pickSpace()}${kind === 4 ? "" : `${JSON.stringify(writeWord())}${pickSpace()}:${pickSpace()}`}${makeValue(depth + 1)}${pickSpace()}`,
    );
    return kind === 4 ? `[${items}]` : `{${items}}`;
  };
  for (let index = 0; index < 20_000; index += 1) {
    const text = `[${pickSpace()}${makeValue(0)}${pickSpace()}]`;
    assert.deepEqual(parseJson(text), parseByRule(text), text);
  }
});

test("invalid JSON is rejected, except for numbers that JSON does not allow", () => {
  const below = createSeededChance(5);
  const catchFailure = (text) => {
    try {
      return parseByRule(text);
    } catch {
      return { shape: 1, value: undefined };
    }
  };
  let brokenCount = 0;
  for (let index = 0; index < 20_000; index += 1) {
    const text = `[${Array.from({ length: 1 + below(12) }, () => PIECES[below(PIECES.length)]).join("")}]`;
    let isValid = true;
    try {
      JSON.parse(text);
    } catch {
      isValid = false;
    }
    if (!isValid) brokenCount += 1;
    // In quotes, a long number with leading zeros or as a property name is JSON.
    if (isValid || /\d{16}/.test(text))
      assert.ok([catchFailure(text).shape, isValid ? 2 : 1].includes(parseJson(text).shape), text);
    else assert.deepEqual(parseJson(text), { shape: 1, value: undefined }, text);
    if (isValid) assert.deepEqual(parseJson(text), parseByRule(text), text);
  }
  assert.ok(brokenCount > 10_000, `${brokenCount}`);
});

test("a string of millions of escapes is parsed, and one without an end is rejected as invalid", () => {
  const escapes = '\\"'.repeat(8_000_000);
  const { shape, value } = parseJson(`{"n":1234567890123456,"s":"${escapes}"}`);
  assert.equal(shape, 2);
  assert.equal(value.n, "1234567890123456");
  assert.equal(value.s.length, 8_000_000);
  assert.deepEqual(parseJson(`{"n":1234567890123456,"s":"${escapes}`), { shape: 1, value: undefined });
});
