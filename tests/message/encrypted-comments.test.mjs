// Encrypted comments as the local chain writes them. The test itself has the key, and decrypts them by its own function.

import assert from "node:assert/strict";
import { createDecipheriv, createHmac } from "node:crypto";
import { describe, test } from "node:test";

import { comment, decodeBody, decryptComment, encodeBody } from "ton-edge/message";

import { buildEncryptedComment, computeSharedSecret } from "../upstream/devnet/contracts/encrypted-comment.mjs";
import { Wallet } from "../upstream/devnet/wallet.mjs";
import { ODD_VALUES, catchRejection } from "./checks.mjs";

const [from, to, otherWallet] = ["sender", "receiver", "other"].map((name) => new Wallet("seed", name, "v4r2"));
const TEXTS = ["", "hi", "for the tea", "x".repeat(959), "\u00e9\u{1f375}".repeat(100)];

/** The wallet app's part: decrypts with its key. */
const decryptWith = (reader) => (parts) => {
  const { publicKeyXor, messageKey, cipherText } = parts;
  const otherPublicKey = Buffer.from(publicKeyXor.map((byte, index) => byte ^ reader.keys.publicKey[index]));
  const secret = computeSharedSecret(reader.keys.secretKey, otherPublicKey);
  const key = createHmac("sha512", secret).update(messageKey).digest();
  const cipher = createDecipheriv("aes-256-cbc", key.subarray(0, 32), key.subarray(32, 48)).setAutoPadding(false);
  const paddedBytes = Buffer.concat([cipher.update(cipherText), cipher.final()]);
  const salt = from.address.toString({ urlSafe: true, bounceable: true, testOnly: false });
  const check = createHmac("sha512", salt).update(paddedBytes).digest().subarray(0, 16);
  if (!check.equals(messageKey)) throw new Error("the comment is for another key");
  return paddedBytes.subarray(paddedBytes[0]).toString();
};

const getBody = (text) => /** @type {any} */ (decodeBody(buildEncryptedComment(text, { from, to })));

describe("encrypted comments", () => {
  test("only sender and receiver can decrypt a comment", async () => {
    for (const text of TEXTS) {
      const body = getBody(text);
      assert.equal(body.type, "encrypted_comment");
      for (const reader of [from, to]) assert.equal(await decryptComment(body, decryptWith(reader)), text);
      await assert.rejects(decryptComment(body, decryptWith(otherWallet)), /the comment is for another key|Invalid/);
      // Encoding the decoded comment gives the same body.
      assert.equal(await decryptComment(/** @type {any} */ (decodeBody(encodeBody(body))), decryptWith(to)), text);
    }
  });

  test("a body that is not an encrypted comment is refused before the function is called", async () => {
    const failIfCalled = () => assert.fail("the function was called");
    const { data } = getBody("hi");
    for (const length of [0, 32, 48, data.length - 1, data.length + 1, 2048]) {
      const wrongBytes = new Uint8Array(length);
      wrongBytes.set(data.subarray(0, length));
      const error = await catchRejection(() =>
        decryptComment({ type: "encrypted_comment", data: wrongBytes }, failIfCalled),
      );
      assert.deepEqual([error.code, error.parameter], ["message_invalid", "data"], `${length}`);
    }
    for (const body of [decodeBody(comment("hi")), ...ODD_VALUES.map(([, value]) => value)])
      await catchRejection(() => decryptComment(/** @type {any} */ (body), failIfCalled));
    for (const output of [undefined, null, 1, "x", {}])
      assert.equal(
        (await catchRejection(() => decryptComment(getBody("hi"), /** @type {any} */ (output)))).code,
        "invalid_parameter",
      );
    for (const output of [undefined, null, 1, new Uint8Array(3)])
      assert.equal(
        (await catchRejection(() => decryptComment(getBody("hi"), /** @type {any} */ (() => output)))).code,
        "invalid_parameter",
      );
  });

  test("the decrypting function cannot change the body", async () => {
    const body = getBody("hi");
    const dataBefore = body.data.slice();
    await decryptComment(body, ({ cipherText }) => {
      cipherText.fill(0);
      return "";
    });
    assert.deepEqual(body.data, dataBefore);
  });
});
