// The nominator pool, on the masterchain: nominators of the basechain deposit and withdraw with comments, a validator stakes
// what they gave.
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

/** A nominator pays 1 TON of it for the deposit. */
export const deposit = () => comment("d");

/** A nominator withdraws everything: at once, or when the coins are back from the elector. */
export const withdraw = () => comment("w");

const operation = (op, queryId) => beginCell().storeUint(op, 32).storeUint(queryId, 64);

/** Only accepts the coins. */
export const topUp = (queryId = 0) => operation(1, queryId).endCell();

/** @param {{ limit?: number, queryId?: number }} options */
export const processWithdrawals = ({ limit = 10, queryId = 0 } = {}) =>
  operation(2, queryId).storeUint(limit, 8).endCell();

/** The validator pays 1 TON of it for the deposit. */
export const depositValidator = (queryId = 0) => operation(4, queryId).endCell();

/** @param {{ amount: bigint, queryId?: number }} withdrawal */
export const withdrawValidator = ({ amount, queryId = 0 }) => operation(5, queryId).storeCoins(amount).endCell();

/** The validator has the pool stake `value`, 1 TON of it for the answer. @param {{ value: bigint } & Parameters<typeof newStake>[0]} stake `wallet`: the pool */
export const stakePool = ({ value, ...stake }) => newStake(stake, value);

/** Anyone has the pool ask the elector for its stake. */
export const recoverPool = recoverStake;
