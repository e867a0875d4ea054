// ton-edge/message, in any runtime. tests/message/ compares its results with other packages.

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
  mnemonicNew,
  mnemonicToKeyPair,
  parseBoc,
  parseTransferLink,
  readDict,
  ready,
  toNano,
  tonConnectTransaction,
  transferLink,
  verifySignData,
  verifyTonProof,
  walletV5R1,
} from "ton-edge/message";
import * as ed25519 from "ton-edge/message/ed25519";

import { catchThrown } from "./address.mjs";

const RAW = "0:83DFD552E63729B472FCBCC8C45EBCC6691702558B68EC7527E1BA403A0F31A8";
const EQ = "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N";
/** A comment, encoded as the documentation describes. */
const HELLO = "te6cckEBAQEADwAAGgAAAABIZWxsbyBUT07TZnK6";
const WORDS =
  "hospital stove relief fringe tongue always charge angry urge sentence again match nerve inquiry senior coconut label tumble carry category beauty bean road solution";

const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The keys; undefined in Firefox, whose WebCrypto does not derive the public half of an Ed25519 key. */
async function listKeys(make) {
  try {
    return await make();
  } catch (error) {
    assert.isTrue(isTonEdgeError(error, "missing_global"), error.message);
    assert.match(navigator.userAgent, /Firefox/);
    return undefined;
  }
}

export const message = {
  "cells are compared by value, and cloned with their content"() {
    const make = (value) => beginCell().storeUint(value, 8).storeRef(parseBoc(HELLO)).endCell();
    for (const read of [(cell) => cell, (cell) => cell.beginParse(), (cell) => [{ list: new Map([[1, cell]]) }]]) {
      assert.deepEqual(read(make(1)), read(make(1)));
      assert.notDeepEqual(read(make(1)), read(make(2)));
    }
    const clone = structuredClone({ payload: make(1) });
    assert.isTrue(parseBoc(clone.payload.boc).equals(make(1)));
  },

  async "a bag of cells is parsed, read and written"() {
    await ready();
    const cell = parseBoc(HELLO);
    assert.instanceOf(cell, Cell);
    assert.equal(cell.toBase64(), HELLO);
    const slice = cell.beginParse();
    assert.equal(slice.loadUint(32), 0);
    assert.equal(slice.loadStringTail(), "Hello TON");
    assert.equal(toHex(parseBoc(toHex(cell.toBoc())).hash()), toHex(cell.hash()));
    assert.isTrue(comment("Hello TON").equals(cell));
    assert.equal(
      toHex(beginCell().endCell().hash()),
      "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
    );
  },

  "many cells are passed to wasm and back"() {
    const values = Array.from({ length: 3000 }, (_, key) => [BigInt(key) << 200n, beginCell().storeUint(key, 32)]);
    const root = buildDict(256, /** @type {any} */ (values));
    const dictionary = readDict(parseBoc(root.toBoc()), 256);
    assert.equal(dictionary.size, 3000);
    assert.equal(dictionary.get(2999n << 200n).loadUint(32), 2999);
    const text = "ø".repeat(60_000);
    assert.equal(beginCell().storeStringTail(text).endCell().beginParse().loadStringTail(), text);
  },

  "errors say what is wrong, and the next call works"() {
    const error = catchThrown(() => parseBoc("te6cc!"));
    assert.equal(error.code, "boc_invalid");
    assert.equal(error.index, 5);
    assert.equal(catchThrown(() => parseBoc(new Uint8Array(3))).code, "boc_invalid");
    assert.equal(catchThrown(() => beginCell().storeUint(256, 8)).code, "cell_build");
    assert.equal(catchThrown(() => beginCell().endCell().beginParse().loadBit()).code, "cell_read");
    assert.equal(catchThrown(() => toNano("1,5")).index, 1);
    assert.isTrue(parseBoc(HELLO).equals(comment("Hello TON")));
  },

  "messages and their bodies"() {
    const message = internalMessage({ to: EQ, value: toNano("1.5"), body: { type: "excesses", queryId: 7n } });
    const decodedMessage = decodeMessage(message.toBoc());
    assert.equal(decodedMessage.info.type === "internal" && decodedMessage.info.dest, RAW);
    assert.equal(decodedMessage.info.type === "internal" && fromNano(decodedMessage.info.value.coins), "1.5");
    assert.deepEqual(decodedMessage.decoded, { type: "excesses", opcode: 0xd53276db, queryId: 7n, rest: null });
    assert.deepEqual(decodeBody(HELLO), { type: "comment", opcode: 0, text: "Hello TON", rest: null });
    const externalMessageCell = externalMessage({ to: RAW, body: comment("Hello TON") });
    assert.equal(messageHash(externalMessageCell), decodeMessage(externalMessageCell).normalizedHash);
  },

  async "a wallet signs by WebCrypto"() {
    const keys = await listKeys(() => keyPairFromSeed(new Uint8Array(32).fill(7)));
    if (!keys) return;
    const { publicKey, privateKey } = keys;
    assert.equal(toHex(publicKey), "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c");
    const wallet = walletV5R1({ publicKey });
    const request = { seqno: 1, validUntil: 1_800_000_000 };
    const signedMessage = await wallet.transfer(
      [{ to: EQ, value: toNano("0.5"), body: "Hello TON" }],
      request,
      privateKey,
    );
    const { decoded, info } = decodeMessage(signedMessage);
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
    const words = await mnemonicNew();
    assert.isTrue(words.length === 24 && (await isMnemonic(words)));
    const keys = await listKeys(() => mnemonicToKeyPair(WORDS));
    if (!keys) return;
    const { publicKey, privateKey } = keys;
    assert.equal(toHex(publicKey), "f6c450a16bb1c514e22f1977e390a3025599aa1e7b00068a6aacf2119484c1bd");
    assert.isFalse(privateKey.extractable);
    try {
      await mnemonicToKeyPair("abandon ".repeat(24));
      assert.fail("the call did not throw an error");
    } catch (error) {
      assert.isTrue(isTonEdgeError(error, "mnemonic_invalid"));
    }
  },

  async "keys and signatures by ed25519.wasm in every runtime"() {
    const seed = new Uint8Array(32).fill(7);
    const { publicKey, privateKey } = await ed25519.keyPairFromSeed(seed);
    assert.equal(toHex(publicKey), "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c");
    const wallet = walletV5R1({ publicKey });
    const request = { seqno: 1, validUntil: 1_800_000_000 };
    const { decoded } = decodeMessage(await wallet.transfer([{ to: EQ, value: 1n }], request, privateKey));
    if (decoded.type !== "wallet_v5_external") return assert.fail(decoded.type);
    const hash = wallet.body([{ to: EQ, value: 1n }], request).hash();
    assert.isTrue(ed25519.verify(decoded.signature, hash, publicKey));
    assert.isFalse(ed25519.verify(decoded.signature, seed, publicKey));
    assert.equal(toHex(ed25519.sign(hash, seed)), toHex(decoded.signature));
    assert.equal(catchThrown(() => ed25519.sign(hash, seed.subarray(1))).parameter, "seed");
    const keys = await ed25519.mnemonicToKeyPair(WORDS);
    assert.equal(toHex(keys.publicKey), "f6c450a16bb1c514e22f1977e390a3025599aa1e7b00068a6aacf2119484c1bd");
  },

  "requests of TON Connect, and links"() {
    const UQ = "UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI";
    const transferOptions = { to: RAW, value: toNano("1.5"), bounce: false, body: "Grüße +" };
    const { messages } = tonConnectTransaction([transferOptions], { validUntil: 1_800_000_000 });
    assert.deepEqual(messages, [
      { address: UQ, amount: "1500000000", payload: comment(transferOptions.body).toBase64() },
    ]);
    const link = transferLink(transferOptions);
    assert.equal(link, `ton://transfer/${UQ}?amount=1500000000&text=Gr%C3%BC%C3%9Fe%20%2B`);
    assert.deepEqual(parseTransferLink(link), { ...transferOptions, to: RAW.toLowerCase(), network: "mainnet" });
    assert.equal(catchThrown(() => parseTransferLink(`${link}&fee=1`)).code, "unknown_parameter");
  },

  async "a wallet's signature is verified"() {
    // From the tests of WinoGarcia/TonProof.NET; see tests/fixtures/NOTICE.
    const account = {
      address: "0:c83546fdc5fac87d55f04804919c0829bc0e6be24b8e564590dbc44380c30ee9",
      walletStateInit:
        "te6cckEBAwEAkQACATQCAQBQAAAAACmpoxfmNSSfaz+6+XQq4dCdj28Btggv+SVtcZAGMpQFAZ8xmADA/wAg3SCCAUyXupcw7UTQ1wsf4KTyYIMI1xgg0x/TH9Mf+CMTu/Jj7UTQ0x/TH9P/0VEyuvKhUUS68qIE+QFUEFX5EPKj+ACTINdKltMH1AL7AOjRAaTIyx/LH8v/ye1UGy3yHQ==",
    };
    const payload =
      "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ1bmlxdWVfbmFtZSI6IjExMjM3N2UxLWUwYjktNGIyOC05NjJkLTRiZDAxMTFmZmY3NyIsIm5iZiI6MTcyMTgyNzA4MiwiZXhwIjoxNzIxODI3OTgyLCJpYXQiOjE3MjE4MjcwODIsImlzcyI6Iklzc3VlckZvclBheWxvYWQiLCJhdWQiOiJBdWRpZW5jZUZvclBheWxvYWQifQ.BZ6LvTKvsSPZ4H6nbwcQP3gjVgvkbYm2vPIQjJ4Gyak";
    const signature = "LVQzfrfwz8I5ZCl7WFpGdICvYbHxPplZnMKx0gT/X0jFlDOohPa9/6RtzvcSGWqtHBwE6XlUUadmcZoTMlyUAw==";
    const proof = { timestamp: 1721827131, domain: { value: "winogarcia.github.io" }, signature, payload };
    const options = { domain: "winogarcia.github.io", now: 1721827200, payload, verify: ed25519.verify };
    await ed25519.ready();
    const verifiedLogin = await verifyTonProof({ ...account, proof }, options);
    assert.equal(verifiedLogin.address, account.address);
    assert.equal(toHex(verifiedLogin.publicKey), "e635249f6b3fbaf9742ae1d09d8f6f01b6082ff9256d719006329405019f3198");
    for (const [changes, parameter] of /** @type {[object, string][]} */ ([
      [{ domain: "github.io" }, "domain"],
      [{ now: 1721829000 }, "timestamp"],
      [{ payload: "other" }, "payload"],
      [{ verify: () => false }, "signature"],
    ])) {
      try {
        await verifyTonProof({ ...account, proof }, { ...options, ...changes });
        assert.fail("the call did not throw an error");
      } catch (error) {
        assert.isTrue(isTonEdgeError(error, "proof_invalid"), error.message);
        assert.equal(error.parameter, parameter);
      }
    }
    // Signed by WebCrypto.
    assert.deepEqual(await verifyTonProof({ ...account, proof }, { ...options, verify: undefined }), verifiedLogin);
    // From the tests of near/intents.
    const signedData = {
      address: "0:f4809e5ffac9dc42a6b1d94c5e74ad5fd86378de675c805f2274d0055cbc9378",
      domain: "ton-connect.github.io",
      timestamp: 1747760435,
      payload: /** @type {const} */ ({ type: "binary", bytes: "SGVsbG8sIFRPTiE=" }),
      signature: "nPTBwWtHr85GlA65zUEIlPMVRLdCBsIlS7FlH5syz1sOSCt4ouglHlTTUX+uSwbG8jVGZn1j/2LczOcEUWmNAQ==",
    };
    const key = "22e795a07e832fc9084ca35a488a711f1dbedef637d4e886a6997d93ee2c2e37";
    const verifyOptions = {
      domain: signedData.domain,
      now: signedData.timestamp,
      publicKey: key,
      payload: ({ type }) => type === "binary",
    };
    assert.deepEqual((await verifySignData({ signed: signedData }, verifyOptions)).payload, signedData.payload);
  },
};
