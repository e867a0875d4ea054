// Encrypted comments: the test decrypts them with the keys of the two wallets, and computes the scheme independently.
import assert from "node:assert/strict";
import { createDecipheriv, createHash, createHmac } from "node:crypto";
import { after, before, test } from "node:test";

import { Cell, beginCell, internal, toNano } from "@ton/core";

import { buildEncryptedComment } from "../upstream/devnet/contracts/encrypted-comment.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get } from "./devnet-request.mjs";

/** @type {any} */
let devnet;
before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
});
after(() => devnet?.close());

const list = async (path, params = {}) =>
  Object.values(await get(devnet, path, { limit: 1000, ...params })).find(Array.isArray);
const findWallet = (name) => devnet.cast.wallet(name);

// Ed25519: -x² + y² = 1 + d x² y².
const P = 2n ** 255n - 19n;
const reduceModulo = (a) => ((a % P) + P) % P;
function computePower(base, exponent) {
  let result = 1n;
  for (let b = reduceModulo(base), e = exponent; e; e >>= 1n, b = reduceModulo(b * b))
    if (e & 1n) result = reduceModulo(result * b);
  return result;
}
const computeModularInverse = (a) => computePower(a, P - 2n);
const D = reduceModulo(-121665n * computeModularInverse(121666n));
const readNumberOfBytes = (bytes) => BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`);

/** @param {Buffer} key */
function computePoint(key) {
  const keyNumber = readNumberOfBytes(key);
  const y = keyNumber & (2n ** 255n - 1n);
  const squaredX = reduceModulo((y * y - 1n) * computeModularInverse(D * y * y + 1n));
  let x = computePower(squaredX, (P + 3n) / 8n);
  if (reduceModulo(x * x) !== squaredX) x = reduceModulo(x * computePower(2n, (P - 1n) / 4n));
  assert.equal(reduceModulo(x * x), squaredX, "the point is not on the curve");
  return { x: (x & 1n) === keyNumber >> 255n ? x : P - x, y };
}

/** @param {{ x: bigint, y: bigint }} a @param {{ x: bigint, y: bigint }} b */
function add(a, b) {
  const crossProduct = reduceModulo(D * a.x * b.x * a.y * b.y);
  return {
    x: reduceModulo((a.x * b.y + a.y * b.x) * computeModularInverse(1n + crossProduct)),
    y: reduceModulo((a.y * b.y + a.x * b.x) * computeModularInverse(1n - crossProduct)),
  };
}

/** The shared secret: the Montgomery coordinate of `scalar` times `point`. */
function computeSecret(secretKey, publicKey) {
  const digest = createHash("sha512").update(secretKey.subarray(0, 32)).digest();
  let scalar = (readNumberOfBytes(digest.subarray(0, 32)) & (2n ** 254n - 8n)) | (2n ** 254n);
  let result = { x: 0n, y: 1n };
  for (let point = computePoint(publicKey); scalar; scalar >>= 1n, point = add(point, point))
    if (scalar & 1n) result = add(result, point);
  const u = reduceModulo((1n + result.y) * computeModularInverse(1n - result.y));
  return Buffer.from(u.toString(16).padStart(64, "0"), "hex").reverse();
}

/** @param {Buffer} bytes after the operation code @param {{ secretKey: Buffer, publicKey: Buffer }} keyPair keys of one of the two @param {import("@ton/core").Address} sender */
function decrypt(bytes, keyPair, sender) {
  const otherPublicKey = Buffer.from(bytes.subarray(0, 32).map((byte, i) => byte ^ keyPair.publicKey[i]));
  const messageKey = bytes.subarray(32, 48);
  const computeHmac = (key, data) => createHmac("sha512", key).update(data).digest();
  const key = computeHmac(computeSecret(keyPair.secretKey, otherPublicKey), messageKey);
  const cipher = createDecipheriv("aes-256-cbc", key.subarray(0, 32), key.subarray(32, 48)).setAutoPadding(false);
  const paddedBytes = Buffer.concat([cipher.update(bytes.subarray(48)), cipher.final()]);
  const salt = sender.toString({ bounceable: true, testOnly: false, urlSafe: true });
  if (!computeHmac(salt, paddedBytes).subarray(0, 16).equals(messageKey))
    throw new Error("the comment was not encrypted for these keys");
  assert.ok(paddedBytes[0] >= 16 && paddedBytes[0] <= 31 && paddedBytes.length % 16 === 0);
  return paddedBytes.subarray(paddedBytes[0]).toString();
}

/** The bytes in a chain of cells after the operation code; the first cell has at most 35 of them. @param {Cell} body */
function toBytes(body) {
  const parts = [];
  let slice = body.beginParse();
  assert.equal(slice.loadUint(32), 0x2167da4b);
  assert.ok(slice.remainingBits / 8 <= 35);
  for (;;) {
    parts.push(slice.loadBuffer(slice.remainingBits / 8));
    if (!slice.remainingRefs) return Buffer.concat(parts);
    slice = slice.loadRef().beginParse();
  }
}

const LONG_TEXT = "Only you can read this: the tea is in the second cupboard. ".repeat(4);
const SHORT_COMMENT = "Your salary of June, and a bonus.";

test("only sender and receiver can decrypt a transfer's comment; action, message and v2 have the same bytes", async () => {
  const [from, to] = ["treasurer", "bob"].map(findWallet);
  const actions = (await list("/actions", { action_type: ["ton_transfer"] })).filter(
    ({ details }) => details.encrypted,
  );
  assert.equal(actions.length, 1);
  const [{ details, transactions }] = actions;
  assert.deepEqual([details.source, details.destination], [from.account, to.account]);
  const bytes = Buffer.from(details.comment, "base64");
  assert.equal(decrypt(bytes, to.keys, from.address), LONG_TEXT);
  assert.equal(decrypt(bytes, from.keys, from.address), LONG_TEXT);
  assert.throws(() => decrypt(bytes, findWallet("alice").keys, from.address));
  assert.throws(() => decrypt(bytes, to.keys, to.address), /not encrypted for these keys/);

  const accountTransactions = (await list("/transactions", { hash: transactions })).filter(
    ({ account }) => account === to.account,
  );
  const { in_msg: message, lt, hash } = accountTransactions[0];
  assert.equal(message.opcode, "0x2167da4b");
  assert.deepEqual(toBytes(Cell.fromBase64(message.message_content.body)), bytes);
  const response = await fetch(
    `${devnet.url}/api/v2/getTransactions?${query({ address: to.account, lt, hash, limit: 1 })}`,
  );
  const [row] = (await response.json()).result;
  assert.deepEqual(row.in_msg.msg_data, { "@type": "msg.dataEncryptedText", text: details.comment });
});

test("the action of a jetton transfer says that its comment is encrypted, and the receiver can decrypt it", async () => {
  const [from, to] = ["treasurer", "bob"].map(findWallet);
  const [action, ...furtherActions] = (await list("/actions", { action_type: ["jetton_transfer"] })).filter(
    ({ details }) => details.is_encrypted_comment,
  );
  assert.deepEqual(furtherActions, []);
  assert.equal(action.details.receiver, to.account);
  const bytes = Buffer.from(action.details.comment, "base64");
  assert.equal(decrypt(bytes, to.keys, from.address), SHORT_COMMENT);
  const { forward_payload: payload } = action.details;
  assert.deepEqual(toBytes(Cell.fromBase64(payload)), bytes);
  const [row] = await list("/jetton/transfers", { jetton_wallet: [action.details.sender_jetton_wallet] }).then((rows) =>
    rows.filter((row) => row.forward_payload === payload),
  );
  assert.equal(row.trace_id, action.trace_id);
});

test("comments of every length can be decrypted, and the same text gives the same cell", () => {
  const [from, to] = ["alice", "carol"].map(findWallet);
  for (const text of ["", "a", "x".repeat(15), "x".repeat(16), "ж".repeat(100), "y".repeat(960)]) {
    const body = buildEncryptedComment(text, { from, to });
    assert.ok(body.equals(buildEncryptedComment(text, { from, to })));
    assert.equal(decrypt(toBytes(body), to.keys, from.address), text);
  }
  assert.throws(() => buildEncryptedComment("z".repeat(961), { from, to }), /961 bytes/);
});

test("a body with the operation code and junk after it is a transfer without a comment", async () => {
  const from = findWallet("alice");
  const { seqno } = await get(devnet, "/walletInformation", { address: from.account });
  const op = () => beginCell().storeUint(0x2167da4b, 32);
  const exoticCell = beginCell().storeUint(2, 8).storeBuffer(Buffer.alloc(32)).endCell({ exotic: true });
  const bodies = [
    op().storeUint(1, 3).endCell(),
    op().storeRef(Cell.EMPTY).storeRef(Cell.EMPTY).endCell(),
    op().storeRef(exoticCell).endCell(),
  ];
  const messages = bodies.map((body) =>
    internal({ to: findWallet("carol").address, value: toNano("0.01"), bounce: false, body }),
  );
  const cell = from.transfer({ seqno, messages, validUntil: devnet.chain.time() + 600 });
  await devnet.chain.submit(cell);
  await devnet.clock.settle();
  const actions = await list("/actions", { msg_hash: [cell.hash().toString("base64")], action_type: ["ton_transfer"] });
  assert.equal(actions.length, 3);
  assert.deepEqual(
    actions.filter(({ details }) => details.comment === null).length,
    2,
    "bytes after a library cell were read",
  );
  assert.ok(actions.every(({ details, success }) => details.encrypted && success));
});
