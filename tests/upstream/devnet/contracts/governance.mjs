// The elector and the config contract of the masterchain.
import { sign } from "../../../helpers/fast-core.mjs";
import { Address, Dictionary, beginCell } from "@ton/core";

import { readCode } from "./code.mjs";

/** @typedef {import("@ton/core").Cell} Cell */

export const OP = {
  newStake: 0x4e73744b,
  recoverStake: 0x47657424,
  newValidatorSet: 0x4e565354,
  complain: 0x52674370,
  vote: 0x56744370,
  setParam: 0x43665021,
};
/** The first bytes that a validator signs when it votes. */
const VOTE = 0x56744350;

/** The addresses that the config of TON names; the zero state of a chain has accounts at them, so nobody deploys them. */
export const ELECTOR_ADDRESS = new Address(-1, Buffer.alloc(32, 0x33));
export const CONFIG_ADDRESS = new Address(-1, Buffer.alloc(32, 0x55));

/** Code and data of the elector before its first election; it opens one with its first tick. */
export const buildElector = () => ({
  code: readCode("elector"),
  data: beginCell()
    .storeBit(false)
    .storeBit(false)
    .storeBit(false)
    .storeCoins(0)
    .storeUint(0, 32)
    .storeUint(0, 256)
    .endCell(),
});

/** @param {{ params: Map<number, Cell>, publicKey: Buffer }} config parameters by their index */
export function buildConfig({ params, publicKey }) {
  const parameters = Dictionary.empty(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
  for (const [index, value] of params) parameters.set(index, value);
  return {
    code: readCode("config"),
    data: beginCell()
      .storeRef(beginCell().storeDictDirect(parameters))
      .storeUint(0, 32)
      .storeBuffer(publicKey, 32)
      .storeBit(false)
      .endCell(),
  };
}

/**
 * @param {{ secretKey: Buffer, publicKey: Buffer, stakeAt: number, wallet: Address, adnl?: Buffer, maxFactor?: number, queryId?: number }} stake
 *   `stakeAt`: ID of the election; `wallet`: sends it to the elector; `maxFactor`: 65 536 is 1
 * @param {bigint} [value] before the key, as a pool wants it
 */
export function buildNewStake(
  { secretKey, publicKey, stakeAt, wallet, adnl = Buffer.alloc(32), maxFactor = 3 << 16, queryId = 1 },
  value,
) {
  const signedData = beginCell()
    .storeUint(0x654c5074, 32)
    .storeUint(stakeAt, 32)
    .storeUint(maxFactor, 32)
    .storeBuffer(wallet.hash)
    .storeBuffer(adnl, 32)
    .asSlice()
    .loadBuffer(76);
  const body = beginCell().storeUint(OP.newStake, 32).storeUint(queryId, 64);
  if (value !== undefined) body.storeCoins(value);
  return body
    .storeBuffer(publicKey, 32)
    .storeUint(stakeAt, 32)
    .storeUint(maxFactor, 32)
    .storeBuffer(adnl, 32)
    .storeRef(beginCell().storeBuffer(sign(signedData, secretKey)))
    .endCell();
}

/** Makes the elector pay the amount that it owes to the sender. */
export const buildRecoverStake = (queryId = 1) =>
  beginCell().storeUint(OP.recoverStake, 32).storeUint(queryId, 64).endCell();

/**
 * A complaint about a validator of a past or current round. The elector takes its price from the message and stores its sender.
 * @param {{ electionId: number, publicKey: Buffer, description: Cell, severity?: number, fine?: bigint, finePart?: number, queryId?: number }} complaint
 *   `fine` in nanotons, and `finePart` of the stake, of 2^32
 */
export function buildComplaint({
  electionId,
  publicKey,
  description,
  severity = 1,
  fine = 0n,
  finePart = 0,
  queryId = 1,
}) {
  return (
    beginCell()
      .storeUint(OP.complain, 32)
      .storeUint(queryId, 64)
      .storeUint(electionId, 32)
      // validator_complaint#bc: the elector sets time, sender and price
      .storeUint(0xbc, 8)
      .storeBuffer(publicKey, 32)
      .storeRef(description)
      .storeUint(0, 32)
      .storeUint(severity, 8)
      .storeUint(0, 256)
      .storeCoins(0)
      .storeCoins(fine)
      .storeUint(finePart, 32)
      .endCell()
  );
}

/**
 * A validator's vote for a complaint; anyone may send it.
 * @param {{ secretKey: Buffer, index: number, electionId: number, complaint: bigint, queryId?: number }} vote
 *   `index`: of the validator in the current set; `complaint`: hash of the complaint
 */
export function buildVote({ secretKey, index, electionId, complaint, queryId = 1 }) {
  const vote = beginCell().storeUint(VOTE, 32).storeUint(index, 16).storeUint(electionId, 32).storeUint(complaint, 256);
  const signature = sign(vote.asSlice().loadBuffer(42), secretKey);
  return beginCell().storeUint(OP.vote, 32).storeUint(queryId, 64).storeBuffer(signature).storeBuilder(vote).endCell();
}

/** The body of an external message to the config contract. @param {{ secretKey: Buffer, seqno: number, index: number, value: Cell, validUntil: number }} change */
export function buildSetParam({ secretKey, seqno, index, value, validUntil }) {
  const order = beginCell()
    .storeUint(OP.setParam, 32)
    .storeUint(seqno, 32)
    .storeUint(validUntil, 32)
    .storeInt(index, 32)
    .storeRef(value);
  return beginCell().storeBuffer(sign(order.endCell().hash(), secretKey)).storeBuilder(order).endCell();
}
