// Verifies data that an account signed for an app:
// https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#sign-data

import { readAccountBytes, proofError, areBytesEqual } from "./account-key.js";
import { formatRawAddress } from "./address-bytes.js";
import { beginCell, parseBoc } from "./cell.js";
import { pickKnownNames, requireObject } from "./inputs.js";
import {
  ACCOUNT_PROPERTIES,
  encodeInteger,
  concatEncoded,
  computeSha256,
  encodeSignedAddress,
  requireText,
  verifySignedMessage,
} from "./signed-for-app.js";
import { decodeBase64 } from "../util/base64.js";
import { isTonEdgeError } from "../util/error.js";
import { encodeBase64 } from "./text.js";

/** The tag at the beginning of the cell that is signed for a `cell` payload. */
const SIGNED_CELL_TAG = 0x75569022;

/** Computes CRC-32 (IEEE 802.3). */
function computeCrc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** Decodes canonical standard base64. */
function decodeStrictBase64(text) {
  try {
    const bytes = decodeBase64(text);
    if (encodeBase64(bytes) === text) return bytes;
  } catch (cause) {
    if (isTonEdgeError(cause)) throw cause;
    // The text is not base64.
  }
  throw proofError("payload", "`bytes` of the payload must be base64");
}

/** Property names by payload type. */
const CONTENT_PROPERTIES = { text: ["text"], binary: ["bytes"], cell: ["schema", "cell"] };

/** Returns the signed part of a payload: all except `network` and `from`. @returns {any} */
function readContent(payload) {
  const { type } = payload;
  const names = Object.keys(CONTENT_PROPERTIES).includes(type) ? CONTENT_PROPERTIES[type] : undefined;
  if (!names) throw proofError("payload", "the type of the payload is not text, binary or cell");
  return Object.fromEntries([
    ["type", type],
    ...names.map((name) => [name, requireText(payload[name], "payload", `\`${name}\` of the payload`)]),
  ]);
}

function readCell(boc) {
  try {
    return parseBoc(boc);
  } catch (cause) {
    throw proofError("payload", `the \`cell\` of the payload is not a bag of cells: ${cause.message}`, cause);
  }
}

/** Returns a function that serializes what is signed for a payload. @returns {(parts: any) => any} */
function makeHasher({ type, text, bytes, schema, cell: boc }) {
  if (type === "cell") {
    const cell = readCell(boc);
    return ({ address, domain, timestamp }) =>
      beginCell()
        .storeUint(SIGNED_CELL_TAG, 32)
        .storeUint(computeCrc32(concatEncoded(schema)), 32)
        .storeUint(timestamp, 64)
        .storeAddress(formatRawAddress(address))
        // As in DNS: the labels from the last to the first, each followed by a zero byte.
        .storeStringRefTail(`${domain.split(".").reverse().join("\0")}\0`)
        .storeRef(cell)
        .endCell()
        .hash();
  }
  const isText = type === "text";
  const data = isText ? concatEncoded(text) : decodeStrictBase64(bytes);
  return ({ address, domain, timestamp }) =>
    computeSha256(
      concatEncoded(
        new Uint8Array([255, 255]),
        "ton-connect/sign-data/",
        encodeSignedAddress(address),
        encodeInteger(concatEncoded(domain).length, 4, false),
        domain,
        encodeInteger(timestamp, 8, false),
        isText ? "txt" : "bin",
        encodeInteger(data.length, 4, false),
        data,
      ),
    );
}

/** @param {any} account @param {any} options */
export async function verifySignData(account, options) {
  const accountValues = pickKnownNames(account, [...ACCOUNT_PROPERTIES, "signed"], "account");
  const { address, domain, timestamp, signature, payload } = requireObject(accountValues.signed, "signed");
  const content = readContent(requireObject(payload, "payload"));
  requireText(domain, "domain", "the domain");
  if (
    accountValues.address !== undefined &&
    !areBytesEqual(readAccountBytes(accountValues.address), readAccountBytes(address))
  )
    throw proofError("address", "another account signed the data");
  return verifySignedMessage(
    { ...accountValues, address },
    { domain, timestamp, signature, payload: content },
    options,
    makeHasher(content),
  );
}
