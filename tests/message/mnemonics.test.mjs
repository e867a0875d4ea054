// Mnemonics compared with @ton/crypto: with and without a password, and words that are not a mnemonic.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, test } from "node:test";

import {
  keyPairFromSeed as coreKeyPair,
  mnemonicNew,
  mnemonicToPrivateKey,
  mnemonicValidate,
  signVerify,
} from "@ton/crypto";
import { isMnemonic, keyPairFromSeed, mnemonicNew as newMnemonic, mnemonicToKeyPair } from "ton-edge/message";

import { MNEMONIC_WORDS } from "../../pkg/dist/mnemonic-words.js";

import { toHex, ODD_VALUES, catchRejection } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

/** A fixed mnemonic, since @ton/crypto needs a while to find a new one. */
const WORDS =
  "hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution".split(
    " ",
  );

/** A mnemonic with the password {@link PASSWORD}. */
const LOCKED_MNEMONIC =
  "prepare trophy midnight lemon shrug floor fantasy insect assume check yellow size sweet easily warm project spoil property sheriff front donor food dwarf few".split(
    " ",
  );
const PASSWORD = "pässword 🙂";

/** The word list as the README of BIP-39 has it: for each word, how many letters it shares with the word before, and the rest. */
const LIST = [...MNEMONIC_WORDS.matchAll(/([A-Z])([a-z]*)/g)].reduce(
  (list, [, prefixLetter, rest]) => {
    list.push((list.at(-1) ?? "").slice(0, prefixLetter.charCodeAt(0) - 65) + rest);
    return list;
  },
  /** @type {string[]} */ ([]),
);

/** The random bytes that choose these words; the five highest bits of each number do not matter. */
const encodeWords = (words) => words.flatMap((word) => [0xf8 | (LIST.indexOf(word) >> 8), LIST.indexOf(word) & 255]);

/** Checks by a signature that the private key belongs to a public one, since it cannot be exported. */
async function canVerify(privateKey, publicKey) {
  const data = Uint8Array.of(1, 2, 3);
  const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, data));
  return signVerify(Buffer.from(data), Buffer.from(signature), publicKey);
}

describe("mnemonics compared with @ton/crypto", () => {
  test("new mnemonics of 12, 18 and 24 words, with and without a password, give @ton/crypto's keys", async () => {
    for (let count = 0; count < TIMES; count += 1) {
      for (const [length, password] of /** @type {[number, string][]} */ ([
        [12, ""],
        [18, ""],
        [24, ""],
        [24, "pässword 🙂"],
      ])) {
        const words = await mnemonicNew(length, password);
        const core = await mnemonicToPrivateKey(words, password);
        const edgeKeyPair = await mnemonicToKeyPair(words, { password });
        assert.equal(toHex(edgeKeyPair.publicKey), core.publicKey.toString("hex"));
        assert.ok(edgeKeyPair.publicKey instanceof Uint8Array && edgeKeyPair.publicKey.length === 32);
        assert.ok(await canVerify(edgeKeyPair.privateKey, core.publicKey));
        assert.equal(await isMnemonic(words, password), true);
        // A mnemonic with a password is invalid without it, and the reverse.
        assert.equal(
          await isMnemonic(words, password === "" ? "other" : ""),
          await mnemonicValidate(words, password === "" ? "other" : ""),
        );
      }
    }
  });

  test("a text with upper-case letters and white space is the same mnemonic", async () => {
    const expected = toHex((await mnemonicToKeyPair(WORDS)).publicKey);
    for (const form of [
      WORDS.join(" "),
      `  ${WORDS.join("\n  ")}\t`,
      WORDS.map((word) => word.toUpperCase()),
      WORDS.map((word) => ` ${word} `),
      WORDS.join(" ").toUpperCase(),
    ])
      assert.equal(toHex((await mnemonicToKeyPair(form)).publicKey), expected);
    assert.equal(await isMnemonic(WORDS.join(" ")), true);
  });

  test("seeds give the keys of @ton/crypto", async () => {
    const random = makeRandom(1);
    for (let count = 0; count < 50; count += 1) {
      const seed = Uint8Array.from(random.bytes(32));
      const seedBefore = toHex(seed);
      const edgeKeyPair = await keyPairFromSeed(seed);
      assert.equal(toHex(edgeKeyPair.publicKey), coreKeyPair(Buffer.from(seed)).publicKey.toString("hex"));
      assert.ok(await canVerify(edgeKeyPair.privateKey, Buffer.from(edgeKeyPair.publicKey)));
      assert.equal(toHex(seed), seedBefore);
      await assert.rejects(crypto.subtle.exportKey("jwk", /** @type {any} */ (edgeKeyPair.privateKey)));
    }
    const paddedBytes = new Uint8Array(40).fill(7);
    assert.equal(
      toHex((await keyPairFromSeed(paddedBytes.subarray(4, 36))).publicKey),
      toHex((await keyPairFromSeed(new Uint8Array(32).fill(7))).publicKey),
    );
  });

  test("seeds give keys where WebCrypto does not export a private key as JSON, as in Firefox 140", async (t) => {
    const { mock } = t.mock.method(crypto.subtle, "exportKey", () =>
      Promise.reject(new DOMException("", "OperationError")),
    );
    const expectedError = { code: "missing_global", parameter: "crypto" };
    await assert.rejects(keyPairFromSeed(Buffer.alloc(32, 7)), expectedError);
    assert.equal(mock.callCount(), 1);
  });

  test("the package and @ton/crypto agree which random lists of words are mnemonics (1 in 256)", async () => {
    const random = makeRandom(2);
    let mnemonicCount = 0;
    for (let count = 0; count < 100; count += 1) {
      const words = Array.from({ length: 24 }, () => random.pick(WORDS));
      const isValid = await isMnemonic(words);
      assert.equal(isValid, await mnemonicValidate(words), words.join(" "));
      mnemonicCount += Number(isValid);
    }
    assert.ok(mnemonicCount < 10);
  });
});

describe("new mnemonics", () => {
  test("a new mnemonic has 24 words of the BIP-39 list, and @ton/crypto accepts it", async () => {
    assert.equal(
      createHash("sha256")
        .update(`${LIST.join("\n")}\n`)
        .digest("hex"),
      // The hash of english.txt in the repository of BIP-39.
      "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda",
    );
    const words = await newMnemonic();
    assert.equal(words.length, 24);
    assert.ok(words.every((word) => LIST.includes(word)));
    assert.equal(await mnemonicValidate(words), true);
    assert.notDeepEqual(words, await newMnemonic());
    if (process.env.TESTS_FULL !== "1") return;
    const passwordMnemonic = await newMnemonic({ password: PASSWORD });
    assert.deepEqual(
      [await mnemonicValidate(passwordMnemonic, PASSWORD), await mnemonicValidate(passwordMnemonic)],
      [true, false],
    );
  });

  test("a new mnemonic depends only on WebCrypto's random bytes", async (t) => {
    for (const [expectedWords, options] of /** @type {[string[], any][]} */ ([
      [WORDS, undefined],
      [WORDS, { password: "" }],
      [LOCKED_MNEMONIC, { password: PASSWORD }],
    ])) {
      let callCount = 0;
      const { mock } = t.mock.method(crypto, "getRandomValues", (array) => {
        callCount += 1;
        array.set(callCount === 20 ? encodeWords(expectedWords) : Array(48).fill(7));
        return array;
      });
      assert.deepEqual(await newMnemonic(options), expectedWords);
      assert.ok(callCount < 40);
      mock.restore();
    }
  });

  test("a new mnemonic is refused without randomness, and with wrong options", async (t) => {
    for (const [description, value] of ODD_VALUES) {
      if (value === undefined || description === "an object whose properties throw") continue;
      assert.match(
        (await catchRejection(() => newMnemonic({ password: value }), description)).code,
        /^invalid_parameter$/,
        description,
      );
      if (!description.startsWith("an object")) await catchRejection(() => newMnemonic(value), description);
    }
    assert.equal(
      (await catchRejection(() => newMnemonic(/** @type {any} */ ({ words: 12 })))).code,
      "unknown_parameter",
    );
    const error = await catchRejection(() => newMnemonic({ password: "a\ud800" }));
    assert.deepEqual([error.code, error.parameter, error.index], ["invalid_parameter", "password", 1]);
    t.mock.property?.(crypto, "getRandomValues", undefined);
    if (!t.mock.property) return;
    assert.equal((await catchRejection(() => newMnemonic())).code, "missing_global");
  });
});

describe("words that are not a mnemonic", () => {
  test("the error names a mnemonic of another chain, and an unknown word", async () => {
    for (const words of [
      ["abandon ".repeat(11), "about"],
      ["abandon ".repeat(17), "agent"],
      ["abandon ".repeat(23), "art"],
      ["legal winner thank year wave sausage worth useful legal winner thank yellow"],
    ]) {
      const error = await catchRejection(() => mnemonicToKeyPair(words.join("")));
      assert.equal(error.code, "mnemonic_invalid");
      assert.match(error.message, /BIP-39/, words.join(""));
    }
    const reversedError = await catchRejection(() => mnemonicToKeyPair(WORDS.toReversed()));
    assert.match(reversedError.message, /check the words, their order and the password/);
    const error = await catchRejection(() => mnemonicToKeyPair(WORDS.with(6, "Chargé".slice(0, 5) + "x")));
    assert.match(error.message, /word 7 is not in the list of 2048 words/);
    assert.ok(!/charg/i.test(error.message));
  });

  test("a wrong word, another order or a missing word is refused", async () => {
    const wrongPhrases = [
      WORDS.with(3, WORDS[3] === "abandon" ? "ability" : "abandon"),
      WORDS.toReversed(),
      WORDS.slice(1),
      [...WORDS, "abandon"],
      WORDS.slice(0, 12),
    ].filter((words) => words.join() !== WORDS.join());
    for (const words of wrongPhrases) {
      // By chance, one in 256 lists is a mnemonic.
      if (await mnemonicValidate(words)) continue;
      assert.equal(await isMnemonic(words), false);
      const error = await catchRejection(() => mnemonicToKeyPair(words));
      assert.equal(error.code, "mnemonic_invalid");
      // No error message may contain a secret.
      for (const word of words) if (word.length > 5) assert.ok(!JSON.stringify(error).includes(word), word);
    }
  });

  test("wrong lists and texts are refused", async () => {
    for (const words of [
      "",
      " ",
      [],
      [""],
      ["abandon", ""],
      ["two words", "abandon"],
      "abandon, ability",
      "1 2 3",
      ["a", 5],
      ["a", null],
      [WORDS],
      "é",
      "\ud800",
    ]) {
      const error = await catchRejection(() => mnemonicToKeyPair(/** @type {any} */ (words)), JSON.stringify(words));
      assert.equal(error.code, "mnemonic_invalid", JSON.stringify(words));
      assert.equal(
        (await catchRejection(() => isMnemonic(/** @type {any} */ (words)), JSON.stringify(words))).code,
        "mnemonic_invalid",
      );
    }
    for (const [description, value] of ODD_VALUES) {
      if (description === "an object whose properties throw") continue;
      assert.match(
        (await catchRejection(() => mnemonicToKeyPair(value), description)).code,
        /^(mnemonic_invalid|invalid_parameter)$/,
      );
      assert.match(
        (await catchRejection(() => isMnemonic(value), description)).code,
        /^(mnemonic_invalid|invalid_parameter)$/,
      );
    }
  });

  test("wrong passwords and seeds are refused", async () => {
    for (const [description, value] of ODD_VALUES) {
      if (description === "an object whose properties throw" || value === undefined) continue;
      assert.match(
        (await catchRejection(() => mnemonicToKeyPair(WORDS, { password: value }), description)).code,
        /^invalid_(option|parameter)$/,
        description,
      );
      assert.match(
        (await catchRejection(() => isMnemonic(WORDS, value), description)).code,
        /^invalid_(option|parameter)$/,
        description,
      );
      assert.equal((await catchRejection(() => keyPairFromSeed(value), description)).code, "invalid_parameter");
      if (!description.startsWith("an object"))
        assert.match(
          (await catchRejection(() => mnemonicToKeyPair(WORDS, value), `options: ${description}`)).code,
          /^invalid_(option|parameter)$/,
          description,
        );
    }
    for (const length of [0, 31, 33, 64])
      assert.equal((await catchRejection(() => keyPairFromSeed(new Uint8Array(length)))).code, "invalid_parameter");
    assert.equal(
      (await catchRejection(() => keyPairFromSeed(/** @type {any} */ ("00".repeat(32))))).code,
      "invalid_parameter",
    );
  });
});
