// Computes hashes of bags of cells, and normalizes hashes in texts.

import { messageHash, parseBoc } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { mismatchError } from "./mismatch.js";
import { encodeBase64 } from "../util/base64.js";

/** Converts a hash in any form that servers and callers use to base64. Returns other values unchanged. */
export function normalizeHash(hash) {
  if (typeof hash !== "string") return hash;
  if (!/^(0x)?[0-9a-f]{64}$/i.test(hash)) return `${hash.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "")}=`;
  return encodeBase64((hash.slice(-64).match(/../g) ?? []).map((byteDigits) => parseInt(byteDigits, 16)));
}

/** Parses a bag of cells in a response. */
export function readBag(path, boc) {
  try {
    return parseBoc(boc);
  } catch (cause) {
    if (!isTonEdgeError(cause) || cause.code === "internal" || cause.code === "wasm_unavailable") throw cause;
    throw fail("integrity_failed", `\`${path}\` is not a bag of cells: ${cause.message}`, { parameter: path, cause });
  }
}

/** Returns the hash of a cell in base64. */
export const hashCell = (cell) => messageHash(cell, { normalized: false });

/** Checks a bag against the hash that the response states for it, if both are present. */
export function checkBag(path, object, boc, hash) {
  const [bag, expectedHash] = [object[boc], object[hash]];
  if (typeof bag !== "string" || bag === "" || typeof expectedHash !== "string") return;
  const actualHash = hashCell(readBag(`${path}${boc}`, bag));
  if (normalizeHash(expectedHash) !== actualHash)
    throw mismatchError(`${path}${hash}`, expectedHash, `the hash of \`${path}${boc}\``, actualHash);
}
