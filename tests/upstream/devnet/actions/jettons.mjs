// Actions of jettons.
import { findNext, readNote } from "./trace.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found */

/** The transactions after the credit of a jetton: the notification of its owner, and the rest of the TON. @param {Node} credit */
const listAfterCredit = (credit) =>
  credit.next.filter(({ body }) => ["jetton_notify", "excess"].includes(body?.name ?? ""));

/** @param {Node} node @param {import("./trace.mjs").FindContract} findContract @returns {Found | undefined} */
function findJettonTransfer(node, findContract) {
  const wallet = node.body?.name === "jetton_transfer" && findContract(node.tx.account, "jetton_wallet")?.details;
  if (!wallet || !node.body) return undefined;
  const { query_id, amount, destination, response_destination, custom_payload, ...forward } = node.body.values;
  const credit = findNext(node, "jetton_internal_transfer");
  return {
    type: "jetton_transfer",
    success: !node.tx.aborted && credit !== undefined && !credit.tx.aborted,
    nodes: [node, ...(credit ? [credit, ...listAfterCredit(credit)] : [])],
    details: {
      asset: wallet.jetton,
      sender: wallet.owner,
      receiver: destination,
      sender_jetton_wallet: node.tx.account,
      receiver_jetton_wallet: credit?.tx.account ?? null,
      amount,
      ...readNote(forward.forward_payload),
      query_id,
      response_destination,
      custom_payload,
      forward_payload: forward.forward_payload,
      forward_amount: forward.forward_ton_amount,
    },
    accounts: [wallet.owner, node.tx.account, destination, credit?.tx.account ?? null],
  };
}

/** @type {typeof findJettonTransfer} */
function findJettonBurn(node, findContract) {
  const wallet = node.body?.name === "jetton_burn" && findContract(node.tx.account, "jetton_wallet")?.details;
  if (!wallet || !node.body) return undefined;
  const notifiedNode = findNext(node, "jetton_burn_notification");
  return {
    type: "jetton_burn",
    success: !node.tx.aborted && notifiedNode !== undefined && !notifiedNode.tx.aborted,
    nodes: [
      node,
      ...(notifiedNode ? [notifiedNode, ...notifiedNode.next.filter(({ body }) => body?.name === "excess")] : []),
    ],
    details: {
      owner: wallet.owner,
      owner_jetton_wallet: node.tx.account,
      asset: wallet.jetton,
      amount: node.body.values.amount,
    },
    accounts: [wallet.owner, node.tx.account, wallet.jetton],
  };
}

/** The credit of a wallet by its master itself. @type {typeof findJettonTransfer} */
function findJettonMint(node, findContract) {
  const wallet =
    node.body?.name === "jetton_internal_transfer" && findContract(node.tx.account, "jetton_wallet")?.details;
  if (!wallet || !node.body || !node.sender || node.sender.tx.account !== wallet.jetton) return undefined;
  return {
    type: "jetton_mint",
    success: !node.tx.aborted,
    nodes: [node.sender, node, ...listAfterCredit(node)],
    details: {
      asset: wallet.jetton,
      receiver: wallet.owner,
      receiver_jetton_wallet: node.tx.account,
      amount: node.body.values.amount,
      ton_amount: node.body.values.forward_ton_amount,
    },
    accounts: [wallet.jetton, wallet.owner, node.tx.account],
  };
}

/** Finders of actions of several transactions, in the order in which they are tried: `(node, findContract) => Found | undefined`. */
export const FINDERS = [findJettonTransfer, findJettonBurn, findJettonMint];

/** The types of these actions, and the shortcut of `supported_action_types` that holds them. */
export const TYPES = { jettons: ["jetton_transfer", "jetton_burn", "jetton_mint"] };
