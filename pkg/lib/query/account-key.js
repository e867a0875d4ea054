// The key of an account, the same for every form of its address.

import { decodeBase64 } from "../util/base64.js";

const RAW = /^-?\d+:[0-9a-fA-F]{64}$/;
const FRIENDLY = /^([A-Za-z0-9+/]{48}|[A-Za-z0-9_-]{48})$/;

/**
 * Returns the raw form of an address, so that all forms of one address share their queries. An invalid address is its own key, so it never shows the
 * data of a valid one: the call itself refuses it.
 *
 * @param {unknown} address
 */
export function getAccountKey(address) {
  const text = String(address);
  if (RAW.test(text)) return text.toUpperCase();
  if (!FRIENDLY.test(text)) return text;
  // A byte of flags, the workchain, 32 bytes of the account, and a checksum of 2 bytes.
  const bytes = [...decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"))];
  const [flags, workchain, ...hashBytes] = bytes;
  if ((flags & 0x3f) !== 0x11 || computeCrc16(bytes) !== 0) return text;
  const digits = hashBytes.slice(0, 32).map((byte) => byte.toString(16).padStart(2, "0"));
  return `${(workchain << 24) >> 24}:${digits.join("").toUpperCase()}`;
}

/** CRC-16/XMODEM, as in TEP-2; 0 for bytes that end in their own checksum. @param {number[]} bytes */
function computeCrc16(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff;
  }
  return crc;
}
