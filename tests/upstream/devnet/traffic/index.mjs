// Messages that a running chain generates by itself, so that it moves while a developer watches. The messages of a block follow from the
// seed, the number of the block and the state.
import { auctions } from "./dns.mjs";
import { jettonTransfers } from "./jettons.mjs";
import { payments } from "./payments.mjs";
import { relays } from "./relays.mjs";
import { stakingTraffic } from "./staking.mjs";
import { validatorsTraffic } from "./validators.mjs";

/**
 * The external messages of one family for the next block: none in most blocks. A family spends from wallets of its own, with a row in
 * `ROLES` of cast.mjs: the wallets in `people` belong to the developer, and two messages with one seqno exclude each other.
 * @typedef {(chain: import("../chain.mjs").Chain, cast: import("../cast.mjs").Cast) => Promise<import("@ton/core").Cell[]>} Family
 */

/** @type {Family[]} */
const FAMILIES = [payments, relays, jettonTransfers, auctions, validatorsTraffic, stakingTraffic];

/** All external messages for the next block. @type {Family} */
export async function trafficOf(chain, cast) {
  const messages = [];
  for (const family of FAMILIES) messages.push(...(await family(chain, cast)));
  return messages;
}
