// Hashes of bags, and texts of hashes.

import { messageHash, parseBoc } from "../../message.js";
import { fail, isTonEdgeError } from "../util/error.js";
import { mismatch } from "./mismatch.js";

/** A hash in base64, of any form that servers and callers write. */
export function hashText(hash) {
  if (typeof hash !== "string") return hash;
  if (!/^(0x)?[0-9a-f]{64}$/i.test(hash)) return `${hash.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "")}=`;
  return btoa(String.fromCharCode(...(hash.slice(-64).match(/../g) ?? []).map((two) => parseInt(two, 16))));
}

/** A bag of a response. */
export function readBag(path, boc) {
  try {
    return parseBoc(boc);
  } catch (cause) {
    if (!isTonEdgeError(cause) || cause.code === "internal" || cause.code === "wasm_unavailable") throw cause;
    throw fail("integrity_failed", `\`${path}\` is not a bag of cells: ${cause.message}`, { parameter: path, cause });
  }
}

/** The hash of a cell in base64. */
export const hashOf = (cell) => messageHash(cell, { normalized: false });

/** Checks a bag against the hash that the response has of it. If either is missing, there is nothing to compare. */
export function checkBag(path, object, boc, hash) {
  const [bag, said] = [object[boc], object[hash]];
  if (typeof bag !== "string" || bag === "" || typeof said !== "string") return;
  const found = hashOf(readBag(`${path}${boc}`, bag));
  if (hashText(said) !== found) throw mismatch(`${path}${hash}`, said, `the hash of \`${path}${boc}\``, found);
}
