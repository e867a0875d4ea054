// Generates the tables of docs/addresses.md from the code that they describe.

import assert from "node:assert/strict";
import { test } from "node:test";

import { detectAddress, packAddress, tryParseAddress } from "ton-edge/address";

import { fileContains } from "../helpers/section.mjs";

const HASH = "83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8";
const EQ = packAddress(`0:${HASH}`);

test("docs/addresses.md has the table of tags", async () => {
  const rows = [
    "| tag | bits | bounceable | for test networks only | first characters, workchain 0 | workchain -1 |\n",
    "|---|---|---|---|---|---|\n",
  ];
  for (const testOnly of [false, true]) {
    for (const bounceable of [true, false]) {
      const [base, master] = [0, -1].map((workchain) => packAddress(`${workchain}:${HASH}`, { bounceable, testOnly }));
      const tag = atob(base.slice(0, 4)).charCodeAt(0);
      const bits = tag.toString(2).padStart(8, "0");
      const formatFlag = (flag) => (flag ? "yes" : "no");
      rows.push(
        `| 0x${tag.toString(16).toUpperCase()} | ${bits} | ${formatFlag(bounceable)} | ${formatFlag(testOnly)} | \`${base.slice(0, 2)}\` | \`${master.slice(0, 2)}\` |\n`,
      );
    }
  }
  await fileContains("docs/addresses.md", "tags", rows.join(""));
});

test("the table of refusals in docs/addresses.md has every code, and each text has the code of its row", async () => {
  const failures = [];
  const bytes = Uint8Array.from(atob(detectAddress(EQ).bounceable.b64), (character) => character.charCodeAt(0));
  // An address whose tag byte is unknown, with a correct checksum.
  bytes[0] = 0x12;
  let sum = 0;
  for (const byte of bytes.subarray(0, 34)) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1;
  }
  bytes.set([(sum >> 8) & 255, sum & 255], 34);
  const taggedBase64 = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

  const texts = {
    address_empty: "",
    address_length: EQ.slice(0, 47),
    address_charset: `${EQ.slice(0, 17)}!${EQ.slice(18)}`,
    address_mixed_alphabet: "UQBDWnKuRx7eqYtr5Kr9HdFGHnBsUyX_jsPGC/RO/K4BaVdu",
    address_checksum: `${EQ.slice(0, 47)}M`,
    address_tag: taggedBase64,
    address_workchain_format: `00:${HASH}`,
    address_workchain_range: `300:${HASH}`,
    address_hash_length: `0:${HASH.slice(0, 63)}`,
    address_hash_charset: `0:${HASH.slice(0, 63)}g`,
    address_whitespace: `${EQ} `,
    address_is_link: `ton://transfer/${EQ}`,
    address_is_domain: "wallet.ton",
    address_bare_hash: HASH,
  };
  const quoteText = (text) => `\`${text.replace(HASH, "83df…31a8").replace(HASH.slice(0, 63), "83df…31a")}\``;
  const rows = Object.entries(texts).map(([expected, text]) => {
    const { error } = /** @type {any} */ (tryParseAddress(text));
    if (error?.code !== expected) failures.push([expected, error?.code]);
    const description = text === "" ? "the empty text" : quoteText(text);
    return `| \`${expected}\` | ${description} | ${error?.index ?? ""} | ${error?.message} |\n`;
  });
  assert.deepEqual(failures, []);
  await fileContains(
    "docs/addresses.md",
    "refusals",
    ["| code | text | index | message |\n", "|---|---|---|---|\n", ...rows].join(""),
  );
});

test("the table in docs/addresses.md has every code of an address error", async () => {
  const { codes } = await import("../../pkg/dist/codes.js");
  const { readFile } = await import("node:fs/promises");
  const document = await readFile(new URL("../../docs/addresses.md", import.meta.url), "utf8");
  const addressCodes = codes.filter((code) => code.startsWith("address_"));
  assert.ok(addressCodes.length > 10);
  for (const code of addressCodes) assert.ok(document.includes(`| \`${code}\` |`), code);
});
