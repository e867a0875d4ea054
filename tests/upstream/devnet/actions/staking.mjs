// Actions of nominator pools. Their only provider is the pool itself, which the service calls "nominator".
import { Cell } from "@ton/core";

import { readComment } from "../bodies/index.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found */

const PROVIDER = "nominator";
const POOL = "tv_pool";
const TEXT = "0x00000000";
const PROCESS_WITHDRAWALS = "0x00000002";

const noteIn = (/** @type {any} */ message) =>
  message?.type === "internal" && !message.bounced && message.opcode === TEXT
    ? readComment(Cell.fromBoc(message.body)[0])
    : null;

const isPayment = ({ incoming: message }) => !message.bounced && [null, TEXT].includes(message.opcode);
const listBounces = (/** @type {Node} */ node) => node.next.filter(({ incoming }) => incoming.bounced);

/** @param {string} holder @param {string} pool @param {string} amount */
const makeWithdrawalDetails = (holder, pool, amount) => ({
  provider: PROVIDER,
  stake_holder: holder,
  pool,
  amount,
  payout_nft: null,
  tokens_burnt: null,
  asset: null,
});

/** The comment "d". @param {Node} node @param {import("./trace.mjs").FindContract} findContract @returns {Found | undefined} */
function findDeposit(node, findContract) {
  const { tx, incoming: message } = node;
  if (noteIn(message) !== "d" || !findContract(tx.account, POOL)) return undefined;
  return {
    type: "stake_deposit",
    success: !tx.aborted,
    nodes: [node, ...listBounces(node)],
    details: {
      provider: PROVIDER,
      stake_holder: message.source,
      pool: tx.account,
      amount: String(message.value),
      tokens_minted: null,
      asset: null,
    },
    accounts: [message.source, tx.account],
  };
}

/** The comment "w": the pool pays the stake and sends the rest of the message back, or the rest alone. @type {typeof findDeposit} */
function findWithdrawal(node, findContract) {
  const { tx, incoming: message } = node;
  if (noteIn(message) !== "w" || !findContract(tx.account, POOL)) return undefined;
  const payments = node.next.filter(isPayment).sort((a, b) => a.incoming.created_lt - b.incoming.created_lt);
  const [firstPayment] = payments;
  const isPaid = payments.length > 1 || (firstPayment && BigInt(firstPayment.incoming.value) > BigInt(message.value));
  const foundAction = {
    success: !tx.aborted,
    nodes: [node, ...listBounces(node), ...payments],
    accounts: [message.source, tx.account],
  };
  if (isPaid)
    return {
      ...foundAction,
      type: "stake_withdrawal",
      details: makeWithdrawalDetails(message.source, tx.account, String(firstPayment.incoming.value)),
    };
  return {
    ...foundAction,
    type: "stake_withdrawal_request",
    details: {
      provider: PROVIDER,
      stake_holder: message.source,
      pool: tx.account,
      payout_nft: null,
      asset: null,
      tokens_burnt: null,
    },
  };
}

/** The payments of a pool to nominators who requested them before. @type {typeof findDeposit} */
function findPayout(node, findContract) {
  const { sender, incoming: message } = node;
  if (sender?.incoming?.opcode !== PROCESS_WITHDRAWALS || sender.incoming.bounced || !isPayment(node)) return undefined;
  if (!findContract(sender.tx.account, POOL)) return undefined;
  return {
    type: "stake_withdrawal",
    success: true,
    nodes: [node],
    details: makeWithdrawalDetails(node.tx.account, sender.tx.account, String(message.value)),
    accounts: [node.tx.account, sender.tx.account],
  };
}

export const FINDERS = [findDeposit, findWithdrawal, findPayout];

/** The types of these actions, and the shortcut of `supported_action_types` that holds them. */
export const TYPES = { staking: ["stake_deposit", "stake_withdrawal", "stake_withdrawal_request"] };
