// The nominator pool, on the masterchain: nominators of the basechain deposit and withdraw with comments, and a validator stakes their
// deposits.
import { beginCell } from "@ton/core";

import { readCode, buildComment, makeState } from "./code.mjs";
import { buildNewStake, buildRecoverStake } from "./governance.mjs";

/** @typedef {import("@ton/core").Address} Address */

/** @param {{ validator: Address, rewardShare?: number, maxNominators?: number, minValidatorStake: bigint, minNominatorStake: bigint }} pool `rewardShare`: of 10 000 */
export const buildPool = ({
  validator,
  rewardShare = 4000,
  maxNominators = 40,
  minValidatorStake,
  minNominatorStake,
}) =>
  makeState(
    readCode("nominator-pool"),
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
export const buildDeposit = () => buildComment("d");

/** A nominator withdraws everything: at once, or when the elector has returned the coins. */
export const buildWithdraw = () => buildComment("w");

const buildOperation = (op, queryId) => beginCell().storeUint(op, 32).storeUint(queryId, 64);

/** The pool only accepts the coins. */
export const buildTopUp = (queryId = 0) => buildOperation(1, queryId).endCell();

/** @param {{ limit?: number, queryId?: number }} options */
export const buildProcessWithdrawals = ({ limit = 10, queryId = 0 } = {}) =>
  buildOperation(2, queryId).storeUint(limit, 8).endCell();

/** The validator's deposit; 1 TON of the value is the fee. */
export const buildDepositValidator = (queryId = 0) => buildOperation(4, queryId).endCell();

/** @param {{ amount: bigint, queryId?: number }} withdrawal */
export const buildWithdrawValidator = ({ amount, queryId = 0 }) =>
  buildOperation(5, queryId).storeCoins(amount).endCell();

/**
 * The validator makes the pool stake `value`, 1 TON of which pays for the reply.
 * @param {{ value: bigint } & Parameters<typeof buildNewStake>[0]} stake `wallet`: the pool
 */
export const buildStakePool = ({ value, ...stake }) => buildNewStake(stake, value);

/** Anyone can make the pool request its stake from the elector. */
export const recoverPool = buildRecoverStake;
