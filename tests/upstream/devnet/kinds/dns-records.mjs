// The records of a DNS contract: a dictionary of cells by 256 bits, the hash of the category.
import { createHash } from "node:crypto";

import { CellReader, toKeyBytes } from "./dictionary.mjs";

/** @typedef {import("@ton/core").Cell} Cell */

const BITS = 256;

const toBinary = (/** @type {Buffer} */ bytes) => [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");

/**
 * The records in the order of their keys.
 * @param {Cell} root @param {Buffer[]} [wantedKeys] keys; default all @returns {[key: Buffer, value: Cell][]}
 * @throws if the cells are not a dictionary, or are too many
 */
export function readRecords(root, wantedKeys) {
  const keys = wantedKeys?.map(toBinary);
  const isWanted = keys && ((/** @type {string} */ prefix) => keys.some((key) => key.startsWith(prefix)));
  return new CellReader().entries(root, BITS, isWanted).map(([key, value]) => [toKeyBytes(key), value]);
}

/** The key of a category: the hash of its name. @param {string} name */
export const hashCategory = (name) => createHash("sha256").update(name).digest();
