// Auctions of TON DNS for a running clock: one is always running, and a domain that was won stays unclaimed until the next one is won.
import { internal, toNano } from "@ton/core";

import { createRandom } from "../chance.mjs";
import * as dns from "../contracts/dns.mjs";
import { runGetMethod } from "../view.mjs";

/** Number of blocks between two messages: after so many, the result of the last message is known. */
const BLOCK_INTERVAL = 16;
const LIFETIME = 600;
/** Every bid prolongs an auction for an hour, so the bids must end at some point. */
const LAST_BID = toNano(100);
const FIRST_BID = toNano(2);
const WORDS = [
  "lighthouse",
  "workshop",
  "observatory",
  "greenhouse",
  "bookshelf",
  "telescope",
  "windmill",
  "orchard-tree",
];

const AUCTIONS = `SELECT account, details FROM contracts WHERE kind = 'dns'
  AND json_extract(details, '$.max_bid_address') IN (SELECT value FROM json_each(?))
  ORDER BY json_extract(details, '$.auction_end_time'), account`;

/** The auctions that these wallets lead or have won. @param {any} db @param {import("../wallet.mjs").Wallet[]} bidders */
const listAuctions = (db, bidders) =>
  db
    .all(AUCTIONS, [JSON.stringify(bidders.map((wallet) => wallet.account))])
    .map((row) => ({ account: row.account, ...JSON.parse(row.details) }));

/**
 * The next step of an auction: a wallet, and its message.
 * @param {import("../chain.mjs").Chain} chain @param {import("../wallet.mjs").Wallet[]} bidders @param {number} block
 */
function makeNextStep(chain, bidders, block) {
  const { below, pick } = createRandom(chain.seed, "auctions", block);
  const auctions = listAuctions(chain.db, bidders);
  const runningAuction = auctions.find((auction) => auction.auction_end_time > chain.time());
  const wonAuctions = auctions.filter((auction) => auction.auction_end_time <= chain.time());
  const findLeader = (auction) => bidders.findIndex((wallet) => wallet.account === auction.max_bid_address);
  if (!runningAuction) {
    const name = `${pick(WORDS)}-${block}`;
    return [pick(bidders), dns.TON.address.toRawString(), FIRST_BID, dns.buildStartAuction(name)];
  }
  if (wonAuctions.length > 1) {
    const winner = bidders[findLeader(wonAuctions[0])];
    const record = dns.record.wallet(winner.address);
    return [winner, wonAuctions[0].account, toNano("0.1"), dns.buildChangeRecord({ name: "wallet", record })];
  }
  const bid = (BigInt(runningAuction.max_bid_amount) * 110n) / 100n;
  if (bid > LAST_BID || below(8)) return undefined;
  return [bidders[1 - findLeader(runningAuction)], runningAuction.account, bid, undefined];
}

/**
 * The external messages for the next block: none in most blocks.
 * @param {import("../chain.mjs").Chain} chain @param {import("../cast.mjs").Cast} cast @returns {Promise<import("@ton/core").Cell[]>}
 */
export async function makeAuctionTraffic(chain, cast) {
  const block = chain.head.mc.seqno + 1;
  if (block % BLOCK_INTERVAL) return [];
  const bidders = ["registrant", "bidder"].map((name) => /** @type {any} */ (cast.wallet(name)));
  const [from, to, value, body] = makeNextStep(chain, bidders, block) ?? [];
  if (!from) return [];
  const { exit_code, stack } = await runGetMethod(chain, { account: from.account, method: "seqno", stack: [] });
  const [seqno] = stack;
  if (exit_code !== 0 || seqno?.type !== "int") return []; // not deployed: this world has no wallets
  const message = internal({ to, value, bounce: true, body });
  return [from.transfer({ seqno: Number(seqno.value), messages: [message], validUntil: chain.time() + LIFETIME })];
}
