// Addresses as bytes, and the friendly form of them.

import { ADDRESS } from "../../dist/cell-abi.js";
import { core } from "../wasm/cell.js";
import { NONE } from "./bindings.js";
import { rawAddress } from "./raw-address.js";
import { base64, hex } from "./text.js";

/** The workchain in one byte, then the hash in 32. @returns {Uint8Array<ArrayBuffer>} */
export const addressBytes = (address) => core.call(ADDRESS, NONE, rawAddress(address));

/** The raw form as TON Connect has it, with lower-case digits. */
export const rawText = (bytes) => `${(bytes[0] << 24) >> 24}:${hex(bytes.subarray(1))}`;

/** Whether a text is a friendly address that only test networks accept: the highest bit of its first byte is set. */
export const isTestOnly = (address) => typeof address === "string" && address.length === 48 && /^[k0]/.test(address);

/** CRC-16/XMODEM. */
function crc16(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc & 0x8000 ? 0x11021 : 0);
  }
  return crc;
}

/** The friendly form of a workchain and a hash, in base64url. */
export function friendlyAddress(address, bounceable, testOnly) {
  const bytes = new Uint8Array(36);
  bytes[0] = (bounceable ? 0x11 : 0x51) | (testOnly ? 0x80 : 0);
  bytes.set(address, 1);
  const crc = crc16(bytes.subarray(0, 34));
  bytes[34] = crc >> 8;
  bytes[35] = crc;
  return base64(bytes).replaceAll("+", "-").replaceAll("/", "_");
}
