// Finds the differences of two transactions, field by field.

import { decodeTransaction, parseBoc } from "ton-edge/message";

const isCell = (value) => typeof value?.toBoc === "function";

/** Paths of the fields that differ. */
function walk(ours, theirs, path, differences) {
  if (isCell(ours) && isCell(theirs)) {
    if (ours.toBase64() !== theirs.toBase64()) differences.push(path);
  } else if (ours && theirs && typeof ours === "object" && typeof theirs === "object") {
    for (const name of new Set([...Object.keys(ours), ...Object.keys(theirs)]))
      walk(ours[name], theirs[name], path === "" ? name : `${path}.${name}`, differences);
  } else if (ours !== theirs) differences.push(path);
  return differences;
}

/** @param {import("ton-edge/message").Cell} ours @param {Uint8Array} theirs a bag @returns {string[]} empty if they are bit-identical */
export function transactionDifference(ours, theirs) {
  const other = parseBoc(theirs);
  if (Buffer.from(ours.hash()).equals(Buffer.from(other.hash()))) return [];
  const differences = walk(decodeTransaction(ours), decodeTransaction(other), "", []).filter((path) => path !== "hash");
  return differences.length > 0 ? differences : ["bits"];
}
