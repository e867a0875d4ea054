// Finds the differences of two transactions, field by field.

import { decodeTransaction, parseBoc } from "ton-edge/message";

const isCell = (value) => typeof value?.toBoc === "function";

/** Paths of the fields that differ. */
function compareCells(edgeTransaction, coreTransaction, path, differences) {
  if (isCell(edgeTransaction) && isCell(coreTransaction)) {
    if (edgeTransaction.toBase64() !== coreTransaction.toBase64()) differences.push(path);
  } else if (
    edgeTransaction &&
    coreTransaction &&
    typeof edgeTransaction === "object" &&
    typeof coreTransaction === "object"
  ) {
    for (const name of new Set([...Object.keys(edgeTransaction), ...Object.keys(coreTransaction)]))
      compareCells(edgeTransaction[name], coreTransaction[name], path === "" ? name : `${path}.${name}`, differences);
  } else if (edgeTransaction !== coreTransaction) differences.push(path);
  return differences;
}

/** @param {import("ton-edge/message").Cell} edgeTransaction @param {Uint8Array} coreTransaction a bag @returns {string[]} empty if they are bit-identical */
export function describeTransactionDifference(edgeTransaction, coreTransaction) {
  const otherCell = parseBoc(coreTransaction);
  if (Buffer.from(edgeTransaction.hash()).equals(Buffer.from(otherCell.hash()))) return [];
  const differences = compareCells(decodeTransaction(edgeTransaction), decodeTransaction(otherCell), "", []).filter(
    (path) => path !== "hash",
  );
  return differences.length > 0 ? differences : ["bits"];
}
