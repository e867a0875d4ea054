// The vesting wallet: its coins unlock in steps. Locked ones may go only to the addresses of a whitelist, which the sender of
// the coins fills.
import { sign } from "../../../helpers/fast-core.mjs";
import { beginCell, storeMessageRelaxed } from "@ton/core";

import { readCode, makeState } from "./code.mjs";

/** @typedef {import("@ton/core").Address} Address */
/** @typedef {import("@ton/core").MessageRelaxed} MessageRelaxed */

export const OP = { addWhitelist: 0x7258a69b, send: 0xa7733acd };

/** The wallet ID on the basechain. */
export const WALLET_ID = 0x10c;

/**
 * @param {{ publicKey: Buffer, owner: Address, sender: Address, amount: bigint, startTime: number, totalDuration: number, unlockPeriod: number, cliffDuration?: number, walletId?: number }} vesting
 *   durations in seconds; `totalDuration` and `cliffDuration` are multiples of `unlockPeriod`
 */
export const buildVestingWallet = ({
  publicKey,
  owner,
  sender,
  amount,
  startTime,
  totalDuration,
  unlockPeriod,
  cliffDuration = 0,
  walletId = WALLET_ID,
}) =>
  makeState(
    readCode("vesting-wallet"),
    beginCell()
      .storeUint(0, 32)
      .storeUint(walletId, 32)
      .storeBuffer(publicKey, 32)
      .storeBit(false)
      .storeRef(
        beginCell()
          .storeUint(startTime, 64)
          .storeUint(totalDuration, 32)
          .storeUint(unlockPeriod, 32)
          .storeUint(cliffDuration, 32)
          .storeCoins(amount)
          .storeAddress(sender)
          .storeAddress(owner),
      )
      .endCell(),
  );

/** The sender of the coins adds to the whitelist. @param {{ addresses: Address[], queryId?: number }} addition */
export function buildAddWhitelist({ addresses: [first, ...others], queryId = 0 }) {
  const body = beginCell().storeUint(OP.addWhitelist, 32).storeUint(queryId, 64).storeAddress(first);
  const nextCell = others.reduceRight(
    (next, address) => {
      const link = beginCell().storeAddress(address);
      return (next ? link.storeRef(next) : link).endCell();
    },
    /** @type {import("@ton/core").Cell | undefined} */ (undefined),
  );
  return (nextCell ? body.storeRef(nextCell) : body).endCell();
}

const buildMessageCell = (/** @type {MessageRelaxed} */ message) =>
  beginCell().store(storeMessageRelaxed(message)).endCell();

/** The owner makes the wallet send a message. @param {{ message: MessageRelaxed, sendMode?: number, queryId?: number }} order */
export const buildSendOrder = ({ message, sendMode = 3, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.send, 32)
    .storeUint(queryId, 64)
    .storeUint(sendMode, 8)
    .storeRef(buildMessageCell(message))
    .endCell();

/** The body of an external message of the owner. @param {{ secretKey: Buffer, seqno: number, message: MessageRelaxed, validUntil: number, walletId?: number, sendMode?: number }} transfer */
export function buildTransfer({ secretKey, seqno, message, validUntil, walletId = WALLET_ID, sendMode = 3 }) {
  const order = beginCell()
    .storeUint(walletId, 32)
    .storeUint(validUntil, 32)
    .storeUint(seqno, 32)
    .storeUint(sendMode, 8)
    .storeRef(buildMessageCell(message));
  return beginCell().storeBuffer(sign(order.endCell().hash(), secretKey)).storeBuilder(order).endCell();
}
