// The key of an account, the same for every form of its address.

import { decodeBase64 } from "../util/base64.js";

const RAW = /^-?\d+:[0-9a-fA-F]{64}$/;
const FRIENDLY = /^[A-Za-z0-9+/_-]{48}$/;

/**
 * Returns the raw form of an address, so that all forms of one address share their queries. An invalid address is its own key: the call itself refuses
 * it.
 *
 * @param {unknown} address
 */
export function getAccountKey(address) {
  const text = String(address);
  if (RAW.test(text)) return text.toUpperCase();
  if (!FRIENDLY.test(text)) return text;
  // A byte of flags, the workchain, 32 bytes of the account, and a checksum.
  const [, workchain, ...rest] = decodeBase64(text.replaceAll("-", "+").replaceAll("_", "/"));
  const digits = rest.slice(0, 32).map((byte) => byte.toString(16).padStart(2, "0"));
  return `${(workchain << 24) >> 24}:${digits.join("").toUpperCase()}`;
}
