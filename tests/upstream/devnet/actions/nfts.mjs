// Actions of NFTs and of their sales. An action of a sale covers the message to the sale; the transfer of the NFT that follows is an
// action of its own, except when the NFT is bought.
import { Cell } from "@ton/core";

import { readComment } from "../bodies/index.mjs";
import { NFT_AUCTION, SALE } from "../kinds/nfts.mjs";
import { isDeploying, isTransfer, findNext, readNote } from "./trace.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found @typedef {import("./trace.mjs").FindContract} FindContract */
/** @typedef {(node: Node, findContract: FindContract) => Found | undefined} Finder */

/** @param {Node} node */
const getAccount = (node) => node.tx.account;
/** @param {Node} node */
const readText = (node) => readComment(Cell.fromBoc(node.incoming.body)[0]);
/** Whether a transaction received a plain transfer of money. @param {Node | undefined} node */
const isPaid = (node) => node?.incoming?.type === "internal" && !node.incoming.bounced && isTransfer(node.incoming);

/** The names of an item in actions. @param {string} address @param {FindContract} findContract */
function findItem(address, findContract) {
  const item = findContract(address, "nft_item")?.details;
  return {
    nft_collection: item?.collection_address ?? null,
    nft_item: address,
    nft_item_index: item?.index ?? null,
  };
}

/** The item of a transaction that received the order to transfer it. @param {Node} node @param {FindContract} findContract */
const isTransferringItem = (node, findContract) =>
  node.body?.name === "nft_transfer" && findContract(getAccount(node), "nft_item") !== undefined;

/** The transactions after a transfer: the notification of the new owner, and the rest of the money. @param {Node} node */
const listAfterTransfer = (node) =>
  node.next.filter(({ body }) => ["nft_ownership_assigned", "excess"].includes(body?.name ?? ""));

const STOPS = ["finish", "stop"];

/**
 * The sale that this transfer ends: a buyer pays a sale and gets the item, or an auction hands it to the last bidder.
 * @param {Node} node @param {FindContract} findContract
 */
function makePurchase(node, findContract) {
  const { sender, body } = node;
  const buyer = body?.values.new_owner;
  if (!sender) return undefined;
  const sale =
    isPaid(sender) && sender.incoming.source === buyer ? findContract(getAccount(sender), SALE)?.details : undefined;
  const foundSale = sale ?? findContract(getAccount(sender), NFT_AUCTION)?.details;
  if (!foundSale || foundSale.nft_address !== getAccount(node) || foundSale.nft_owner_address === buyer)
    return undefined;
  return {
    price: sale ? sale.details.full_price : foundSale.details.last_bid,
    seller: foundSale.nft_owner_address,
    marketplace: foundSale.marketplace_address,
    // The message that ends an auction is an action of its own.
    paid: isPaid(sender) && !STOPS.includes(readText(sender) ?? "") ? [sender] : [],
    payout: sender.next.find((next) => isPaid(next) && getAccount(next) === foundSale.nft_owner_address),
  };
}

/** @type {Finder} */
function findNftTransfer(node, findContract) {
  if (!isTransferringItem(node, findContract) || !node.body) return undefined;
  const { query_id, new_owner, response_destination, custom_payload, forward_amount, forward_payload } =
    node.body.values;
  const purchase = makePurchase(node, findContract);
  const payout = purchase?.payout;
  const old_owner =
    findNext(node, "nft_ownership_assigned")?.body?.values.prev_owner ?? node.incoming.source ?? undefined;
  const item = findItem(getAccount(node), findContract);
  return {
    type: payout ? "nft_purchase" : "nft_transfer",
    success: !node.tx.aborted,
    nodes: [...(purchase?.paid ?? []), node, ...listAfterTransfer(node), ...(payout ? [payout] : [])],
    details: {
      ...item,
      old_owner,
      new_owner,
      is_purchase: purchase !== undefined,
      price: purchase?.price,
      query_id,
      response_destination,
      custom_payload,
      forward_payload,
      forward_amount,
      ...readNote(forward_payload),
      marketplace: null,
      real_old_owner: purchase?.seller ?? null,
      marketplace_address: purchase?.marketplace ?? null,
      payout_amount: payout ? String(payout.incoming.value) : null,
      payout_address: payout ? getAccount(payout) : null,
      payout_comment: payout ? readText(payout) : null,
      payout_comment_encrypted: payout ? false : null,
      payout_comment_encoded: payout ? false : null,
      royalty_amount: null,
      royalty_address: null,
    },
    accounts: [
      old_owner ?? null,
      getAccount(node),
      new_owner,
      item.nft_collection,
      ...(purchase ? [node.incoming.source, purchase.seller] : []),
    ],
  };
}

/** @type {Finder} */
function findNftMint(node, findContract) {
  if (!isDeploying(node) || node.incoming?.type !== "internal") return undefined;
  if (!findContract(getAccount(node), "nft_item")) return undefined;
  const item = findItem(getAccount(node), findContract);
  const { source } = node.incoming;
  return {
    type: "nft_mint",
    success: !node.tx.aborted,
    nodes: [node],
    details: { owner: source ?? undefined, ...item },
    accounts: [source, getAccount(node), item.nft_collection],
  };
}

/**
 * An owner transfers an item to a contract of a marketplace, which deploys a sale and transfers the item to it.
 * @type {Finder}
 */
function findNftPutOnSale(node, findContract) {
  if (!isTransferringItem(node, findContract)) return undefined;
  const listing = findNext(node, "nft_ownership_assigned");
  const secondTransfer = listing?.next.find(
    (next) => next.body?.name === "nft_transfer" && getAccount(next) === getAccount(node) && !next.tx.aborted,
  );
  const saleDeploy = listing?.next.find(
    (next) => isDeploying(next) && getAccount(next) === secondTransfer?.body?.values.new_owner,
  );
  if (!listing || !secondTransfer || !saleDeploy) return undefined;
  const sale = findContract(getAccount(saleDeploy), SALE)?.details;
  const auction = findContract(getAccount(saleDeploy), NFT_AUCTION)?.details;
  const { nft_address, nft_owner_address, details } = sale ?? auction ?? {};
  if (nft_address !== getAccount(node) || nft_owner_address !== node.incoming.source) return undefined;
  const item = findItem(getAccount(node), findContract);
  const commonDetails = { ...item, owner: nft_owner_address, listing_address: getAccount(listing) };
  return {
    type: sale ? "nft_put_on_sale" : "nft_put_on_auction",
    success: true,
    nodes: [node, ...listAfterTransfer(node), saleDeploy, secondTransfer, ...listAfterTransfer(secondTransfer)],
    // The service leaves `marketplace_address` empty here.
    details: sale
      ? {
          ...commonDetails,
          sale_address: getAccount(saleDeploy),
          marketplace_address: null,
          full_price: details.full_price,
          marketplace_fee: details.marketplace_fee,
          royalty_amount: details.royalty_amount,
          marketplace_fee_address: details.marketplace_fee_address,
          royalty_address: details.royalty_address,
          marketplace: null,
        }
      : {
          ...commonDetails,
          auction_address: getAccount(saleDeploy),
          marketplace_address: null,
          marketplace_fee_factor: String(details.mp_fee_factor),
          marketplace_fee_base: String(details.mp_fee_base),
          royalty_fee_base: String(details.royalty_fee_base),
          max_bid: details.max_bid,
          min_bid: details.min_bid,
          marketplace_fee_address: details.mp_fee_address,
          royalty_address: details.royalty_fee_address,
          marketplace: null,
        },
    accounts: [nft_owner_address, getAccount(node), item.nft_collection, getAccount(listing), getAccount(saleDeploy)],
  };
}

/** The transfer of its item that ends a sale. @param {Node} node @param {string | undefined} item @param {FindContract} findContract */
const findItemTransfer = (node, item, findContract) =>
  node.next.find((next) => getAccount(next) === item && isTransferringItem(next, findContract));

/** @type {Finder} */
function findNftCancelSale(node, findContract) {
  if (node.incoming?.opcode !== "0x00000003") return undefined;
  const sale = findContract(getAccount(node), SALE)?.details;
  const returnTransfer = findItemTransfer(node, sale?.nft_address, findContract);
  if (!returnTransfer) return undefined;
  const { nft_item, nft_collection } = findItem(sale.nft_address, findContract);
  const owner = returnTransfer.body?.values.new_owner;
  return {
    type: "nft_cancel_sale",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      owner,
      nft_item,
      nft_collection,
      sale_address: getAccount(node),
      marketplace_address: sale.marketplace_address,
      marketplace: null,
    },
    accounts: [node.incoming.source, owner, nft_item, nft_collection, getAccount(node)],
  };
}

const ENDINGS = [...STOPS, "cancel"];

/** @type {Finder} */
function findNftEndAuction(node, findContract) {
  const text = isPaid(node) ? readText(node) : null;
  if (text === null || !ENDINGS.includes(text)) return undefined;
  const auction = findContract(getAccount(node), NFT_AUCTION)?.details;
  const transfer = findItemTransfer(node, auction?.nft_address, findContract);
  if (!transfer) return undefined;
  const { nft_item, nft_collection } = findItem(auction.nft_address, findContract);
  const isSold = makePurchase(transfer, findContract)?.payout !== undefined;
  const owner = transfer.body?.values.new_owner;
  return {
    type: STOPS.includes(text) ? "nft_finish_auction" : "nft_cancel_auction",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      owner,
      nft_item,
      nft_collection,
      auction_address: getAccount(node),
      // The service names the marketplace only for an auction without a buyer.
      marketplace_address: isSold ? null : auction.marketplace_address,
      marketplace: null,
    },
    accounts: [node.incoming.source, owner, nft_item, nft_collection, getAccount(node)],
  };
}

/** @type {Finder} */
function findAuctionBid(node, findContract) {
  if (!isPaid(node) || isDeploying(node) || ENDINGS.includes(readText(node) ?? "")) return undefined;
  const auction = findContract(getAccount(node), NFT_AUCTION)?.details;
  if (!auction) return undefined;
  const item = findItem(auction.nft_address, findContract);
  return {
    type: "auction_bid",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      amount: String(node.incoming.value),
      bidder: node.incoming.source,
      auction: getAccount(node),
      ...item,
    },
    accounts: [node.incoming.source, getAccount(node), item.nft_item, item.nft_collection],
  };
}

const OUTBID_COMMENT = "Your bid has been outbid by another user";

/** The money that a bidder gets back. @type {Finder} */
function findAuctionOutbid(node, findContract) {
  const { sender } = node;
  if (!sender || !isPaid(node) || !isPaid(sender)) return undefined;
  const auction = findContract(getAccount(sender), NFT_AUCTION)?.details;
  const comment = auction && readText(node);
  if (!comment?.includes(OUTBID_COMMENT)) return undefined;
  const { nft_item, nft_collection } = findItem(auction.nft_address, findContract);
  return {
    type: "auction_outbid",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      auction_address: getAccount(sender),
      bidder: getAccount(node),
      new_bidder: sender.incoming.source,
      nft_item,
      nft_collection,
      amount: String(node.incoming.value),
      comment,
    },
    accounts: [getAccount(sender), getAccount(node), sender.incoming.source, nft_item, nft_collection],
  };
}

/** @type {Finder} */
function findNftDiscovery(node) {
  const report = node.body?.name === "get_static_data" ? findNext(node, "report_static_data") : undefined;
  if (!report?.body) return undefined;
  const { index, collection } = report.body.values;
  return {
    type: "nft_discovery",
    success: !node.tx.aborted,
    nodes: [node, report],
    details: {
      source: node.incoming.source,
      nft_item: getAccount(node),
      nft_collection: collection,
      nft_item_index: index,
    },
    accounts: [node.incoming.source, getAccount(node), collection],
  };
}

/** The finders in order: the first that finds an action takes its transactions. @type {Finder[]} */
export const FINDERS = [
  findNftPutOnSale,
  findNftTransfer,
  findNftMint,
  findNftCancelSale,
  findNftEndAuction,
  findAuctionBid,
  findAuctionOutbid,
  findNftDiscovery,
];

/** The types of these actions, by the shortcuts of `supported_action_types` that hold them. */
export const TYPES = {
  nft: ["nft_transfer", "nft_mint", "auction_bid"],
  "nft.v3": [
    "nft_transfer",
    "nft_mint",
    "auction_bid",
    "nft_put_on_sale",
    "nft_put_on_auction",
    "auction_outbid",
    "nft_cancel_sale",
    "nft_purchase",
    "nft_cancel_auction",
    "nft_finish_auction",
  ],
  nft_discovery: ["nft_discovery"], // only shortcuts of versions include it
};
