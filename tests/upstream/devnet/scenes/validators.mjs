// The scene of validators: two rounds are elected, their sets take office, a validator is fined, and stakes come back with rewards.
import { internal, toNano } from "@ton/core";

import { makeMessage } from "../director.mjs";
import { ROUND, VALIDATORS, loadParameter } from "../configuration.mjs";
import { buildComment } from "../contracts/code.mjs";
import * as governance from "../contracts/governance.mjs";
import { TICK_TOCK_EVERY } from "../chain.mjs";
import { listComplaints, openElection } from "../election.mjs";
import { computeAdnl, readValidatorSet, makeValidatorKeys } from "../validators.mjs";

/** @typedef {import("../director.mjs").Director} Director @typedef {import("../wallet.mjs").Wallet} Wallet */

const FUNDS = "3000000";
/** TON that each validator stakes in the two elections; the last validator fails in the first one. */
const STAKES = ["700001", "600001", "500001", "400001", "350001"];
/** TON of fees: an eighth of them rewards the first round, an eighth of the rest the next. */
const FEES = "80000";
/** Seconds before the close of an election that leave enough time to stake. */
const STAKING_SECONDS = 60;

const toElector = (/** @type {string} */ value, /** @type {import("@ton/core").Cell} */ body) =>
  internal({ to: governance.ELECTOR_ADDRESS, value: toNano(value), bounce: true, body });

/** Makes blocks up to one with a tick and tock, at this utime or now. @param {Director} d @param {number} [utime] */
async function playTick(d, utime = d.now) {
  while ((d.chain.head.mc.seqno + 1) % TICK_TOCK_EVERY) await d.roundAt(d.now);
  await d.roundAt(Math.max(utime, d.now + 1));
}

/** Makes blocks of a second each until no message is in flight. @param {Director} d @param {...import("@ton/core").Cell} externals */
async function makeQuickBlocks(d, ...externals) {
  await d.roundAt(d.now + 1, ...externals);
  while (d.chain.busy) await d.roundAt(d.now + 1);
}

/** A validator's stake in an election. @param {Director} d @param {number} id of the election @param {number} i of the validator @param {object} [changes] */
const makeStake = (d, id, i, changes) => {
  const { publicKey, secretKey } = makeValidatorKeys(d.chain.seed, i);
  return governance.buildNewStake({
    publicKey,
    secretKey,
    stakeAt: id,
    wallet: d.cast.validators[i].address,
    adnl: computeAdnl(publicKey),
    queryId: id + i,
    ...changes,
  });
};

/** The current set. @param {Director} d */
function loadCurrentSet(d) {
  const cell = loadParameter(d.chain.config, VALIDATORS.current);
  const set = cell && readValidatorSet(cell);
  if (!set) throw new Error("the configuration has no validators");
  return set;
}

/** An election with time to stake. @param {Director} d */
async function waitForElection(d) {
  for (;;) {
    const { id, closesAt, finished } = await openElection(d.chain);
    if (id && !finished && closesAt - d.now > STAKING_SECONDS) return { id, closesAt };
    await playTick(d, Math.max(d.now, id && !finished ? closesAt : loadCurrentSet(d).until - ROUND.opensBefore));
  }
}

/** Ends an election, and its set takes office; the elector follows with its next tick. @param {Director} d @param {{ id: number, closesAt: number }} election */
async function install(d, { id, closesAt }) {
  await playTick(d, closesAt);
  await makeQuickBlocks(d);
  await playTick(d, id);
}

/**
 * Validators complain about one that, they claim, signed nothing: the first complaint is approved, the other has one vote.
 * @param {Director} d @param {number} id of the election
 */
async function fileComplaints(d, id) {
  const { validators } = d.cast;
  const accusedKey = makeValidatorKeys(d.chain.seed, 3).publicKey;
  const [firstComplaint, secondComplaint] = ["signed no blocks", "signed late"].map((text, i) =>
    governance.buildComplaint({
      electionId: id,
      publicKey: accusedKey,
      description: buildComment(text),
      fine: toNano(10_000 + i),
      queryId: id + i,
    }),
  );
  await makeQuickBlocks(d, d.send(validators[0], [toElector("1000", firstComplaint)]));
  const [approved] = await listComplaints(d.chain, id);
  await makeQuickBlocks(d, d.send(validators[1], [toElector("1000", secondComplaint)]));
  const [openComplaint] = (await listComplaints(d.chain, id)).filter((hash) => hash !== approved);
  const { list } = loadCurrentSet(d);
  const sendVote = (/** @type {number} */ i, /** @type {bigint} */ complaint) => {
    const { publicKey, secretKey } = makeValidatorKeys(d.chain.seed, i);
    const index = list.findIndex((validator) => validator.publicKey.equals(publicKey));
    const body = governance.buildVote({ secretKey, index, electionId: id, complaint, queryId: id + i });
    return d.send(validators[i], [toElector("1", body)]);
  };
  await makeQuickBlocks(d, ...[0, 1, 2].map((i) => sendVote(i, approved)), sendVote(0, openComplaint));
}

/** @param {Director} d */
export async function runValidators(d) {
  const { faucet, validators: wallets, suspended } = d.cast;
  await d.round(
    d.send(faucet, [
      ...wallets.map((w) => makeMessage(w.address, FUNDS, { init: w.init })),
      makeMessage(governance.ELECTOR_ADDRESS, FEES, { bounce: true }),
      // Parameter 44 suspends this account: money arrives, but code could not be deployed.
      makeMessage(suspended.address, "1"),
    ]),
  );
  await d.settle();

  const first = await waitForElection(d);
  const sendStakes = (id, validatorIndices) =>
    validatorIndices.map((i) => d.send(wallets[i], [toElector(STAKES[i], makeStake(d, id, i))]));
  await makeQuickBlocks(
    d,
    ...sendStakes(first.id, [0, 1, 2, 3]),
    // Signed for another wallet: the signature does not belong to this stake.
    d.send(wallets[4], [toElector(STAKES[4], makeStake(d, first.id, 4, { wallet: faucet.address }))]),
  );
  await makeQuickBlocks(d, d.send(wallets[4], [toElector("1000", makeStake(d, first.id, 4))]));
  await install(d, first);
  await fileComplaints(d, first.id);

  const second = await waitForElection(d);
  await makeQuickBlocks(d, ...sendStakes(second.id, [0, 1, 2, 3, 4]));
  await install(d, second);
  // The first stakes are free, and so is the reward of the complaint. The last validator has nothing to recover.
  await playTick(d, second.id + ROUND.held + 1);
  await makeQuickBlocks(
    d,
    ...[0, 1, 4].map((i) => d.send(wallets[i], [toElector("1", governance.buildRecoverStake(second.id + i))])),
  );
}
