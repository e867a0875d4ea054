// Checks transactions of v3, which have no bag of cells: only their messages have hashes, and transactions refer to each other.

import { normalizeHash } from "./hashes.js";
import { mismatchError } from "./mismatch.js";

/**
 * Checks a transaction, and returns its data for history.js.
 *
 * @param {string} path ends with a dot @param {any} row
 */
export function checkTransaction(path, row) {
  const { account, in_msg: inMessage, out_msgs: outMessages } = row;
  if (inMessage?.destination && inMessage.destination !== account)
    throw mismatchError(`${path}in_msg.destination`, inMessage.destination, `\`${path}account\``, account);
  for (const [index, message] of (Array.isArray(outMessages) ? outMessages : []).entries())
    if (message?.source !== undefined && message.source !== account)
      throw mismatchError(`${path}out_msgs[${index}].source`, message.source, `\`${path}account\``, account);
  return {
    path,
    account,
    lt: String(row.lt),
    hash: normalizeHash(row.hash),
    prevLt: String(row.prev_trans_lt),
    prevHash: normalizeHash(row.prev_trans_hash),
    before: normalizeHash(row.account_state_before?.hash),
    after: normalizeHash(row.account_state_after?.hash),
    isFinal: row.emulated !== true && (row.finality === undefined || row.finality === "finalized"),
    names: { prev: "prev_trans_hash", before: "account_state_before.hash", after: "account_state_after.hash" },
  };
}

/**
 * Checks a trace: each transaction is stored under its own hash, and its parent sent its message. @param {string} path ends with a dot
 */
export function checkTrace(path, { transactions, trace }) {
  for (const [hash, row] of Object.entries(transactions ?? {}))
    if (row?.hash !== undefined && normalizeHash(row.hash) !== normalizeHash(hash))
      throw mismatchError(`${path}transactions[${JSON.stringify(hash)}].hash`, row.hash, "its key", hash);
  const pendingNodes = trace ? [{ node: trace, at: `${path}trace.`, sender: undefined }] : [];
  for (let item = pendingNodes.pop(); item; item = pendingNodes.pop()) {
    const { node, at: nodePath, sender } = item;
    const listedRow = transactions?.[node.tx_hash];
    const row = listedRow ?? node.transaction;
    const rowPath = listedRow ? `${path}transactions[${JSON.stringify(node.tx_hash)}]` : `${nodePath}transaction`;
    const receivedHash = row?.in_msg?.hash;
    const sentHashes = sender?.out_msgs?.map(({ hash }) => hash);
    if (receivedHash && sentHashes && !sentHashes.includes(receivedHash))
      throw mismatchError(
        `${rowPath}.in_msg.hash`,
        receivedHash,
        "the parent transaction did not send this message; the last message that it sent",
        sentHashes[sentHashes.length - 1],
      );
    for (const [childIndex, childNode] of (Array.isArray(node.children) ? node.children : []).entries())
      pendingNodes.push({ node: childNode, at: `${nodePath}children[${childIndex}].`, sender: row });
  }
}
