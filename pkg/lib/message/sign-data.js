// Data that an account signed for an app: https://github.com/ton-blockchain/ton-connect/blob/main/requests-responses.md#sign-data

import { accountBytes, refused, same } from "./account-key.js";
import { rawText } from "./address-bytes.js";
import { beginCell, parseBoc } from "./cell.js";
import { knownOnly, objectOf } from "./inputs.js";
import { ACCOUNT, integer, joined, sha256, signedAddress, textOf, verified } from "./signed-for-app.js";

/** The tag of signed cells. */
const TAG = 0x75569022;

/** CRC-32 of IEEE 802.3. */
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** The bytes of standard base64 in its one form. */
function binary(text) {
  try {
    const characters = atob(text);
    if (btoa(characters) === text) return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  } catch {
    // No base64.
  }
  throw refused("payload", "`bytes` of the payload is no base64");
}

/** Its properties by the type of a payload. */
const CONTENT = { text: ["text"], binary: ["bytes"], cell: ["schema", "cell"] };

/** The signed part of a payload: all but `network` and `from`. @returns {any} */
function contentOf(payload) {
  const { type } = payload;
  const names = Object.keys(CONTENT).includes(type) ? CONTENT[type] : undefined;
  if (!names) throw refused("payload", "the type of the payload is not text, binary or cell");
  return Object.fromEntries([
    ["type", type],
    ...names.map((name) => [name, textOf(payload[name], "payload", `\`${name}\` of the payload`)]),
  ]);
}

function cellOf(boc) {
  try {
    return parseBoc(boc);
  } catch (cause) {
    throw refused("payload", `the \`cell\` of the payload is not a bag of cells: ${cause.message}`, cause);
  }
}

/** The hashed parts of a payload. @returns {(parts: any) => any} */
function hashOf({ type, text, bytes, schema, cell: boc }) {
  if (type === "cell") {
    const cell = cellOf(boc);
    return ({ address, domain, timestamp }) =>
      beginCell()
        .storeUint(TAG, 32)
        .storeUint(crc32(joined(schema)), 32)
        .storeUint(timestamp, 64)
        .storeAddress(rawText(address))
        // As in DNS: from the top, each label with a zero byte behind it.
        .storeStringRefTail(`${domain.split(".").reverse().join("\0")}\0`)
        .storeRef(cell)
        .endCell()
        .hash();
  }
  const isText = type === "text";
  const data = isText ? joined(text) : binary(bytes);
  return ({ address, domain, timestamp }) =>
    sha256(
      joined(
        new Uint8Array([255, 255]),
        "ton-connect/sign-data/",
        signedAddress(address),
        integer(joined(domain).length, 4, false),
        domain,
        integer(timestamp, 8, false),
        isText ? "txt" : "bin",
        integer(data.length, 4, false),
        data,
      ),
    );
}

/** @param {any} account @param {any} options */
export async function verifySignData(account, options) {
  const given = knownOnly(account, [...ACCOUNT, "signed"], "account");
  const { address, domain, timestamp, signature, payload } = objectOf(given.signed, "signed");
  const content = contentOf(objectOf(payload, "payload"));
  textOf(domain, "domain", "the domain");
  if (given.address !== undefined && !same(accountBytes(given.address), accountBytes(address)))
    throw refused("address", "another account signed the data");
  return verified({ ...given, address }, { domain, timestamp, signature, payload: content }, options, hashOf(content));
}
