// The nominator pool, on the masterchain: nominators of the basechain deposit and withdraw with comments, and a validator stakes their
// deposits.
import { beginCell } from "@ton/core";

import { codeOf, comment, stateOf } from "./code.mjs";
import { newStake, recoverStake } from "./governance.mjs";

/** @typedef {import("@ton/core").Address} Address */

/** @param {{ validator: Address, rewardShare?: number, maxNominators?: number, minValidatorStake: bigint, minNominatorStake: bigint }} pool `rewardShare`: of 10 000 */
export const pool = ({ validator, rewardShare = 4000, maxNominators = 40, minValidatorStake, minNominatorStake }) =>
  stateOf(
    codeOf("nominator-pool"),
    beginCell()
      .storeUint(0, 8)
      .storeUint(0, 16)
      .storeCoins(0)
      .storeCoins(0)
      .storeRef(
        beginCell()
          .storeBuffer(validator.hash)
          .storeUint(rewardShare, 16)
          .storeUint(maxNominators, 16)
          .storeCoins(minValidatorStake)
          .storeCoins(minNominatorStake),
      )
      .storeBit(false)
      .storeBit(false)
      .storeUint(0, 32)
      .storeUint(0, 256)
      .storeUint(0, 8)
      .storeUint(0, 32)
      .storeUint(0, 32)
      .storeBit(false)
      .endCell(),
    -1,
  );

/** A nominator's deposit; 1 TON of the value is the fee. */
export const deposit = () => comment("d");

/** A nominator withdraws everything: at once, or when the elector has returned the coins. */
export const withdraw = () => comment("w");

const operation = (op, queryId) => beginCell().storeUint(op, 32).storeUint(queryId, 64);

/** The pool only accepts the coins. */
export const topUp = (queryId = 0) => operation(1, queryId).endCell();

/** @param {{ limit?: number, queryId?: number }} options */
export const processWithdrawals = ({ limit = 10, queryId = 0 } = {}) =>
  operation(2, queryId).storeUint(limit, 8).endCell();

/** The validator's deposit; 1 TON of the value is the fee. */
export const depositValidator = (queryId = 0) => operation(4, queryId).endCell();

/** @param {{ amount: bigint, queryId?: number }} withdrawal */
export const withdrawValidator = ({ amount, queryId = 0 }) => operation(5, queryId).storeCoins(amount).endCell();

/**
 * The validator makes the pool stake `value`, 1 TON of which pays for the reply.
 * @param {{ value: bigint } & Parameters<typeof newStake>[0]} stake `wallet`: the pool
 */
export const stakePool = ({ value, ...stake }) => newStake(stake, value);

/** Anyone can make the pool request its stake from the elector. */
export const recoverPool = recoverStake;
