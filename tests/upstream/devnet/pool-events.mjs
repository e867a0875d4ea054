// The events of nominator pools: the difference that a transaction made to the coins of each nominator and of the validator.
import { Cell } from "@ton/core";

import { writeRawAddress } from "./account-name.mjs";
import { ELECTOR_ADDRESS } from "./contracts/governance.mjs";

const ELECTOR = writeRawAddress(ELECTOR_ADDRESS);
const RECOVER_STAKE_OK = "0xf96f7324";
const VALIDATOR_TYPES = { "0x00000004": "deposit", "0x00000005": "withdrawal" };

/** @typedef {{ amount: bigint, pending: bigint, requested: boolean }} Position a nominator's coins that earn rewards, and those that wait for the next round */
/** @typedef {{ type: string, account: string, details: object }} PoolEvent */

const NO_POSITION = { amount: 0n, pending: 0n, requested: false };

/** @param {any} pool details of the contract @returns {Map<string, Position>} */
const listPositions = ({ active_nominators, withdraw_requests }) =>
  new Map(
    active_nominators.map(({ address, balance, pending_balance }) => [
      address,
      { amount: BigInt(balance), pending: BigInt(pending_balance), requested: withdraw_requests.includes(address) },
    ]),
  );

/** @param {bigint} value */
const computeAbsolute = (value) => (value < 0n ? -value : value);

/** @param {string} type @param {string} account @param {Position} before @param {Position} after @returns {PoolEvent} */
function makeNominatorEvent(type, account, before, after) {
  const balance = after.amount - before.amount,
    pending = after.pending - before.pending;
  const amount = type === "pending_deposit_activation" ? balance : computeAbsolute(balance + pending);
  return {
    type,
    account,
    details: {
      // A fine is stored as a negative reward.
      amount: String(type === "reward" ? balance : amount),
      balance_delta: String(balance),
      pending_balance_delta: String(pending),
      balance_before: String(before.amount),
      balance_after: String(after.amount),
      pending_balance_before: String(before.pending),
      pending_balance_after: String(after.pending),
      withdraw_request_before: before.requested,
      withdraw_request_after: after.requested,
    },
  };
}

/**
 * The events at the end of a round: first the reward, then the activation of waiting deposits.
 * @param {string} account @param {Position} before @param {Position} after
 */
function endOfRound(account, before, after) {
  const activatedAmount = before.pending - after.pending;
  const rewardedPosition = { ...before, amount: after.amount - activatedAmount };
  return [
    ...(rewardedPosition.amount === before.amount
      ? []
      : [makeNominatorEvent("reward", account, before, rewardedPosition)]),
    ...(activatedAmount > 0n
      ? [makeNominatorEvent("pending_deposit_activation", account, rewardedPosition, after)]
      : []),
  ];
}

/** @param {string} account @param {Position} before @param {Position} after */
function findMovement(account, before, after) {
  const total = after.amount + after.pending - before.amount - before.pending;
  const isRequest = !before.requested && after.requested;
  return [
    ...(total === 0n ? [] : [makeNominatorEvent(total > 0n ? "deposit" : "withdrawal", account, before, after)]),
    ...(isRequest ? [makeNominatorEvent("withdrawal_request", account, before, after)] : []),
  ];
}

/** @param {any} before @param {any} after details of the pool @param {boolean} isEnd of a round */
function makeNominatorEvents(before, after, isEnd) {
  const [oldPositions, now] = [before, after].map(listPositions);
  return [...new Set([...oldPositions.keys(), ...now.keys()])].sort().flatMap((account) => {
    const positions = /** @type {const} */ ([
      oldPositions.get(account) ?? NO_POSITION,
      now.get(account) ?? NO_POSITION,
    ]);
    return isEnd ? endOfRound(account, ...positions) : findMovement(account, ...positions);
  });
}

/** @param {any} before @param {any} after details of the pool @param {any} incoming @param {boolean} isEnd @returns {PoolEvent[]} at most one */
function makeValidatorEvents(before, after, incoming, isEnd) {
  const change = BigInt(after.validator_amount) - BigInt(before.validator_amount);
  const type = isEnd ? (change > 0n ? "reward" : "penalty") : VALIDATOR_TYPES[incoming.opcode];
  if (change === 0n || !type) return [];
  const body = Cell.fromBoc(incoming.body)[0].beginParse().skip(32);
  return [
    {
      type,
      account: before.validator_address,
      details: {
        amount: String(computeAbsolute(change)),
        balance_delta: String(change),
        balance_before: before.validator_amount,
        balance_after: after.validator_amount,
        ...(body.remainingBits >= 64 ? { query_id: String(body.loadUintBig(64)) } : {}),
        ...(isEnd && before.stake_at ? { cycle_start: before.stake_at } : {}),
        validator_reward_share: before.validator_reward_share,
      },
    },
  ];
}

const KIND = "tv_pool";

/**
 * Writes the changes of a pool's transaction.
 * @param {import("./database.mjs").Store} db @param {import("./round.mjs").Entry} entry @param {any} tx its row
 * @param {(account: string, kind: string) => any} findContract what the index had before the round
 */
export function putPoolEvents(db, entry, tx, findContract) {
  const { followed, rows } = entry;
  const after = followed?.after[KIND]?.details;
  const before = followed?.before ? followed.before[KIND]?.details : after && findContract(tx.account, KIND)?.details;
  if (!before || !after || !rows.incoming) return;
  const isEnd = rows.incoming.opcode === RECOVER_STAKE_OK && rows.incoming.source === ELECTOR && !tx.aborted;
  const events = {
    nominator: makeNominatorEvents(before, after, isEnd),
    validator: makeValidatorEvents(before, after, rows.incoming, isEnd),
  };
  for (const [side, list] of Object.entries(events)) {
    for (const [event_index, { type, account, details }] of list.entries())
      db.put("pool_events", {
        tx_hash: tx.hash,
        side,
        event_index,
        pool: tx.account,
        account,
        type,
        lt: tx.lt,
        now: tx.now,
        details: JSON.stringify(details),
      });
  }
}
