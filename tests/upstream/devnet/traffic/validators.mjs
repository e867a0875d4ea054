// Keeps elections going while the clock runs: the wallets of the validators stake in each election, and recover free stakes.
import { internal, toNano } from "@ton/core";

import { createRandom } from "../chance.mjs";
import { ELECTOR_ADDRESS, buildNewStake, buildRecoverStake } from "../contracts/governance.mjs";
import { readCredit, openElection, readStake } from "../election.mjs";
import { computeAdnl, makeValidatorKeys } from "../validators.mjs";
import { runGetMethod, findState } from "../view.mjs";

const LIFETIME = 600;
/** Number of blocks between the turns of two validators: each has a turn in every election. */
const BLOCK_INTERVAL = 8;
/** A message that is sent fewer seconds before the election closes may arrive too late. */
const TOO_LATE = 15;
/** TON of a stake, and the amount that a wallet needs above it. */
const LEAST = 350_000,
  RANGE = 350_000,
  RESERVE = 10;

/**
 * The external messages for the next block: none, or one of a validator that stakes or recovers.
 * @param {import("../chain.mjs").Chain} chain @param {import("../cast.mjs").Cast} cast @returns {Promise<import("@ton/core").Cell[]>}
 */
export async function makeValidatorTraffic(chain, cast) {
  const block = chain.head.mc.seqno + 1;
  if (block % BLOCK_INTERVAL) return [];
  const index = (block / BLOCK_INTERVAL) % cast.validators.length;
  const wallet = cast.validators[index];
  const { exit_code, stack } = await runGetMethod(chain, { account: wallet.account, method: "seqno", stack: [] });
  const [seqno] = stack;
  if (exit_code !== 0 || seqno?.type !== "int") return []; // not deployed: this world has no validators
  const messages = [];
  const toElector = (/** @type {bigint} */ value, /** @type {import("@ton/core").Cell} */ body) =>
    messages.push(internal({ to: ELECTOR_ADDRESS, value, bounce: true, body }));
  if ((await readCredit(chain, wallet.address)) > 0n) toElector(toNano(1), buildRecoverStake(block));
  const { id, closesAt, finished } = await openElection(chain);
  const { publicKey, secretKey } = makeValidatorKeys(chain.seed, index);
  if (id && !finished && closesAt - chain.time() > TOO_LATE && !(await readStake(chain, publicKey))) {
    const value = toNano(LEAST + createRandom(chain.seed, "stake", id, index).below(RANGE));
    const stake = {
      publicKey,
      secretKey,
      stakeAt: id,
      wallet: wallet.address,
      adnl: computeAdnl(publicKey),
      queryId: block,
    };
    if (BigInt(findState(chain, wallet.account).balance) > value + toNano(RESERVE))
      toElector(value, buildNewStake(stake));
  }
  if (!messages.length) return [];
  return [wallet.transfer({ seqno: Number(seqno.value), messages, validUntil: chain.time() + LIFETIME })];
}
