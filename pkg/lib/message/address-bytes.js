// Converts addresses to bytes and to their friendly form.

import { ADDRESS } from "../../dist/cell-abi.js";
import { computeCrc16 } from "../util/crc16.js";
import { fail } from "../util/error.js";
import { core } from "../wasm/cell.js";
import { isTestOnly, toAddressText } from "./raw-address.js";
import { encodeBase64, encodeHex } from "./text.js";

/** Converts an address to 33 bytes: one for the workchain, 32 for the hash. @returns {Uint8Array<ArrayBuffer>} */
export const toAddressBytes = (address) => core.call(ADDRESS, [toAddressText(address)]);

/** Returns the raw form with lower-case digits, as TON Connect requires. */
export const formatRawAddress = (bytes) => `${(bytes[0] << 24) >> 24}:${encodeHex(bytes.subarray(1))}`;

/** Whether the network name is "testnet". Throws for an unknown name. */
export function isTestnet(network) {
  if (network === "mainnet" || network === "testnet") return network === "testnet";
  throw fail("invalid_option", "`network` must be mainnet or testnet", { parameter: "network" });
}

/**
 * Returns the bytes of an address, and refuses a testnet-only address on mainnet. `testnet` is required, because coins
 * go to the address.
 *
 * @param {any} address @param {string} parameter @param {boolean} testnet
 */
export function requireAddress(address, parameter, testnet) {
  if (address === undefined || address === null)
    throw fail("missing_parameter", `\`${parameter}\` is required`, { parameter });
  let bytes;
  try {
    bytes = toAddressBytes(address);
  } catch (cause) {
    if (cause.code !== "invalid_parameter") throw cause;
    const isName = typeof address === "string" && address.includes(".");
    const problem = isName ? "a domain, not an address: `client.recipient` finds its account" : cause.message;
    throw fail(cause.code, `\`${parameter}\`: ${problem}`, { parameter, cause });
  }
  if (!testnet && isTestOnly(address))
    throw fail(
      "invalid_parameter",
      `\`${parameter}\` is a testnet address, but the network is mainnet; for testnet pass \`network: "testnet"\``,
      { parameter },
    );
  return bytes;
}

/** Writes a workchain and a hash in the friendly form, in base64url. */
export function formatFriendly(address, bounceable, testOnly) {
  const bytes = new Uint8Array(36);
  bytes[0] = (bounceable ? 0x11 : 0x51) | (testOnly ? 0x80 : 0);
  bytes.set(address, 1);
  const crc = computeCrc16(bytes.subarray(0, 34));
  bytes[34] = crc >> 8;
  bytes[35] = crc;
  return encodeBase64(bytes).replaceAll("+", "-").replaceAll("/", "_");
}
