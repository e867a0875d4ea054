// Transactions of v3, which have no bag: their messages have hashes, and they refer to one another.

import { hashText } from "./hashes.js";
import { mismatch } from "./mismatch.js";

/**
 * A transaction as links need it.
 *
 * @param {string} path ends with a dot @param {any} row
 */
export function checkTransaction(path, row) {
  const { account, in_msg: incoming, out_msgs: outgoing } = row;
  if (incoming?.destination && incoming.destination !== account)
    throw mismatch(`${path}in_msg.destination`, incoming.destination, `\`${path}account\``, account);
  for (const [at, message] of (Array.isArray(outgoing) ? outgoing : []).entries())
    if (message?.source !== undefined && message.source !== account)
      throw mismatch(`${path}out_msgs[${at}].source`, message.source, `\`${path}account\``, account);
  return {
    path,
    account,
    lt: String(row.lt),
    hash: hashText(row.hash),
    prevLt: String(row.prev_trans_lt),
    prevHash: hashText(row.prev_trans_hash),
    before: hashText(row.account_state_before?.hash),
    after: hashText(row.account_state_after?.hash),
    isFinal: row.emulated !== true && (row.finality === undefined || row.finality === "finalized"),
    names: { prev: "prev_trans_hash", before: "account_state_before.hash", after: "account_state_after.hash" },
  };
}

/** A trace: transactions under their own hashes, and each one's message sent by the one above it. @param {string} path ends with a dot */
export function checkTrace(path, { transactions, trace }) {
  for (const [hash, row] of Object.entries(transactions ?? {}))
    if (row?.hash !== undefined && hashText(row.hash) !== hashText(hash))
      throw mismatch(`${path}transactions[${JSON.stringify(hash)}].hash`, row.hash, "its name", hash);
  const left = trace ? [{ node: trace, at: `${path}trace.`, sender: undefined }] : [];
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, at, sender } = next;
    const row = transactions?.[node.tx_hash] ?? node.transaction;
    const received = row?.in_msg?.hash;
    const sent = sender?.out_msgs?.map(({ hash }) => hash);
    if (received && sent && !sent.includes(received))
      throw mismatch(
        `${at}tx_hash`,
        received,
        "no message of the transaction above; the last one that it sent",
        sent.at(-1),
      );
    for (const [child, one] of (Array.isArray(node.children) ? node.children : []).entries())
      left.push({ node: one, at: `${at}children[${child}].`, sender: row });
  }
}
