// ton-edge/message, in any runtime. What it computes is compared with other packages in tests/message/.

import { assert } from "chai";
import {
  beginCell,
  buildDict,
  Cell,
  comment,
  decodeBody,
  decodeMessage,
  externalMessage,
  fromNano,
  internalMessage,
  isMnemonic,
  isTonEdgeError,
  keyPairFromSeed,
  messageHash,
  mnemonicToKeyPair,
  parseBoc,
  readDict,
  ready,
  toNano,
  walletV5R1,
} from "ton-edge/message";

import { thrown } from "./address.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/** A comment, as in the documentation. */
const HELLO = "te6cckEBAQEADwAAGgAAAABIZWxsbyBUT07TZnK6";
const WORDS =
  "hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution";

const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The keys, or nothing in Firefox, whose WebCrypto gives no public half of an Ed25519 key. */
async function keysOf(make) {
  try {
    return await make();
  } catch (error) {
    assert.isTrue(isTonEdgeError(error, "missing_global"), error.message);
    assert.match(navigator.userAgent, /Firefox/);
    return undefined;
  }
}

export const message = {
  async "a bag is parsed, read and written"() {
    await ready();
    const cell = parseBoc(HELLO);
    assert.instanceOf(cell, Cell);
    assert.equal(cell.toBase64(), HELLO);
    const slice = cell.beginParse();
    assert.equal(slice.loadUint(32), 0);
    assert.equal(slice.loadStringTail(), "Hello TON");
    assert.equal(hex(parseBoc(hex(cell.toBoc())).hash()), hex(cell.hash()));
    assert.isTrue(comment("Hello TON").equals(cell));
    assert.equal(hex(beginCell().endCell().hash()), "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7");
  },

  "many cells cross to wasm and back"() {
    const values = Array.from({ length: 3000 }, (_, key) => [BigInt(key) << 200n, beginCell().storeUint(key, 32)]);
    const root = buildDict(256, /** @type {any} */ (values));
    const found = readDict(parseBoc(root.toBoc()), 256);
    assert.equal(found.size, 3000);
    assert.equal(found.get(2999n << 200n).loadUint(32), 2999);
    const text = "ø".repeat(60_000);
    assert.equal(beginCell().storeStringTail(text).endCell().beginParse().loadStringTail(), text);
  },

  "errors say what is wrong, and the next call works"() {
    const error = thrown(() => parseBoc("te6cc!"));
    assert.equal(error.code, "boc_invalid");
    assert.equal(error.index, 5);
    assert.equal(thrown(() => parseBoc(new Uint8Array(3))).code, "boc_invalid");
    assert.equal(thrown(() => beginCell().storeUint(256, 8)).code, "cell_build");
    assert.equal(thrown(() => beginCell().endCell().beginParse().loadBit()).code, "cell_read");
    assert.equal(thrown(() => toNano("1,5")).index, 1);
    assert.isTrue(parseBoc(HELLO).equals(comment("Hello TON")));
  },

  "messages and their bodies"() {
    const sent = internalMessage({ to: EQ, value: toNano("1.5"), body: { type: "excesses", queryId: 7n } });
    const decoded = decodeMessage(sent.toBoc());
    assert.equal(decoded.info.type === "internal" && decoded.info.dest, RAW);
    assert.equal(decoded.info.type === "internal" && fromNano(decoded.info.value.coins), "1.5");
    assert.deepEqual(decoded.decoded, { type: "excesses", opcode: 0xd53276db, queryId: 7n, rest: null });
    assert.deepEqual(decodeBody(HELLO), { type: "comment", opcode: 0, text: "Hello TON", rest: null });
    const external = externalMessage({ to: RAW, body: comment("Hello TON") });
    assert.equal(messageHash(external), decodeMessage(external).normalizedHash);
  },

  async "a wallet signs by WebCrypto"() {
    const keys = await keysOf(() => keyPairFromSeed(new Uint8Array(32).fill(7)));
    if (!keys) return;
    const { publicKey, privateKey } = keys;
    assert.equal(hex(publicKey), "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c");
    const wallet = walletV5R1({ publicKey });
    const request = { seqno: 1, validUntil: 1_800_000_000 };
    const sent = await wallet.transfer([{ to: EQ, value: toNano("0.5"), body: "Hello TON" }], request, privateKey);
    const { decoded, info } = decodeMessage(sent);
    assert.equal(info.dest, wallet.address);
    if (decoded.type !== "wallet_v5_external") return assert.fail(decoded.type);
    assert.equal(decoded.seqno, 1);
    const key = await crypto.subtle.importKey("raw", /** @type {any} */ (publicKey), "Ed25519", false, ["verify"]);
    const hash = wallet.body([{ to: EQ, value: toNano("0.5"), body: "Hello TON" }], request).hash();
    assert.isTrue(
      await crypto.subtle.verify("Ed25519", key, /** @type {any} */ (decoded.signature), /** @type {any} */ (hash)),
    );
  },

  async "a mnemonic gives its key"() {
    assert.isTrue(await isMnemonic(WORDS));
    const keys = await keysOf(() => mnemonicToKeyPair(WORDS));
    if (!keys) return;
    const { publicKey, privateKey } = keys;
    assert.equal(hex(publicKey), "f6c450a16bb1c514e22f1977e390a3025599aa1e7b00068a6aacf2119484c1bd");
    assert.isFalse(privateKey.extractable);
    try {
      await mnemonicToKeyPair("abandon ".repeat(24));
      assert.fail("nothing was thrown");
    } catch (error) {
      assert.isTrue(isTonEdgeError(error, "mnemonic_invalid"));
    }
  },
};
