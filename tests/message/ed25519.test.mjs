// Ed25519 of ton-edge/message/ed25519 compared with @ton/crypto and WebCrypto: strict verification, and no trace of a seed in memory.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { inspect } from "node:util";

import { keyPairFromSeed as coreKeyPair, mnemonicToPrivateKey, sign as coreSign, signVerify } from "@ton/crypto";
import { decodeMessage, mnemonicToKeyPair as webKeyPair, walletV5R1 } from "ton-edge/message";
import { keyPairFromSeed, mnemonicToKeyPair, mnemonicToSeed, ready, sign, verify } from "ton-edge/message/ed25519";

import { toHex, catchRejection, catchThrown } from "./checks.mjs";
import { makeRandom, TIMES } from "./random.mjs";

const WORDS =
  "hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution";
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";

describe("ed25519 compared with @ton/crypto", () => {
  test("keys, signatures and their verification equal @ton/crypto's", async () => {
    const random = makeRandom(3);
    const makeBytes = (length) => Uint8Array.from({ length }, () => random.below(256));
    for (let count = 0; count < TIMES; count += 1) {
      const seed = makeBytes(32);
      const message = makeBytes(random.below(300));
      const core = coreKeyPair(Buffer.from(seed));
      const { publicKey, privateKey } = await keyPairFromSeed(seed);
      assert.equal(toHex(publicKey), toHex(core.publicKey));
      const signature = sign(message, seed);
      assert.equal(toHex(signature), toHex(coreSign(Buffer.from(message), core.secretKey)));
      assert.equal(toHex(privateKey(message)), toHex(signature));
      assert.ok(signVerify(Buffer.from(message), Buffer.from(signature), core.publicKey));
      assert.equal(verify(signature, message, publicKey), true);
      for (const [index, length] of [
        [0, 32],
        [32, 31],
      ]) {
        const otherSignature = signature.slice();
        otherSignature[index + random.below(length)] ^= 1 << random.below(8);
        assert.equal(verify(otherSignature, message, publicKey), false);
      }
      assert.equal(verify(signature, Uint8Array.of(...message, 0), publicKey), false);
    }
  });

  test("mnemonics give the keys of @ton/crypto and of WebCrypto", async () => {
    const core = await mnemonicToPrivateKey(WORDS.split(" "));
    const keyPair = await mnemonicToKeyPair(WORDS);
    assert.equal(toHex(keyPair.publicKey), toHex(core.publicKey));
    assert.equal(toHex((await webKeyPair(WORDS)).publicKey), toHex(core.publicKey));
    assert.equal(toHex(await mnemonicToSeed(WORDS)), toHex(core.secretKey.subarray(0, 32)));
    assert.equal((await catchRejection(() => mnemonicToKeyPair("abandon ".repeat(24)))).code, "mnemonic_invalid");
    assert.equal((await catchRejection(() => mnemonicToSeed(WORDS, { password: "x" }))).code, "mnemonic_invalid");
  });
});

test("the key pair signs for wallets", async () => {
  await ready();
  const { publicKey, privateKey } = await keyPairFromSeed(new Uint8Array(32).fill(7));
  const wallet = walletV5R1({ publicKey });
  const request = { seqno: 1, validUntil: 2_000_000_000 };
  const signedMessage = await wallet.transfer([{ to: EQ, value: 1n }], request, privateKey);
  const { decoded } = decodeMessage(signedMessage);
  if (decoded.type !== "wallet_v5_external") return assert.fail(decoded.type);
  assert.equal(verify(decoded.signature, wallet.body([{ to: EQ, value: 1n }], request).hash(), publicKey), true);
});

describe("strict Ed25519", () => {
  test("keys of small order verify no message, and a signature with another scalar is refused", () => {
    // The eight torsion points, and their encodings that are not canonical.
    const torsionPoints = [
      "0100000000000000000000000000000000000000000000000000000000000000",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0000000000000000000000000000000000000000000000000000000000000080",
      "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
      "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
      "0100000000000000000000000000000000000000000000000000000000000080",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    ].map((digits) => Buffer.from(digits, "hex"));
    for (const key of torsionPoints)
      for (const point of torsionPoints)
        for (let index = 0; index < 4; index += 1)
          assert.equal(verify(Buffer.concat([point, Buffer.alloc(32)]), Uint8Array.of(index), key), false);
    const seed = new Uint8Array(32).fill(1);
    const { publicKey } = coreKeyPair(Buffer.from(seed));
    const signature = Buffer.from(sign(seed, seed));
    const order = 2n ** 252n + 27742317777372353535851937790883648493n;
    const scalar = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString("hex")}`) + order;
    const highScalar = Buffer.from(scalar.toString(16).padStart(64, "0"), "hex").reverse();
    assert.equal(verify(signature, seed, publicKey), true);
    assert.equal(verify(Buffer.concat([signature.subarray(0, 32), highScalar]), seed, publicKey), false);
  });

  test("inputs of other lengths and kinds throw errors that do not show the seed", async () => {
    const seed = new Uint8Array(32).fill(0xab);
    for (const [work, parameter] of /** @type {[() => unknown, string][]} */ ([
      [() => sign(new Uint8Array(1), seed.subarray(1)), "seed"],
      [() => sign(new Uint8Array(1), /** @type {any} */ ("ab".repeat(32))), "seed"],
      [() => sign(/** @type {any} */ ("text"), seed), "message"],
      [() => verify(new Uint8Array(63), new Uint8Array(1), seed), "signature"],
      [() => verify(new Uint8Array(64), new Uint8Array(1), seed.subarray(1)), "publicKey"],
      [() => verify(new Uint8Array(64), /** @type {any} */ (null), seed), "message"],
    ])) {
      const error = catchThrown(work);
      assert.equal(`${error.code} ${error.parameter}`, `invalid_parameter ${parameter}`);
      assert.doesNotMatch(inspect(error), /abab|171, 171/);
    }
    assert.equal((await catchRejection(() => keyPairFromSeed(/** @type {any} */ (undefined)))).parameter, "seed");
    const keys = await keyPairFromSeed(seed);
    assert.doesNotMatch(inspect(keys, { depth: 9, showHidden: true }) + JSON.stringify(keys), /171, 171|abab/);
    // The function keeps a copy, so the caller may overwrite the input.
    const keyBefore = toHex(keys.privateKey(new Uint8Array(4)));
    seed.fill(0);
    assert.equal(toHex(keys.privateKey(new Uint8Array(4))), keyBefore);
  });
});

test("no part of a seed remains in the module's memory", async () => {
  const bytes = readFileSync(new URL("../../pkg/dist/ed25519.wasm", import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes);
  const wasm = /** @type {any} */ (instance.exports);
  const seed = createHash("sha256").update("secret").digest();
  const message = Buffer.alloc(500, 0x5a);
  const sha512 = createHash("sha512").update(seed).digest();
  const scalar = Buffer.from(sha512.subarray(0, 32));
  scalar[0] &= 248;
  scalar[31] = (scalar[31] & 127) | 64;
  const secrets = { seed, prefix: sha512.subarray(32), scalar };
  const copyMemory = () => Buffer.from(wasm.memory.buffer);
  for (const [work, bytes, length] of /** @type {[number, Buffer, number][]} */ ([
    [0, seed, 32],
    [1, Buffer.concat([seed, message]), 64],
  ])) {
    const offset = wasm.room(bytes.length) >>> 0;
    copyMemory().set(bytes, offset);
    assert.ok(copyMemory().includes(seed), "the search does not find the seed in memory before the call");
    assert.equal(wasm.call(work, bytes.length), length);
    for (const [name, secret] of Object.entries(secrets))
      for (const part of [secret.subarray(0, 8), secret.subarray(12, 20), secret.subarray(24, 32)])
        assert.ok(!copyMemory().includes(part), `${name} remains in memory after call ${work}`);
  }
});

test("the copies without WebAssembly and for CommonJS give the same results", async () => {
  const require = createRequire(import.meta.url);
  const seed = new Uint8Array(32).fill(9);
  const message = new Uint8Array(100).fill(3);
  const { publicKey } = await keyPairFromSeed(seed);
  const otherModule = new URL("../../pkg/dist/ed25519.no-wasm.js", import.meta.url);
  for (const copy of [await import(otherModule.href), require("ton-edge/message/ed25519")]) {
    assert.equal(toHex((await copy.keyPairFromSeed(seed)).publicKey), toHex(publicKey));
    const signature = copy.sign(message, seed);
    assert.equal(toHex(signature), toHex(sign(message, seed)));
    assert.equal(copy.verify(signature, message, publicKey), true);
    assert.equal(copy.verify(signature, message.subarray(1), publicKey), false);
  }
});
