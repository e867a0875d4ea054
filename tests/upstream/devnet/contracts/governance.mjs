// The elector and the config contract of the masterchain.
import { sign } from "@ton/crypto";
import { Address, Dictionary, beginCell } from "@ton/core";

import { codeOf } from "./code.mjs";

/** @typedef {import("@ton/core").Cell} Cell */

export const OP = { newStake: 0x4e73744b, recoverStake: 0x47657424, setParam: 0x43665021 };

/** The addresses that the config of TON names; the zero state of a chain has the accounts there, so nobody deploys them. */
export const ELECTOR_ADDRESS = new Address(-1, Buffer.alloc(32, 0x33));
export const CONFIG_ADDRESS = new Address(-1, Buffer.alloc(32, 0x55));

/** Code and data of the elector before its first election; it opens one with its first tick. */
export const elector = () => ({
  code: codeOf("elector"),
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
export function config({ params, publicKey }) {
  const all = Dictionary.empty(Dictionary.Keys.Int(32), Dictionary.Values.Cell());
  for (const [index, value] of params) all.set(index, value);
  return {
    code: codeOf("config"),
    data: beginCell()
      .storeRef(beginCell().storeDictDirect(all))
      .storeUint(0, 32)
      .storeBuffer(publicKey, 32)
      .storeBit(false)
      .endCell(),
  };
}

/**
 * @param {{ secretKey: Buffer, publicKey: Buffer, stakeAt: number, wallet: Address, adnl?: Buffer, maxFactor?: number, queryId?: number }} stake
 *   `stakeAt`: ID of the election; `wallet`: who sends it to the elector; `maxFactor`: 65 536 is 1
 * @param {bigint} [value] before the key, as a pool wants it
 */
export function newStake(
  { secretKey, publicKey, stakeAt, wallet, adnl = Buffer.alloc(32), maxFactor = 3 << 16, queryId = 1 },
  value,
) {
  const confirmed = beginCell()
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
    .storeRef(beginCell().storeBuffer(sign(confirmed, secretKey)))
    .endCell();
}

/** The elector pays what it has credited to the sender. */
export const recoverStake = (queryId = 1) =>
  beginCell().storeUint(OP.recoverStake, 32).storeUint(queryId, 64).endCell();

/** The body of an external message to the config contract. @param {{ secretKey: Buffer, seqno: number, index: number, value: Cell, validUntil: number }} change */
export function setParam({ secretKey, seqno, index, value, validUntil }) {
  const order = beginCell()
    .storeUint(OP.setParam, 32)
    .storeUint(seqno, 32)
    .storeUint(validUntil, 32)
    .storeInt(index, 32)
    .storeRef(value);
  return beginCell().storeBuffer(sign(order.endCell().hash(), secretKey)).storeBuilder(order).endCell();
}
