// NFTs (TEP-62, TEP-66): a collection with its items, and an item without a collection.
import { Dictionary, beginCell } from "@ton/core";

import { readCode, makeState } from "./code.mjs";

/** @typedef {import("@ton/core").Address} Address */
/** @typedef {import("@ton/core").Cell} Cell */

export const OP = {
  deployItem: 1,
  deployItems: 2,
  changeOwner: 3,
  changeContent: 4,
  transfer: 0x5fcc3d14,
  getStaticData: 0x2fcb26a2,
  getRoyaltyParams: 0x693d3950,
  editContent: 0x1a0b9d51,
  transferEditorship: 0x1c04412a,
};

/** @typedef {{ factor: number, base: number, to: Address }} Royalty `factor` / `base` of the price */

/** @param {Royalty} royalty */
const buildRoyaltyCell = ({ factor, base, to }) =>
  beginCell().storeUint(factor, 16).storeUint(base, 16).storeAddress(to).endCell();

/** The content of an item is the end of a URI, and the common content of all items is its beginning. @param {string} text */
const buildUriPart = (text) => beginCell().storeStringTail(text).endCell();

/** @param {{ content: Cell, itemsUri: string }} contents */
const buildContentCell = ({ content, itemsUri }) =>
  beginCell().storeRef(content).storeRef(buildUriPart(itemsUri)).endCell();

/** @param {{ owner: Address, content: Cell, itemsUri: string, royalty: Royalty }} collection */
export const buildCollection = ({ owner, content, itemsUri, royalty }) =>
  makeState(
    readCode("nft-collection"),
    beginCell()
      .storeAddress(owner)
      .storeUint(0, 64)
      .storeRef(buildContentCell({ content, itemsUri }))
      .storeRef(readCode("nft-item"))
      .storeRef(buildRoyaltyCell(royalty))
      .endCell(),
  );

/** @param {{ index: number | bigint, collection: Address }} item its collection deploys it */
export const buildItem = ({ index, collection: of }) =>
  makeState(readCode("nft-item"), beginCell().storeUint(index, 64).storeAddress(of).endCell());

/** @param {{ owner: Address, editor?: Address, content: Cell, royalty: Royalty }} single */
export const buildSingleNft = ({ owner, editor, content, royalty }) =>
  makeState(
    readCode("nft-single"),
    beginCell()
      .storeAddress(owner)
      .storeAddress(editor)
      .storeRef(content)
      .storeRef(buildRoyaltyCell(royalty))
      .endCell(),
  );

const buildMintCell = ({ owner, uri }) => beginCell().storeAddress(owner).storeRef(buildUriPart(uri)).endCell();

/** The owner of the collection sends it. @param {{ index: number | bigint, owner: Address, uri: string, value: bigint, queryId?: number }} mint */
export const buildDeployItem = ({ index, owner, uri, value, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.deployItem, 32)
    .storeUint(queryId, 64)
    .storeUint(index, 64)
    .storeCoins(value)
    .storeRef(buildMintCell({ owner, uri }))
    .endCell();

/** @param {{ items: { index: number | bigint, owner: Address, uri: string }[], value: bigint, queryId?: number }} mint `value` of each */
export function buildDeployItems({ items, value, queryId = 0 }) {
  const list = Dictionary.empty(Dictionary.Keys.BigUint(64), {
    serialize: (/** @type {Cell} */ of, builder) => builder.storeCoins(value).storeRef(of),
    parse: (slice) => slice.asCell(),
  });
  for (const { index, ...of } of items) list.set(BigInt(index), buildMintCell(of));
  return beginCell()
    .storeUint(OP.deployItems, 32)
    .storeUint(queryId, 64)
    .storeRef(beginCell().storeDictDirect(list).endCell())
    .endCell();
}

/** @param {{ owner: Address, queryId?: number }} change */
export const buildChangeOwner = ({ owner, queryId = 0 }) =>
  beginCell().storeUint(OP.changeOwner, 32).storeUint(queryId, 64).storeAddress(owner).endCell();

/** @param {{ content: Cell, itemsUri: string, royalty: Royalty, queryId?: number }} change */
export const buildChangeContent = ({ content, itemsUri, royalty, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.changeContent, 32)
    .storeUint(queryId, 64)
    .storeRef(buildContentCell({ content, itemsUri }))
    .storeRef(buildRoyaltyCell(royalty))
    .endCell();

/** @param {Cell | undefined} payload @param {boolean} isInline */
function getPayload(payload, isInline) {
  if (payload === undefined) return beginCell();
  return isInline ? beginCell().storeSlice(payload.beginParse()) : beginCell().storeRef(payload);
}

/**
 * The owner sends it to an item.
 * @param {{ to?: Address, op?: number, responseTo?: Address, customPayload?: Cell, forwardAmount?: bigint, forwardPayload?: Cell, isInline?: boolean, queryId?: number }} transfer
 *   `op`: that of `transferEditorship` for a single item; `isInline`: the payload is in the body itself, not in a cell of its own
 */
export const buildTransfer = ({
  to,
  op = OP.transfer,
  responseTo,
  customPayload,
  forwardAmount = 0n,
  forwardPayload,
  isInline = false,
  queryId = 0,
}) =>
  beginCell()
    .storeUint(op, 32)
    .storeUint(queryId, 64)
    .storeAddress(to)
    .storeAddress(responseTo)
    .storeMaybeRef(customPayload)
    .storeCoins(forwardAmount)
    .storeBit(!isInline && forwardPayload !== undefined)
    .storeBuilder(getPayload(forwardPayload, isInline))
    .endCell();

/** The item replies with its index and its collection. */
export const buildGetStaticData = (queryId = 0) =>
  beginCell().storeUint(OP.getStaticData, 32).storeUint(queryId, 64).endCell();

/** The collection, or the single item, replies with its royalty. */
export const buildGetRoyaltyParams = (queryId = 0) =>
  beginCell().storeUint(OP.getRoyaltyParams, 32).storeUint(queryId, 64).endCell();

/** The editor of a single item sends it. @param {{ content: Cell, royalty: Royalty, queryId?: number }} change */
export const buildEditContent = ({ content, royalty, queryId = 0 }) =>
  beginCell()
    .storeUint(OP.editContent, 32)
    .storeUint(queryId, 64)
    .storeRef(content)
    .storeRef(buildRoyaltyCell(royalty))
    .endCell();
