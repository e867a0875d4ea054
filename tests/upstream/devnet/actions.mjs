// Derives the v3 actions of a transaction: plain transfers, calls and deploys, from the transaction and the message that
// caused it. Jettons and other tokens are not recognised yet.
import { Cell } from "@ton/core";

import { sha256 } from "./blocks.mjs";
import { commentOf } from "./message.mjs";

const ENCRYPTED_COMMENT = "0x2167da4b";

/** @param {any} message row of `messages` */
function transferDetails(message) {
  const body = Cell.fromBoc(message.body)[0];
  const encrypted = message.opcode === ENCRYPTED_COMMENT;
  return {
    source: message.source,
    destination: message.destination,
    value: String(message.value),
    value_extra_currencies: {},
    comment: encrypted ? body.toBoc().toString("base64") : commentOf(body) || null,
    encrypted,
  };
}

/** A transfer: nothing in the body, or a comment. @param {any} message */
const isTransfer = (message) =>
  message.opcode === null || message.opcode === "0x00000000" || message.opcode === ENCRYPTED_COMMENT;

/**
 * @param {any} tx row of `transactions` @param {any} message row of the message it received, or null
 * @param {{ hash: string, lt: number, now: number } | undefined} sender transaction that sent the message
 */
export function actionsOf(tx, message, sender) {
  const out = [];
  const add = (type, success, details, accounts) =>
    out.push({
      action_id: sha256("ton-edge devnet action", tx.trace_id, type, tx.hash),
      trace_id: tx.trace_id,
      type,
      success: Number(success),
      start_lt: sender?.lt ?? tx.lt,
      end_lt: tx.lt,
      start_utime: sender?.now ?? tx.now,
      end_utime: tx.now,
      mc_seqno: tx.mc_seqno,
      details: JSON.stringify(details),
      accounts: JSON.stringify([...new Set(accounts.filter(Boolean))]),
      transactions: JSON.stringify([...(sender ? [sender.hash] : []), tx.hash]),
    });
  const call = message && {
    opcode: message.opcode ?? undefined,
    source: message.source ?? undefined,
    destination: message.destination,
    value: message.value === null ? undefined : String(message.value),
  };
  if (message?.type === "internal" && !message.bounced) {
    // Money sent to an account without code arrives although its transaction is aborted; only a bounce returns it.
    const bounced = Boolean(JSON.parse(tx.description).bounce);
    if (isTransfer(message))
      add("ton_transfer", !bounced, transferDetails(message), [message.source, message.destination]);
    else add("call_contract", !tx.aborted, call, [message.source, message.destination]);
  }
  if (tx.orig_status !== "active" && tx.end_status === "active")
    add("contract_deploy", true, call ?? { destination: tx.account }, [message?.source, tx.account]);
  return out;
}
