// Messages that a running chain generates by itself, so that it moves while a developer watches. The messages of a block follow from the
// seed, the number of the block and the state.
import { makeAuctionTraffic } from "./dns.mjs";
import { makeJettonTraffic } from "./jettons.mjs";
import { makePaymentTraffic } from "./payments.mjs";
import { makeRelayTraffic } from "./relays.mjs";
import { makeStakingTraffic } from "./staking.mjs";
import { makeValidatorTraffic } from "./validators.mjs";

/**
 * The external messages of one family for the next block: none in most blocks. A family spends from wallets of its own, with a row in
 * `ROLES` of cast.mjs: the wallets in `people` belong to the developer, and two messages with one seqno exclude each other.
 * @typedef {(chain: import("../chain.mjs").Chain, cast: import("../cast.mjs").Cast) => Promise<import("@ton/core").Cell[]>} Family
 */

/** @type {Family[]} */
const FAMILIES = [
  makePaymentTraffic,
  makeRelayTraffic,
  makeJettonTraffic,
  makeAuctionTraffic,
  makeValidatorTraffic,
  makeStakingTraffic,
];

/** All external messages for the next block. @type {Family} */
export async function makeTraffic(chain, cast) {
  const messages = [];
  for (const family of FAMILIES) messages.push(...(await family(chain, cast)));
  return messages;
}
