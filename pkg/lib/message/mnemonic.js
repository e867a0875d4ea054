// Derives keys from mnemonics as TON wallets do, by WebCrypto.

import { MNEMONIC_ITERATIONS } from "../../dist/message-abi.js";
import { fail, isList, kindOf } from "../util/error.js";
import { encodeText, pickKnownNames, requireObject } from "./inputs.js";
import { decodeBase64 } from "../util/base64.js";
import { withEd25519 } from "./web-crypto.js";
import { randomBytes, requireSubtle } from "../util/crypto.js";

/** The PKCS #8 header before the 32 bytes of an Ed25519 private key (RFC 8410), in base64. */
const PKCS8_PREFIX = "MC4CAQAwBQYDK2VwBCIEIA";

/** Derives 64 bytes by PBKDF2 with SHA-512. */
async function deriveBits(entropy, salt, iterations) {
  const key = await requireSubtle().importKey("raw", entropy, "PBKDF2", false, ["deriveBits"]);
  const params = { name: "PBKDF2", hash: "SHA-512", salt: encodeText(salt), iterations };
  return new Uint8Array(await requireSubtle().deriveBits(params, key, 512));
}

/** Computes HMAC-SHA512 of the password, with the words as the key. */
async function computeEntropy(words, password) {
  const text = words.join(" ");
  const key = await requireSubtle().importKey("raw", encodeText(text), { name: "HMAC", hash: "SHA-512" }, false, [
    "sign",
  ]);
  return new Uint8Array(await requireSubtle().sign("HMAC", key, encodeText(password)));
}

/** Returns the words, in lower case and without white space around them. */
function readWords(mnemonic) {
  const words = typeof mnemonic === "string" ? mnemonic.trim().split(/\s+/) : isList(mnemonic) ? [...mnemonic] : [];
  if (words.length === 0 || words.some((word) => typeof word !== "string" || !/^[a-z]+$/i.test(word.trim())))
    throw fail("mnemonic_invalid", "a mnemonic must be a list of words, usually 24");
  return words.map((word) => word.trim().toLowerCase());
}

function checkPassword(password) {
  if (typeof password !== "string")
    throw fail("invalid_parameter", `\`password\` must be a string, not ${kindOf(password)}`, {
      parameter: "password",
    });
  encodeText(password, "password");
}

/** Whether the words are a TON mnemonic with this password. One in 256 random lists of words is. */
export async function isMnemonic(mnemonic, password = "") {
  checkPassword(password);
  const words = readWords(mnemonic);
  if (password !== "") {
    const [first] = await deriveBits(await computeEntropy(words, ""), "TON fast seed version", 1);
    if (first !== 1) return false;
    const basicEntropy = await deriveBits(
      await computeEntropy(words, ""),
      "TON seed version",
      Math.floor(MNEMONIC_ITERATIONS / 256),
    );
    if (basicEntropy[0] === 0) return false;
  }
  const [first] = await deriveBits(
    await computeEntropy(words, password),
    "TON seed version",
    Math.floor(MNEMONIC_ITERATIONS / 256),
  );
  return first === 0;
}

/**
 * Returns the Ed25519 key pair of a 32-byte seed.
 *
 * @param {Uint8Array} seed
 */
export async function keyPairFromSeed(seed) {
  if (!ArrayBuffer.isView(seed) || seed.byteLength !== 32)
    throw fail("invalid_parameter", "the seed must be 32 bytes as Uint8Array", { parameter: "seed" });
  const prefix = decodeBase64(PKCS8_PREFIX);
  const pkcs8 = new Uint8Array(prefix.length + 32);
  pkcs8.set(prefix);
  pkcs8.set(new Uint8Array(seed.buffer, seed.byteOffset, 32), prefix.length);
  const extractable = await withEd25519(() => requireSubtle().importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"]));
  const privateKey = await requireSubtle().importKey("pkcs8", pkcs8, "Ed25519", false, ["sign"]);
  const publicKey = await exportPublicKey(extractable);
  pkcs8.fill(0);
  return { publicKey, privateKey };
}

/**
 * Returns the public key of a private key, which WebCrypto exposes only as JWK of an extractable key. The caller's key is not
 * extractable.
 */
async function exportPublicKey(extractable) {
  let x;
  try {
    ({ x } = await requireSubtle().exportKey("jwk", extractable));
  } catch (cause) {
    const message =
      "WebCrypto does not return the public key of an Ed25519 seed here (Firefox): use `ton-edge/message/ed25519` instead";
    throw fail("missing_global", message, { parameter: "crypto", cause });
  }
  return decodeBase64(x.replaceAll("-", "+").replaceAll("_", "/"));
}

/** @param {string | string[]} mnemonic @param {{ password?: string }} [options] */
export async function mnemonicToSeed(mnemonic, options = {}) {
  const { password = "" } = requireObject(options, "options");
  const words = readWords(mnemonic);
  if (!(await isMnemonic(words, password)))
    throw fail("mnemonic_invalid", await (await import("../mnemonic/index.js")).explainWords(words, computeSha256));
  const derivedBits = await deriveBits(await computeEntropy(words, password), "TON default seed", MNEMONIC_ITERATIONS);
  const seed = derivedBits.slice(0, 32);
  derivedBits.fill(0);
  return seed;
}

const computeSha256 = async (bytes) => new Uint8Array(await requireSubtle().digest("SHA-256", bytes));

/** @param {{ password?: string }} [options] */
export async function mnemonicNew(options = {}) {
  const { password = "" } = pickKnownNames(options, ["password"], "options");
  checkPassword(password);
  const { newWords } = await import("../mnemonic/index.js");
  return newWords(randomBytes, (words) => isMnemonic(words, password));
}

/** Returns the result of `use` for the seed of a mnemonic; overwrites the seed afterwards. */
export async function withSeed(mnemonic, options, useSeed) {
  const seed = await mnemonicToSeed(mnemonic, options);
  try {
    return await useSeed(seed);
  } finally {
    seed.fill(0);
  }
}

/** @param {string | string[]} mnemonic @param {{ password?: string }} [options] */
export const mnemonicToKeyPair = (mnemonic, options) => withSeed(mnemonic, options, keyPairFromSeed);
