// Sales of NFTs: for a fixed price, and by auction. Both start when their NFT is transferred to them with a `forwardAmount`.
import { beginCell } from "@ton/core";

import { readCode, buildComment, makeState } from "./code.mjs";

/** @typedef {import("@ton/core").Address} Address */

const OP = { topUp: 1, buy: 2, cancel: 3 };

/** The amount that a buyer pays above the price, for gas; the rest comes back. */
const BUY_GAS = 1_000_000_000n;

/**
 * @param {{ createdAt: number, marketplace: Address, nft: Address, owner?: Address, price: bigint, marketFeeTo: Address, marketFee: bigint, royaltyTo: Address, royalty: bigint }} sale
 *   `owner`: set if a contract of the marketplace hands the NFT over; without it, the sale belongs to the account that transfers the NFT; `marketFee` and
 *   `royalty`: nanotons of the price
 */
export const buildFixedPriceSale = ({
  createdAt,
  marketplace,
  nft,
  owner,
  price,
  marketFeeTo,
  marketFee,
  royaltyTo,
  royalty,
}) =>
  makeState(
    readCode("nft-sale"),
    beginCell()
      .storeBit(false)
      .storeUint(createdAt, 32)
      .storeAddress(marketplace)
      .storeAddress(nft)
      .storeAddress(owner)
      .storeCoins(price)
      .storeRef(
        beginCell()
          .storeAddress(marketFeeTo)
          .storeCoins(marketFee)
          .storeAddress(royaltyTo)
          .storeCoins(royalty)
          .endCell(),
      )
      .storeBit(false)
      .endCell(),
  );

const buildBodyWithoutFields = (op, queryId) => beginCell().storeUint(op, 32).storeUint(queryId, 64).endCell();

/** The marketplace deploys a sale or an auction with this message. */
export const buildTopUp = (queryId = 0) => buildBodyWithoutFields(OP.topUp, queryId);

/** Sent with the price and `BUY_GAS`; the body may also be empty. */
export const buildBuy = (queryId = 0) => buildBodyWithoutFields(OP.buy, queryId);

/** The seller or the marketplace sends it. */
export const buildCancel = (queryId = 0) => buildBodyWithoutFields(OP.cancel, queryId);

/** The part of a bid that the auction contract deducts for gas. */
export const BID_GAS = 100_000_000n;

/**
 * @param {{ createdAt: number, endTime: number, marketplace: Address, nft: Address, owner?: Address, minBid: bigint, maxBid?: bigint, minStep?: number, stepTime?: number, marketFee: { to: Address, factor: number, base: number }, royalty: { to: Address, factor: number, base: number } }} auction
 *   `owner`: as of a sale; `maxBid`: a bid of this amount ends the auction; `minStep`: percent; `stepTime`: seconds by which a late bid extends the auction
 */
export function buildAuction({
  createdAt,
  endTime,
  marketplace,
  nft,
  owner,
  minBid,
  maxBid = 0n,
  minStep = 5,
  stepTime = 60,
  marketFee,
  royalty,
}) {
  const fees = beginCell();
  for (const { to, factor, base } of [marketFee, royalty])
    fees.storeAddress(to).storeUint(factor, 32).storeUint(base, 32);
  const terms = beginCell()
    .storeAddress(marketplace)
    .storeAddress(nft)
    .storeCoins(minBid)
    .storeCoins(maxBid)
    .storeUint(minStep, 7)
    .storeUint(stepTime, 32)
    .storeUint(createdAt, 32)
    .storeRef(fees.endCell())
    .endCell();
  return makeState(
    readCode("nft-auction"),
    beginCell()
      .storeBit(false)
      .storeBit(false)
      .storeUint(endTime, 32)
      .storeAddress(owner)
      .storeCoins(0)
      .storeAddress(null)
      .storeUint(0, 32)
      .storeRef(terms)
      .endCell(),
  );
}

/** A bid is a transfer of the bid and `BID_GAS`; the body may be empty. */
export const buildBid = () => buildComment("bid");

/** Ends the auction: anyone after its end, the seller or the marketplace once there is a bid. */
export const buildStop = () => buildComment("stop");

/** The seller or the marketplace sends it, while there is no bid. */
export const buildCancelAuction = () => buildComment("cancel");
