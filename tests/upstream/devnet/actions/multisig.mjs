// Actions of multisigs. The accounts of each include the signers of its order.
import { findNext } from "./trace.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found */

const REJECTED = "multisig_approve_rejected";

/** @param {Node} node @param {import("./trace.mjs").FindContract} findContract @returns {Found | undefined} */
function createOrder(node, findContract) {
  const init = node.body?.name === "mulisig_new_order" ? findNext(node, "multisig_order_init") : undefined;
  const order = init && findContract(init.tx.account, "multisig_order_v2")?.details;
  if (!order || !node.body || !init?.body) return undefined;
  const { query_id, order_seqno, signer, index, expiration_date } = node.body.values;
  const { source, destination } = node.incoming;
  return {
    type: "multisig_create_order",
    success: true,
    nodes: [node, init],
    details: {
      query_id,
      order_seqno, // as sent: the largest number stands for the next one
      is_created_by_signer: signer,
      is_signed_by_creator: init.body.values.signer_index !== null,
      creator_index: Number(index),
      expiration_date: Number(expiration_date),
      order_boc: init.body.values.order,
      source,
      destination,
      destination_order: init.tx.account,
    },
    accounts: [source, destination, init.tx.account, ...order.signers],
  };
}

const isApproval = ({ body, incoming }) =>
  body?.name === "multisig_approve" || JSON.parse(incoming?.decoded ?? "null")?.comment === "approve";

/** @type {typeof createOrder} */
function findApproval(node, findContract) {
  const reply = isApproval(node)
    ? (findNext(node, "multisig_approve_accepted") ?? findNext(node, REJECTED))
    : undefined;
  const order = reply && findContract(node.tx.account, "multisig_order_v2")?.details;
  if (!order || !reply?.body) return undefined;
  const isRejected = reply.body.name === REJECTED;
  const { source, destination } = node.incoming;
  return {
    type: "multisig_approve",
    success: !isRejected,
    nodes: [node, reply],
    details: {
      signer_index: Number(node.body?.values.signer_index ?? -1), // a comment has none
      exit_code: isRejected ? Number(reply.body.values.exit_code) : 0,
      source,
      destination,
    },
    accounts: [source, destination, ...order.signers],
  };
}

/** @type {typeof createOrder} */
function execute(node, findContract) {
  const { source, destination, bounced } = node.incoming ?? {};
  if (node.body?.name !== "multisig_execute" || bounced) return undefined;
  const contract = findContract(source, "multisig_order_v2")?.details;
  if (!contract) return undefined;
  const { query_id, order_seqno, expiration_date, approvals_num, signers_hash, order } = node.body.values;
  return {
    type: "multisig_execute",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      query_id,
      order_seqno,
      expiration_date: Number(expiration_date),
      approvals_num: Number(approvals_num),
      signers_hash: Buffer.from(signers_hash, "hex").toString("base64"),
      order_boc: order,
      source,
      destination,
    },
    accounts: [source, destination, ...contract.signers],
  };
}

export const FINDERS = [createOrder, findApproval, execute];

export const TYPES = { multisig: ["multisig_create_order", "multisig_approve", "multisig_execute"] };
