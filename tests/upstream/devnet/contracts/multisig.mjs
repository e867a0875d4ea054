// The multisig, version 2: signers and proposers send it orders; each order is a contract that signers approve.
import { Dictionary, beginCell, storeMessageRelaxed } from "@ton/core";

import { readCode, buildComment, makeState } from "./code.mjs";

/** @typedef {import("@ton/core").Address} Address */
/** @typedef {import("@ton/core").Cell} Cell */

export const OP = { newOrder: 0xf718510f, approve: 0xa762230f, sendMessage: 0xf1381e5b, updateParams: 0x1d0cfbd3 };

/** As the seqno of a new order, this means the next one. */
export const NEXT_SEQNO = (1n << 256n) - 1n;

/** @template T @param {T[]} list @param {import("@ton/core").DictionaryValue<T>} value */
function getList(list, value) {
  const dictionary = Dictionary.empty(Dictionary.Keys.Uint(8), value);
  list.forEach((item, i) => dictionary.set(i, item));
  return dictionary;
}
const buildAddresses = (/** @type {Address[]} */ list) => getList(list, Dictionary.Values.Address());

/** @param {{ threshold: number, signers: Address[], proposers?: Address[], arbitrarySeqno?: boolean }} multisig */
export const buildMultisig = ({ threshold, signers, proposers = [], arbitrarySeqno = false }) =>
  makeState(
    readCode("multisig"),
    beginCell()
      .storeUint(0, 256)
      .storeUint(threshold, 8)
      .storeRef(beginCell().storeDictDirect(buildAddresses(signers)))
      .storeUint(signers.length, 8)
      .storeDict(buildAddresses(proposers))
      .storeBit(arbitrarySeqno)
      .endCell(),
  );

/** @param {{ multisig: Address, seqno: bigint | number }} order its multisig deploys it */
export const buildOrder = ({ multisig: of, seqno }) =>
  makeState(readCode("multisig-order"), beginCell().storeAddress(of).storeUint(seqno, 256).endCell());

/** An action of an order. @param {{ message: import("@ton/core").MessageRelaxed, mode?: number }} action */
export const buildSendMessage = ({ message, mode = 1 }) =>
  beginCell()
    .storeUint(OP.sendMessage, 32)
    .storeUint(mode, 8)
    .storeRef(beginCell().store(storeMessageRelaxed(message)))
    .endCell();

/** An action of an order. @param {{ threshold: number, signers: Address[], proposers?: Address[] }} action */
export const buildUpdateParams = ({ threshold, signers, proposers = [] }) =>
  beginCell()
    .storeUint(OP.updateParams, 32)
    .storeUint(threshold, 8)
    .storeRef(beginCell().storeDictDirect(buildAddresses(signers)))
    .storeDict(buildAddresses(proposers))
    .endCell();

/**
 * @param {{ actions: Cell[], index: number, expiration: number, bySigner?: boolean, seqno?: bigint | number, queryId?: number }} order
 *   `index`: that of the sender among the signers, or the proposers; a signer approves with it
 */
export const buildNewOrder = ({ actions, index, expiration, bySigner = true, seqno = NEXT_SEQNO, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.newOrder, 32)
    .storeUint(queryId, 64)
    .storeUint(seqno, 256)
    .storeBit(bySigner)
    .storeUint(index, 8)
    .storeUint(expiration, 48)
    .storeRef(beginCell().storeDictDirect(getList(actions, Dictionary.Values.Cell())))
    .endCell();

/** A signer sends it to the order. @param {{ index: number, queryId?: number }} approval */
export const buildApprove = ({ index, queryId = 0 }) =>
  beginCell().storeUint(OP.approve, 32).storeUint(queryId, 64).storeUint(index, 8).endCell();

/** The same as a comment, without an index. */
export const buildApproveByComment = () => buildComment("approve");
