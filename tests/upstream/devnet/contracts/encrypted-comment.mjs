// Encrypted comments, as wallets write them: https://docs.ton.org/develop/smart-contracts/guidelines/internal-messages
// Only the owners of the two wallets can read one. This builder takes the random bytes of the scheme from the text and the
// keys, so that a seed determines the world.
import { createCipheriv, createHash, createHmac, createPrivateKey, createPublicKey, diffieHellman } from "node:crypto";

import { beginCell } from "@ton/core";

const OP = 0x2167da4b;
/** Bytes of text in the first cell and in each of the others. */
const FIRST = 35,
  OTHERS = 127;
const MOST_BYTES = 960;
const BLOCK = 16;

/** The bytes before the key in DER, for X25519. */
const PRIVATE = Buffer.from("302e020100300506032b656e04220420", "hex");
const PUBLIC = Buffer.from("302a300506032b656e032100", "hex");

const P = 2n ** 255n - 19n;

function computePower(base, exponent) {
  let result = 1n;
  for (let b = base % P, e = exponent; e; e >>= 1n, b = (b * b) % P) if (e & 1n) result = (result * b) % P;
  return result;
}

/** The public key of Ed25519 as one of X25519: u = (1 + y) / (1 - y). @param {Buffer} key */
function toMontgomery(key) {
  const y = BigInt(`0x${Buffer.from(key).reverse().toString("hex")}`) & (2n ** 255n - 1n);
  const u = ((1n + y) * computePower((1n - y + P) % P, P - 2n)) % P;
  return Buffer.from(u.toString(16).padStart(64, "0"), "hex").reverse();
}

/** The secret that both wallets can compute. @param {Buffer} secretKey of Ed25519, of one @param {Buffer} publicKey of the other */
export function computeSharedSecret(secretKey, publicKey) {
  const scalar = createHash("sha512").update(secretKey.subarray(0, 32)).digest().subarray(0, 32);
  return diffieHellman({
    privateKey: createPrivateKey({ key: Buffer.concat([PRIVATE, scalar]), format: "der", type: "pkcs8" }),
    publicKey: createPublicKey({ key: Buffer.concat([PUBLIC, toMontgomery(publicKey)]), format: "der", type: "spki" }),
  });
}

const computeHmac = (key, data) => createHmac("sha512", key).update(data).digest();

/** A chain of cells of whole bytes: each has the next one as its reference. @param {Buffer} bytes */
function listChainCells(bytes) {
  const parts = [bytes.subarray(0, FIRST)];
  for (let at = FIRST; at < bytes.length; at += OTHERS) parts.push(bytes.subarray(at, at + OTHERS));
  const [firstPart, ...otherParts] = parts;
  const nextCell = otherParts.reduceRight(
    (next, part) => {
      const cell = beginCell().storeBuffer(part);
      return (next ? cell.storeRef(next) : cell).endCell();
    },
    /** @type {import("@ton/core").Cell | undefined} */ (undefined),
  );
  const body = beginCell().storeUint(OP, 32).storeBuffer(firstPart);
  return (nextCell ? body.storeRef(nextCell) : body).endCell();
}

/**
 * The body of a message, or a forward payload.
 * @param {string} text
 * @param {{ from: import("../wallet.mjs").Wallet, to: { keys: { publicKey: Buffer } } }} wallets the address of `from` is the salt
 */
export function buildEncryptedComment(text, { from, to }) {
  const data = Buffer.from(text);
  if (data.length > MOST_BYTES) throw new Error(`the comment has ${data.length} bytes, more than ${MOST_BYTES}`);
  const secret = computeSharedSecret(from.keys.secretKey, to.keys.publicKey);
  const length = BLOCK + ((BLOCK - (data.length % BLOCK)) % BLOCK);
  const prefix = Buffer.concat([Buffer.from([length]), computeHmac(secret, data).subarray(1, length)]);
  const padded = Buffer.concat([prefix, data]);
  const salt = from.address.toString({ urlSafe: true, bounceable: true, testOnly: false });
  const messageKey = computeHmac(salt, padded).subarray(0, 16);
  const key = computeHmac(secret, messageKey);
  const cipher = createCipheriv("aes-256-cbc", key.subarray(0, 32), key.subarray(32, 48)).setAutoPadding(false);
  const names = from.keys.publicKey.map((byte, i) => byte ^ to.keys.publicKey[i]);
  return listChainCells(Buffer.concat([names, messageKey, cipher.update(padded), cipher.final()]));
}
