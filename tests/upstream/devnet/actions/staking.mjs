// Actions of nominator pools. Their only provider is the pool itself, which the service calls "nominator".
import { Cell } from "@ton/core";

import { commentOf } from "../bodies/index.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found */

const PROVIDER = "nominator";
const POOL = "tv_pool";
const TEXT = "0x00000000";
const PROCESS_WITHDRAWALS = "0x00000002";

const noteIn = (/** @type {any} */ message) =>
  message?.type === "internal" && !message.bounced && message.opcode === TEXT
    ? commentOf(Cell.fromBoc(message.body)[0])
    : null;

const isPayment = ({ incoming: message }) => !message.bounced && [null, TEXT].includes(message.opcode);
const bouncesOf = (/** @type {Node} */ node) => node.next.filter(({ incoming }) => incoming.bounced);

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

/** The comment "d". @param {Node} node @param {import("./trace.mjs").ContractOf} contractOf @returns {Found | undefined} */
function findDeposit(node, contractOf) {
  const { tx, incoming: message } = node;
  if (noteIn(message) !== "d" || !contractOf(tx.account, POOL)) return undefined;
  return {
    type: "stake_deposit",
    success: !tx.aborted,
    nodes: [node, ...bouncesOf(node)],
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
function findWithdrawal(node, contractOf) {
  const { tx, incoming: message } = node;
  if (noteIn(message) !== "w" || !contractOf(tx.account, POOL)) return undefined;
  const payments = node.next.filter(isPayment).sort((a, b) => a.incoming.created_lt - b.incoming.created_lt);
  const [firstPayment] = payments;
  const isPaid = payments.length > 1 || (firstPayment && BigInt(firstPayment.incoming.value) > BigInt(message.value));
  const foundAction = {
    success: !tx.aborted,
    nodes: [node, ...bouncesOf(node), ...payments],
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
function findPayout(node, contractOf) {
  const { sender, incoming: message } = node;
  if (sender?.incoming?.opcode !== PROCESS_WITHDRAWALS || sender.incoming.bounced || !isPayment(node)) return undefined;
  if (!contractOf(sender.tx.account, POOL)) return undefined;
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
