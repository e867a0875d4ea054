// Tests which texts may enter a URL, a title, a history or a store of the web app: texts with an address, a hash, a name or a block, but
// never a recovery phrase.

import assert from "node:assert/strict";
import { test } from "node:test";

import { mnemonicNew } from "@ton/crypto";

import { isPhrase, isShareable } from "../../www/shared/secrets.js";

// The settings of a page without configured networks.
Object.assign(globalThis, { document: { querySelector: () => null } });
const { formatRoute } = await import("../../www/app/route.js");

const ADDRESS = "EQCfJ619tsWMv-JMA741dmIJ3KApK7fkVIL4tZEvoRvzAGpu";
const RAW = `0:${"9F".repeat(32)}`;
const SEED_HEX = "9f".repeat(32);

/** Ways in which wallets and people write a recovery phrase. */
const SECRET_FORMS = {
  spaces: (words) => words.join(" "),
  lines: (words) => words.join("\n"),
  "lines with the ends of Windows": (words) => `${words.join("\r\n")}\r\n`,
  commas: (words) => words.join(", "),
  "commas alone": (words) => words.join(","),
  numbers: (words) => words.map((word, index) => `${index + 1}. ${word}`).join("\n"),
  "numbers in brackets": (words) => words.map((word, index) => `${index + 1}) ${word}`).join(" "),
  "numbers without a space": (words) => words.map((word, index) => `${index + 1}.${word}`).join(" "),
  "numbers on lines of their own": (words) => words.map((word, index) => `${index + 1}\n${word}`).join("\n"),
  columns: (words) => words.map((word, index) => `${index + 1}\t${word}${index % 2 ? "\n" : "\t"}`).join(""),
  capitals: (words) => words.map((word) => word.toUpperCase()).join(" "),
  JSON: (words) => JSON.stringify(words),
  "a note around it": (words) => `my wallet: ${words.join(" ")} ${ADDRESS}`,
};

test("a recovery phrase is recognized in every form, and no URL is made with it", async () => {
  for (const count of [12, 18, 24])
    for (let round = 0; round < 5; round += 1) {
      const words = await mnemonicNew(24);
      for (const [form, write] of Object.entries(SECRET_FORMS)) {
        const text = write(words.slice(0, count));
        assert.ok(isPhrase(text), `${count} words, ${form}: ${text}`);
        assert.equal(isShareable(text), false, form);
        assert.equal(formatRoute({ network: "mainnet", view: "address", text, query: { token: text } }), "#/address/");
      }
    }
});

test("texts that visitors look up are not taken for a recovery phrase", () => {
  const shareableTexts = [
    "",
    ADDRESS,
    RAW,
    SEED_HEX,
    `0x${SEED_HEX}`,
    Buffer.from(SEED_HEX, "hex").toString("base64"),
    [ADDRESS, RAW, SEED_HEX].join("\n"),
    `wallet,balance\n${ADDRESS},5`,
    "alice.ton",
    "some-name.t.me",
    `ton://transfer/${ADDRESS}?amount=1&text=thank%20you`,
    "(-1,8000000000000000,12345)",
    "12345",
  ];
  for (const text of shareableTexts) assert.deepEqual([isPhrase(text), isShareable(text)], [false, true], text);
});

test("a text without an address, a hash or a name does not enter a URL", () => {
  for (const text of [
    "my secret password",
    "AIzaSyD-not-an-address-1234",
    "sk_live_4242424242424242",
    // A text as long as an address, but without a valid checksum.
    "A".repeat(47) + "B",
    `sk_live_${"4242".repeat(10)}`,
    ADDRESS.replace("MA741", "MA7A1"),
    "hello",
    SEED_HEX.slice(2),
  ])
    assert.equal(isShareable(text), false, text);
});
