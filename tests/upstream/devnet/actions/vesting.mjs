// Actions of vesting wallets: calls that the wallet has confirmed.
import { Cell, loadMessageRelaxed } from "@ton/core";

import { writeRawAddress } from "../account-name.mjs";
import { findNext } from "./trace.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found */

/** A call with the reply to it. @param {Node} node @param {string} name */
function findConfirmedCall(node, name) {
  const reply = node.body?.name === name ? findNext(node, `${name}_response`) : undefined;
  return reply && node.body ? { reply, values: node.body.values } : undefined;
}

/** @param {Node} node @returns {Found | undefined} */
function sendMessage(node) {
  const foundCall = findConfirmedCall(node, "vesting_send_message");
  if (!foundCall) return undefined;
  const { query_id, message } = foundCall.values;
  const { info } = loadMessageRelaxed(Cell.fromBase64(message).beginParse());
  if (info.type !== "internal") return undefined;
  const { source, destination: vesting } = node.incoming;
  const destination = writeRawAddress(info.dest);
  return {
    type: "vesting_send_message",
    success: !node.tx.aborted,
    nodes: [node, foundCall.reply],
    details: { query_id, message_boc: message, source, vesting, destination, amount: String(info.value.coins) },
    accounts: [source, vesting, destination],
  };
}

/** @type {typeof sendMessage} */
function addWhitelist(node) {
  const call = findConfirmedCall(node, "vesting_add_white_list");
  if (!call) return undefined;
  const { source, destination: vesting } = node.incoming;
  const { query_id, addresses_ref_snake: accounts } = call.values;
  return {
    type: "vesting_add_whitelist",
    success: !node.tx.aborted,
    nodes: [node, call.reply],
    details: { query_id, accounts_added: accounts, source, vesting },
    accounts: [source, vesting, ...accounts],
  };
}

export const FINDERS = [sendMessage, addWhitelist];

export const TYPES = { vesting: ["vesting_send_message", "vesting_add_whitelist"] };
