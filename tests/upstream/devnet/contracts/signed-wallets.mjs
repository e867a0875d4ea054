// Wallets that @ton/ton does not have: v4 r1 and the three highload wallets. Each has a StateInit, and a body that the owner
// of the key signs. The wallet v5 beta of @ton/ton needs the library of its code, which no licensed package has.
import { sign } from "../../../helpers/fast-core.mjs";
import { Dictionary, beginCell, external, internal, storeMessage, storeMessageRelaxed, storeOutList } from "@ton/core";

import { readCode, makeState } from "./code.mjs";

/** @typedef {import("@ton/core").Cell} Cell */
/** @typedef {import("@ton/core").MessageRelaxed} MessageRelaxed */
/** @typedef {ReturnType<typeof makeState>} State */

/** The wallet ID that wallets of the basechain have by default. */
export const WALLET_ID = 698_983_191;
/** The wallet ID of the highload wallet v3. */
export const HIGHLOAD3_WALLET_ID = 0x10ad;
const TRANSFER_ALL = 0xae42e5a4;

/** An external message for the wallet, as a cell; with `deploy` it carries the StateInit. @param {State} state @param {Cell} body */
export const buildExternal = (state, body, { deploy = false } = {}) =>
  beginCell()
    .store(storeMessage(external({ to: state.address, init: deploy ? state.init : undefined, body })))
    .endCell();

const buildMessageCell = (/** @type {MessageRelaxed} */ message) =>
  beginCell().store(storeMessageRelaxed(message)).endCell();

/** @param {import("@ton/core").Builder} order @param {Buffer} secretKey */
const signOrder = (order, secretKey) =>
  beginCell().storeBuffer(sign(order.endCell().hash(), secretKey)).storeBuilder(order).endCell();

/** @typedef {{ publicKey: Buffer, workchain?: number, walletId?: number }} Owner */

/** @param {Owner} owner */
export const buildWalletV4R1 = ({ publicKey, workchain = 0, walletId = WALLET_ID + workchain }) =>
  makeState(
    readCode("wallet-v4r1"),
    beginCell().storeUint(0, 32).storeUint(walletId, 32).storeBuffer(publicKey, 32).storeBit(false).endCell(),
    workchain,
  );

/** @param {{ secretKey: Buffer, seqno: number, messages: MessageRelaxed[], validUntil: number, walletId?: number, sendMode?: number }} transfer up to 4 messages */
export function buildTransferV4R1({ secretKey, seqno, messages, validUntil, walletId = WALLET_ID, sendMode = 3 }) {
  const order = beginCell().storeUint(walletId, 32).storeUint(validUntil, 32).storeUint(seqno, 32).storeUint(0, 8);
  for (const message of messages) order.storeUint(sendMode, 8).storeRef(buildMessageCell(message));
  return signOrder(order, secretKey);
}

/**
 * Messages by their index, each with its mode, in the form that highload wallets v1 and v2 read.
 * @param {MessageRelaxed[]} messages @param {number} sendMode
 */
function buildMessageList(messages, sendMode) {
  const list = Dictionary.empty(Dictionary.Keys.Int(16), {
    serialize: (/** @type {Cell} */ message, builder) => builder.storeUint(sendMode, 8).storeRef(message),
    parse: (slice) => slice.asCell(),
  });
  messages.forEach((message, i) => list.set(i, buildMessageCell(message)));
  return list;
}

/** @param {Owner & { revision?: 1 | 2 }} owner revision 1 has no get-method for its key */
export const buildHighload1 = ({ publicKey, workchain = 0, walletId = WALLET_ID + workchain, revision = 2 }) =>
  makeState(
    readCode(revision === 1 ? "highload-v1r1" : "highload-v1"),
    beginCell().storeUint(0, 32).storeUint(walletId, 32).storeBuffer(publicKey, 32).endCell(),
    workchain,
  );

/** @param {{ secretKey: Buffer, seqno: number, messages: MessageRelaxed[], validUntil: number, walletId?: number, sendMode?: number }} transfer up to 254 messages */
export const buildTransferHighload1 = ({
  secretKey,
  seqno,
  messages,
  validUntil,
  walletId = WALLET_ID,
  sendMode = 3,
}) =>
  signOrder(
    beginCell()
      .storeUint(walletId, 32)
      .storeUint(validUntil, 32)
      .storeUint(seqno, 32)
      .storeDict(buildMessageList(messages, sendMode)),
    secretKey,
  );

/** @param {Owner} owner */
export const buildHighload2 = ({ publicKey, workchain = 0, walletId = WALLET_ID + workchain }) =>
  makeState(
    readCode("highload-v2"),
    beginCell().storeUint(walletId, 32).storeUint(0, 64).storeBuffer(publicKey, 32).storeBit(false).endCell(),
    workchain,
  );

/** @param {{ secretKey: Buffer, queryNumber: number, messages: MessageRelaxed[], validUntil: number, walletId?: number, sendMode?: number }} transfer
 *   `queryNumber` tells queries of one `validUntil` apart; that may be at most 65 535 s away */
export const buildTransferHighload2 = ({
  secretKey,
  queryNumber,
  messages,
  validUntil,
  walletId = WALLET_ID,
  sendMode = 3,
}) =>
  signOrder(
    beginCell()
      .storeUint(walletId, 32)
      .storeUint(validUntil, 32)
      .storeUint(queryNumber, 32)
      .storeDict(buildMessageList(messages, sendMode)),
    secretKey,
  );

/** @typedef {{ publicKey: Buffer, walletId?: number, timeout?: number }} Highload3Owner `timeout`: seconds that a query is remembered */

/** A highload wallet v3, on the basechain only. @param {Highload3Owner} owner */
export const buildHighload3 = ({ publicKey, walletId = HIGHLOAD3_WALLET_ID, timeout = 3600 }) =>
  makeState(
    readCode("highload-v3"),
    beginCell()
      .storeBuffer(publicKey, 32)
      .storeUint(walletId, 32)
      .storeBit(false)
      .storeBit(false)
      .storeUint(0, 64)
      .storeUint(timeout, 22)
      .endCell(),
  );

/**
 * A transfer of one message; `batchHighload3` sends many.
 * @param {{ secretKey: Buffer, queryId: number, message: MessageRelaxed, createdAt: number, walletId?: number, timeout?: number, sendMode?: number }} transfer
 *   `queryId`: 0 to 8 380 415, each one once; `createdAt` must not be later than the block
 */
export function buildTransferHighload3({
  secretKey,
  queryId,
  message,
  createdAt,
  walletId = HIGHLOAD3_WALLET_ID,
  timeout = 3600,
  sendMode = 3,
}) {
  // The query ID is a shift and a bit number below 1023.
  const order = beginCell()
    .storeUint(walletId, 32)
    .storeRef(buildMessageCell(message))
    .storeUint(sendMode, 8)
    .storeUint(Math.floor(queryId / 1023), 13)
    .storeUint(queryId % 1023, 10)
    .storeUint(createdAt, 64)
    .storeUint(timeout, 22)
    .endCell();
  return beginCell().storeBuffer(sign(order.hash(), secretKey)).storeRef(order).endCell();
}

/**
 * The message to itself with which the highload wallet v3 sends up to 254 messages.
 * @param {State} state @param {MessageRelaxed[]} messages @param {{ value: bigint, queryId?: number, sendMode?: number }} options
 */
export const buildBatchHighload3 = (state, messages, { value, queryId = 0, sendMode = 3 }) =>
  internal({
    to: state.address,
    value,
    body: beginCell()
      .storeUint(TRANSFER_ALL, 32)
      .storeUint(queryId, 64)
      .storeRef(
        beginCell()
          .store(storeOutList(messages.map((outMsg) => ({ type: "sendMsg", mode: sendMode, outMsg }))))
          .endCell(),
      )
      .endCell(),
  });
