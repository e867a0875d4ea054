// The scene of the nominator pools: people deposit, a validator stakes their deposits, the round pays a reward, some withdraw.
import { beginCell, internal, storeMessageRelaxed, toNano } from "@ton/core";

import { writeRawAddress } from "../account-name.mjs";
import { loadParameter } from "../configuration.mjs";
import { ELECTOR_ADDRESS } from "../contracts/governance.mjs";
import * as nominatorPool from "../contracts/nominator-pool.mjs";
import { computeAdnl, makeValidatorKeys } from "../validators.mjs";
import { runGetMethod } from "../view.mjs";

/** Rounds of validators that the pools take part in. */
const ROUNDS = { small: 1, full: 2 };
const ELECTOR = writeRawAddress(ELECTOR_ADDRESS);
const STAKE_LIMITS = 17;
const CURRENT_VALIDATORS = 34;
/** Maximum number of blocks to wait for the elector, which works every few blocks. */
const PATIENCE = 120;
/** Blocks after which the elector has followed a new set of validators. */
const ONE_TICK = 16;
/** Seconds that a stake may take to reach the elector: three blocks. */
const ON_THE_WAY = 185;
const FEES = "9000";

/** The pools of the world, and their validators. @param {import("../cast.mjs").Cast} cast */
export function listPools(cast) {
  const limits = { minValidatorStake: toNano(1000), minNominatorStake: toNano(100) };
  return [
    { validator: cast.wallet("pool validator 1"), rewardShare: 4000, maxNominators: 40 },
    { validator: cast.wallet("pool validator 2"), rewardShare: 2500, maxNominators: 5 },
  ].map(({ validator, ...terms }, i) => {
    const { address, init } = nominatorPool.buildPool({ validator: validator.address, ...terms, ...limits });
    // Keys of the chain, after those of the other validators: sets that include the pools sign blocks.
    return { validator, address, init, account: writeRawAddress(address), key: cast.validators.length + i };
  });
}

/** @typedef {ReturnType<typeof listPools>[number]} Pool */

/** The stack of a get-method. @param {import("../chain.mjs").Chain} chain @param {string} account @param {string} method */
async function callMethod(chain, account, method, stack = []) {
  const { exit_code, stack: resultStack } = await runGetMethod(chain, { account, method, stack });
  if (exit_code !== 0) throw new Error(`${method} of ${account}: exit code ${exit_code}`);
  return /** @type {any[]} */ (resultStack);
}

/** @param {any} list as FunC and Tolk build it @returns {any[][]} the items of its tuples */
const listTuples = (list) => (list?.type === "tuple" ? [list.items[0].items, ...listTuples(list.items[1])] : []);

/** The data that validators read before they stake. @param {import("../chain.mjs").Chain} chain */
export async function makeElection(chain) {
  const [id] = await callMethod(chain, ELECTOR, "active_election_id");
  const [, closesAt] = await callMethod(chain, ELECTOR, "participant_list_extended");
  return { id: Number(id.value), closesAt: Number(closesAt.value) };
}

/** @param {import("../chain.mjs").Chain} chain @param {Pool} pool */
export async function makeState(chain, pool) {
  const data = await callMethod(chain, pool.account, "get_pool_data");
  const [state, , amountSent, validator] = data;
  const nominators = listTuples((await callMethod(chain, pool.account, "list_nominators"))[0]);
  return {
    state: Number(state.value),
    amountSent: /** @type {bigint} */ (amountSent.value),
    stakeAt: Number(data[11].value),
    stake: nominators.reduce((sum, [, amount]) => sum + amount.value, /** @type {bigint} */ (validator.value)),
    waits: nominators.some(([, , , requested]) => requested.value !== 0n),
  };
}

/** Returns the minimum stake of an election. @param {import("../chain.mjs").Chain} chain */
export const loadLeastStake = (chain) => loadParameter(chain.config, STAKE_LIMITS).beginParse().loadCoins();

/** The amount that the elector owes a pool. @param {import("../chain.mjs").Chain} chain @param {Pool} pool @returns {Promise<bigint>} */
export async function readCredit(chain, pool) {
  const wallet = { type: /** @type {const} */ ("int"), value: BigInt(`0x${pool.address.hash.toString("hex")}`) };
  const [owedAmount] = await callMethod(chain, ELECTOR, "compute_returned_stake", [wallet]);
  return owedAmount.value;
}

/** An election whose stakes are not yet back. `isActive`: its set is in office. @param {import("../chain.mjs").Chain} chain @param {number} id */
export async function findPastElection(chain, id) {
  const pastElectionRow = listTuples((await callMethod(chain, ELECTOR, "past_elections"))[0]).find(
    ([of]) => Number(of.value) === id,
  );
  if (!pastElectionRow) return undefined;
  const [, unfreezeAt, , setHash, , , bonuses] = pastElectionRow.map((item) => item.value);
  const currentSetHash = loadParameter(chain.config, CURRENT_VALIDATORS)?.hash().toString("hex");
  return { unfreezeAt: Number(unfreezeAt), bonuses, isActive: setHash === BigInt(`0x${currentSetHash ?? 0}`) };
}

export const call = (pool, value, body) => internal({ to: pool.address, value, bounce: true, body });

/** The message by which a validator stakes all coins of a pool. @param {string} seed of the chain @param {Pool} pool @param {{ id: number, stake: bigint }} stake */
export function makeStakeCall(seed, pool, { id, stake }) {
  const { publicKey, secretKey } = makeValidatorKeys(seed, pool.key);
  const wallet = pool.address;
  return call(
    pool,
    toNano(2),
    nominatorPool.buildStakePool({
      publicKey,
      secretKey,
      value: stake,
      stakeAt: id,
      wallet,
      adnl: computeAdnl(publicKey),
      queryId: id,
    }),
  );
}

/** The message that pays the elector as the fees of the masterchain do. @param {import("../cast.mjs").Cast} cast @param {bigint} value */
export function listFees({ collector }, value) {
  const fees = internal({ to: ELECTOR_ADDRESS, value, bounce: false });
  const body = beginCell()
    .storeRef(beginCell().store(storeMessageRelaxed(fees)))
    .endCell();
  return internal({ to: collector.address, value: value + toNano(1), bounce: true, body });
}

const LAST_TRANSACTION = "SELECT last_tx_lt FROM accounts WHERE account = ?";

/**
 * Makes blocks until `isDone`, which it checks before the first one and after each block in which the elector worked.
 * @param {import("../director.mjs").Director} d @param {() => Promise<boolean>} isDone
 */
async function makeBlocksUntil(d, isDone) {
  let seenLt;
  for (let i = 0; i < PATIENCE; i += 1) {
    const { last_tx_lt: lastLt } = d.chain.db.get(LAST_TRANSACTION, [ELECTOR]);
    if (lastLt !== seenLt && (await isDone())) return;
    seenLt = lastLt;
    await d.round();
  }
}

/**
 * Makes the pools stake in an open election.
 * @param {import("../director.mjs").Director} d @param {Pool[]} pools @returns {Promise<number>} its ID
 */
async function playStake(d, pools) {
  let election = { id: 0, closesAt: 0 };
  await makeBlocksUntil(d, async () => {
    election = await makeElection(d.chain);
    return election.id !== 0 && election.closesAt > d.now + ON_THE_WAY;
  });
  const sentItems = [];
  for (const pool of pools) {
    const { stake: wholeStake } = await makeState(d.chain, pool);
    sentItems.push(d.send(pool.validator, [makeStakeCall(d.chain.seed, pool, { id: election.id, stake: wholeStake })]));
  }
  await d.round(...sentItems);
  await d.settle();
  return election.id;
}

/**
 * Pays the fees of the masterchain to the validators of a round, and waits until the round is over.
 * @param {import("../director.mjs").Director} d @param {Pool[]} pools @param {number} id of their election
 */
async function validate(d, pools, id) {
  const fees = toNano(FEES);
  let paysAt = 0;
  await makeBlocksUntil(d, async () => {
    const past = await findPastElection(d.chain, id);
    const { seqno } = d.chain.head.mc;
    // The elector may still count them for the previous round: then they are paid again.
    if (past?.isActive && past.bonuses < fees && seqno >= paysAt) {
      paysAt = seqno + ONE_TICK;
      await d.round(d.send(d.cast.faucet, [listFees(d.cast, fees)]));
      await d.settle();
    } else if (past && past.bonuses >= fees) d.now = Math.max(d.now, past.unfreezeAt);
    const credits = await Promise.all(pools.map((pool) => readCredit(d.chain, pool)));
    const states = await Promise.all(pools.map((pool) => makeState(d.chain, pool)));
    return credits.every((credit, i) => credit >= states[i].amountSent);
  });
}

/**
 * @param {import("../director.mjs").Director} d @param {"small" | "full"} size
 */
export async function runStaking(d, size) {
  const pools = listPools(d.cast);
  const [firstPool, secondPool] = pools;
  const [anna, boris, clara, dora] = [1, 2, 3, 4].map((i) => d.cast.wallet(`nominator ${i}`));
  // Both pools have more than this, but less than three times as much.
  const minStake = loadLeastStake(d.chain);
  const computeStakePart = (/** @type {number} */ percent) => (minStake * BigInt(percent)) / 100n;
  const payMessage = (wallet, value, init) => internal({ to: wallet.address, value, bounce: false, init });
  const sendDeposit = (from, pool, value) =>
    d.send(from, [call(pool, value + toNano(1), nominatorPool.buildDeposit())]);
  const sendWithdrawal = (from, pool) => d.send(from, [call(pool, toNano(1), nominatorPool.buildWithdraw())]);

  await d.round(
    d.send(d.cast.faucet, [
      ...pools.map(({ validator }) => payMessage(validator, computeStakePart(100), validator.init)),
      ...[anna, boris, clara, dora].map((nominator) => payMessage(nominator, computeStakePart(150))),
    ]),
  );
  await d.settle();
  await d.round(
    ...pools.map(({ validator, address, init }) =>
      d.send(validator, [
        internal({ to: address, value: toNano(20), bounce: false, init, body: nominatorPool.buildTopUp() }),
        call({ address }, computeStakePart(50) + toNano(1), nominatorPool.buildDepositValidator(1)),
      ]),
    ),
  );
  await d.settle();
  await d.round(
    sendDeposit(anna, firstPool, computeStakePart(60)),
    sendDeposit(boris, firstPool, computeStakePart(30)),
    sendDeposit(clara, secondPool, computeStakePart(70)),
  );
  await d.round(
    sendDeposit(anna, secondPool, computeStakePart(20)),
    sendDeposit(dora, firstPool, computeStakePart(5)),
    sendDeposit(boris, secondPool, toNano(50)),
  ); // the last one is too small
  await d.round(sendWithdrawal(dora, firstPool)); // at once
  await d.settle();

  for (let i = 0; i < ROUNDS[size]; i += 1) {
    const id = await playStake(d, pools);
    await d.round(sendWithdrawal(anna, secondPool), sendDeposit(boris, firstPool, computeStakePart(10))); // later; for the next round
    await d.settle();
    await validate(d, pools, id);
    await d.round(
      ...pools.map((pool) => d.send(pool.validator, [call(pool, toNano("1.5"), nominatorPool.recoverPool(id))])),
    );
    await d.settle();
    await d.round(
      d.send(secondPool.validator, [
        call(secondPool, toNano(1), nominatorPool.buildProcessWithdrawals({ queryId: i })),
      ]),
    );
    await d.settle();
    if (i + 1 < ROUNDS[size]) await d.round(sendDeposit(anna, secondPool, computeStakePart(20)));
  }
  await d.round(
    d.send(firstPool.validator, [
      call(firstPool, toNano(1), nominatorPool.buildWithdrawValidator({ amount: computeStakePart(5), queryId: 2 })),
    ]),
    sendWithdrawal(clara, firstPool), // no nominator of this pool: refused
  );
  await d.settle();
}
