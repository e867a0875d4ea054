// The nominator pools while the clock runs: validators stake in every election and fetch their stakes, nominators deposit, and one of them
// deposits and withdraws in turn.
import { toNano } from "@ton/core";

import { createRandom } from "../chance.mjs";
import * as nominatorPool from "../contracts/nominator-pool.mjs";
import {
  call,
  readCredit,
  makeElection,
  listFees,
  loadLeastStake,
  findPastElection,
  listPools,
  makeStakeCall,
  makeState,
} from "../scenes/staking.mjs";
import { runGetMethod } from "../view.mjs";

/** Blocks between two visits to a pool; the pools take turns. A message arrives in fewer blocks. */
const LOOK_EVERY = 8;
/** Seconds that a stake needs to reach the elector in time. */
const ON_THE_WAY = 10;
const LIFETIME = 600;
const FEES = toNano(50);

/** @typedef {import("../chain.mjs").Chain} Chain @typedef {import("../wallet.mjs").Wallet} Wallet */

/** @param {Chain} chain @param {Wallet} wallet @param {import("@ton/core").MessageRelaxed[]} messages @returns {Promise<import("@ton/core").Cell[]>} */
async function signMessages(chain, wallet, messages) {
  const { exit_code, stack } = await runGetMethod(chain, { account: wallet.account, method: "seqno", stack: [] });
  const [seqno] = stack;
  if (exit_code !== 0 || seqno?.type !== "int") return [];
  return [wallet.transfer({ seqno: Number(seqno.value), messages, validUntil: chain.time() + LIFETIME })];
}

/**
 * The next action of a pool's validator.
 * @param {Chain} chain @param {import("../cast.mjs").Cast} cast @param {import("../scenes/staking.mjs").Pool} pool
 */
async function findDuty(chain, cast, pool) {
  const { state, stake, amountSent, stakeAt, waits } = await makeState(chain, pool);
  if (state === 0 && waits) return call(pool, toNano(1), nominatorPool.buildProcessWithdrawals());
  if (state === 0) {
    const { id, closesAt } = await makeElection(chain);
    const isOpen = id !== 0 && closesAt > chain.time() + ON_THE_WAY;
    return isOpen && stake > loadLeastStake(chain) + toNano(2)
      ? makeStakeCall(chain.seed, pool, { id, stake })
      : undefined;
  }
  if ((await readCredit(chain, pool)) >= amountSent)
    return call(pool, toNano("1.5"), nominatorPool.recoverPool(stakeAt));
  const election = await findPastElection(chain, stakeAt);
  return election?.isActive && election.bonuses < FEES ? listFees(cast, FEES) : undefined;
}

/** @param {Chain} chain @param {import("../cast.mjs").Cast} cast @param {import("../scenes/staking.mjs").Pool[]} pools @param {(n: number) => number} below */
function listNominators(chain, cast, [first, second], below) {
  const [, boris, clara, dora] = [1, 2, 3, 4].map((i) => /** @type {Wallet} */ (cast.wallet(`nominator ${i}`)));
  const depositAmount = toNano(2 + below(40));
  const possibleMoves = [
    { from: boris, message: call(first, depositAmount, nominatorPool.buildDeposit()) },
    { from: clara, message: call(second, depositAmount, nominatorPool.buildDeposit()) },
    { from: dora, message: call(first, toNano(150) + depositAmount, nominatorPool.buildDeposit()) },
    { from: dora, message: call(first, toNano(1), nominatorPool.buildWithdraw()) },
  ];
  const { from, message } = possibleMoves[below(possibleMoves.length)];
  return signMessages(chain, from, [message]);
}

/**
 * The external messages for the next block: none in most blocks.
 * @param {Chain} chain @param {import("../cast.mjs").Cast} cast @returns {Promise<import("@ton/core").Cell[]>}
 */
export async function makeStakingTraffic(chain, cast) {
  const seqno = chain.head.mc.seqno + 1;
  const pools = listPools(cast);
  if (seqno % (LOOK_EVERY / 2) || !chain.db.get("SELECT 1 FROM contracts WHERE account = ?", [pools[0].account]))
    return [];
  if (seqno % LOOK_EVERY) {
    const { below } = createRandom(chain.seed, "staking", seqno);
    return below(6) ? [] : listNominators(chain, cast, pools, below);
  }
  const pool = pools[(seqno / LOOK_EVERY) % pools.length];
  const message = await findDuty(chain, cast, pool);
  return message ? signMessages(chain, pool.validator, [message]) : [];
}
