// Finds the public key of an account that signed data off chain, from its StateInit or from a source that the server trusts.

import { KEY_OFFSETS } from "../../dist/schemas.js";
import { fail, isDataError, kindOf } from "../util/error.js";
import { toAddressBytes, formatRawAddress } from "./address-bytes.js";
import { parseBoc, toCell } from "./cell.js";
import { decodeStateInit } from "./decode.js";
import { toBytes } from "./inputs.js";
import { decodeBase64 } from "../util/base64.js";
import { encodeBase64, decodeBytes32, encodeHex } from "./text.js";

/**
 * Number of bits before the public key in a wallet's data, by code hash; also for wallets that this package cannot create. Deployed code
 * never changes, nor do these offsets.
 */
const KEY_OFFSET_BY_CODE = {
  ...KEY_OFFSETS,
  // v1 r1, r2 and r3, v2 r1 and r2: the key follows the seqno.
  "oM/CxIruFqJx8s/AtzgtgXVs7LEBfQd/qqs7tgL2how=": 32,
  "1JAvzJ+tdGmPqONTIgpo2g3PcuMryy657gQhfBfTBiw=": 32,
  "WHzHie/xyE9G7DeX5F/ICaFP9a4k8eDHpqmcydyQYf8=": 32,
  "XJpeaMEI4YchoHxC+ZVr+zmtd+xtYktgxXbsiO7mUyk=": 32,
  "/pUw0yQ4Uwg+8u8LTCkIwKv2+hwx6iQ6rKpb+MfXU/E=": 32,
  // v4 r1: the key follows the seqno and the wallet id.
  "ZN1UgFUixb6KnbWc6gEFzPDQh4bKeb64y3nogKjXMi0=": 64,
  // The beta of v5, whose wallet id is longer.
  "89fKU0k97trCizgZhqhJQDy6w9LFhHea8IEGWvCsS5M=": 113,
};

/** Limits of the `StateInit` of a wallet, which has about a dozen cells. */
const STATE_INIT_LIMITS = { maxBytes: 65536, maxCells: 1024, maxDepth: 128 };

/**
 * Position of the bit that says whether a wallet v5 accepts signatures, by the offset of its key: `is_signature_allowed`, or in the beta
 * the sign of the seqno.
 */
const SIGNATURES_REFUSED_BIT = { 65: 0, 113: 1 };

/** The y coordinates of points of small order, also unreduced: anyone can create signatures that such a key verifies. */
const FIELD_PRIME = 2n ** 255n - 19n;
const ORDER_EIGHT_Y = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const SMALL_ORDER_Y = [
  0n,
  1n,
  FIELD_PRIME - 1n,
  FIELD_PRIME,
  FIELD_PRIME + 1n,
  ORDER_EIGHT_Y,
  FIELD_PRIME - ORDER_EIGHT_Y,
];

/** Makes the error for an invalid part of a signed message. */
export const proofError = (parameter, message, cause) =>
  fail("proof_invalid", message, { parameter, index: cause?.index, cause });

/** Refuses public keys for which anyone can sign. */
function requireStrongKey(key) {
  const y = BigInt.asUintN(255, BigInt(`0x${encodeHex(key.slice().reverse())}`));
  if (SMALL_ORDER_Y.includes(y))
    throw proofError("publicKey", "the public key is a point of small order: anyone can sign for it");
  return key;
}

/** Returns the bytes of a public key from bytes, hexadecimal digits, or a bigint, which get-methods return. */
function readKeyBytes(key, parameter) {
  const bytes = toBytes(key);
  if (bytes?.length === 32) return bytes;
  const digits =
    typeof key === "bigint" && key >= 0n ? key.toString(16) : typeof key === "string" ? key.replace(/^0x/, "") : "";
  if (!/^[\da-f]{1,64}$/i.test(digits))
    throw proofError(parameter, "a public key must be 32 bytes, a bigint or hexadecimal digits");
  return decodeBytes32(digits);
}

/** Returns the public key in the `StateInit` of an address; undefined if its code is not that of a known wallet. */
function findKeyInState(stateInit, address) {
  let cell;
  let state;
  try {
    cell =
      typeof stateInit === "string" || toBytes(stateInit) ? parseBoc(stateInit, STATE_INIT_LIMITS) : toCell(stateInit);
    state = decodeStateInit(cell);
  } catch (cause) {
    if (!isDataError(cause)) throw cause;
    throw proofError("walletStateInit", `the StateInit cannot be read: ${cause.message}`, cause);
  }
  // Without this check the key could belong to another account.
  if (!areBytesEqual(cell.hash(), address.subarray(1)))
    throw proofError("walletStateInit", "the StateInit does not match the address");
  const keyOffset = state.code && state.data ? KEY_OFFSET_BY_CODE[encodeBase64(state.code.hash())] : undefined;
  if (keyOffset === undefined) return undefined;
  try {
    const data = state.data.beginParse();
    if (data.clone().loadUint(1) === SIGNATURES_REFUSED_BIT[keyOffset])
      throw proofError("walletStateInit", "the StateInit lets only extensions act for the wallet, not its key");
    return data.skip(keyOffset).loadBytes(32);
  } catch (cause) {
    if (cause.code === "proof_invalid" || !isDataError(cause)) throw cause;
    throw proofError("walletStateInit", "the data of the StateInit does not match its wallet code", cause);
  }
}

export const areBytesEqual = (a, b) => a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Returns the bytes of the address of an account. */
export function readAccountBytes(account) {
  try {
    return toAddressBytes(account);
  } catch (cause) {
    throw cause.code === "invalid_parameter" ? proofError("address", "`address` is not a valid address", cause) : cause;
  }
}

/**
 * Finds the public key of an account. The key that the wallet claims is only compared, never trusted.
 *
 * @param {{ walletStateInit?: any, publicKey?: any }} account as the wallet reports it
 * @param {Uint8Array} bytes of its address
 * @param {any} trustedKey the key that the caller knows, or a function that returns it
 */
export async function findAccountKey({ walletStateInit, publicKey }, bytes, trustedKey) {
  let key =
    walletStateInit === undefined || walletStateInit === null ? undefined : findKeyInState(walletStateInit, bytes);
  if (!key) {
    const trustedValue = typeof trustedKey === "function" ? await trustedKey(formatRawAddress(bytes)) : trustedKey;
    if (trustedValue === undefined || trustedValue === null)
      throw proofError(
        "publicKey",
        "the public key is not in the StateInit: read it with `get_public_key`, and pass it as the option `publicKey`",
      );
    key = readKeyBytes(trustedValue, "publicKey");
  }
  if (publicKey !== undefined && publicKey !== null && !areBytesEqual(readKeyBytes(publicKey, "publicKey"), key))
    throw proofError("publicKey", "`publicKey` of the wallet differs from the key of the account");
  return requireStrongKey(key);
}

/** Decodes a signature in canonical base64. */
export function readSignatureBytes(signature) {
  let bytes = toBytes(signature);
  if (!bytes && typeof signature === "string" && /^[A-Za-z\d+/]{86}==$/.test(signature)) {
    const signatureBytes = decodeBase64(signature);
    // The last character has four unused bits, which must be 0.
    if (encodeBase64(signatureBytes) === signature) bytes = signatureBytes;
  }
  if (bytes?.length === 64) return bytes;
  const kind = typeof signature === "string" ? "another text" : kindOf(signature);
  throw proofError("signature", `a signature must be 64 bytes in base64, not ${kind}`);
}
