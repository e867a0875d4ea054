// Actions of TON DNS: bids, the purchase that ends an auction, and the actions of domain owners.
import { Cell } from "@ton/core";

import { readComment } from "../bodies/index.mjs";
import { isTransfer } from "./trace.mjs";

/** @typedef {import("./trace.mjs").Node} Node @typedef {import("./trace.mjs").Found} Found @typedef {import("./trace.mjs").FindContract} FindContract */

/**
 * A domain, with its collection and index; undefined if the account is not a domain.
 * @param {string | null} account @param {FindContract} findContract
 */
function getDomain(account, findContract) {
  const details = account === null ? undefined : findContract(account, "dns")?.details;
  return details?.collection ? details : undefined;
}

/** @param {Node} node @param {FindContract} findContract @returns {Found | undefined} */
function release(node, findContract) {
  const item = node.body?.name === "dns_balance_release" && getDomain(node.tx.account, findContract);
  if (!item || node.incoming.bounced) return undefined;
  const { source, destination, value } = node.incoming;
  return {
    type: "dns_release",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      query_id: node.body?.values.query_id,
      source,
      nft_item: destination,
      nft_collection: item.collection,
      nft_item_index: item.index,
      value: String(value),
    },
    accounts: [source, destination, item.collection],
  };
}

/** The winner's first message makes the domain pay the collection, unless that message has no operation. @type {typeof release} */
function findPurchase(node, findContract) {
  const item = node.body?.name === "auction_fill_up" && getDomain(node.incoming.source, findContract);
  const call = node.sender?.incoming;
  if (!item || node.incoming.bounced || call?.type !== "internal" || isTransfer(call)) return undefined;
  const { source, value } = node.incoming;
  return {
    type: "dns_purchase",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      nft_collection: item.collection,
      nft_item: source,
      nft_item_index: item.index,
      new_owner: call.source,
      price: String(value),
      query_id: node.body?.values.query_id,
      payout_amount: String(value),
    },
    accounts: [call.source, source, item.collection],
  };
}

const NO_KEY = "0".repeat(64);
/** The field of a record's value by its schema. As in the service, a text is in the field of a storage address. */
const VALUES = {
  DNSNextResolver: "dns_next_resolver_address",
  DNSAdnlAddress: "dns_adnl_address",
  DNSSmcAddress: "dns_smc_address",
  DNSStorageAddress: "dns_storage_address",
  DNSText: "dns_storage_address",
};
const HASHES = new Set(["DNSAdnlAddress", "DNSStorageAddress"]);

/** @param {{ schema: string, value: string, flags: number | null } | undefined} record undefined: of an unknown form */
function recordValue(record) {
  const { schema, value, flags } = record ?? { schema: "Unknown", value: "", flags: null };
  const fields = {
    sum_type: schema,
    dns_smc_address: null,
    dns_adnl_address: null,
    dns_text: null,
    dns_next_resolver_address: null,
    dns_storage_address: null,
    flags,
  };
  if (record) fields[VALUES[schema]] = HASHES.has(schema) ? value.toLowerCase() : value;
  return fields;
}

/** @type {typeof release} */
function change(node, findContract) {
  const { body, incoming } = node;
  if (!body || !["change_dns_record", "delete_dns_record"].includes(body.name)) return undefined;
  if (incoming.type !== "internal" || incoming.bounced) return undefined;
  const hasValue = Cell.fromBoc(incoming.body)[0].refs.length > 0;
  const { key, value } = body.values;
  const { source, destination: asset } = incoming;
  const nameDetails = { source, asset, nft_collection: getDomain(asset, findContract)?.collection ?? null };
  const [type, details] = hasValue
    ? ["change_dns", { key: key.toLowerCase(), value: recordValue(value), ...nameDetails }]
    : key === NO_KEY
      ? ["renew_dns", nameDetails]
      : ["delete_dns", { hash: key.toLowerCase(), ...nameDetails }];
  return {
    type,
    success: !node.tx.aborted,
    nodes: [node],
    details,
    accounts: [source, asset, nameDetails.nft_collection],
  };
}

const OPERATOR_COMMENTS = ["cancel", "finish", "stop"];

/** The amount that a bid pays back to the previous bidder. */
const listPaidBack = (/** @type {Node} */ node) =>
  node.next.filter(({ body, incoming }) => body?.name === "outbid_notification" && !incoming.bounced);

/**
 * The domain that a transfer bids for. The first bid does not count: it deploys the domain.
 * @param {Node} node @param {FindContract} findContract
 */
function findBidItem(node, findContract) {
  const { tx, incoming } = node;
  if (incoming?.type !== "internal" || incoming.bounced || !isTransfer(incoming)) return undefined;
  if (tx.orig_status !== "active" || OPERATOR_COMMENTS.includes(readComment(Cell.fromBoc(incoming.body)[0]) ?? ""))
    return undefined;
  return listPaidBack(node).length ? getDomain(tx.account, findContract) : undefined;
}

/** @type {typeof release} */
function findBid(node, findContract) {
  const item = findBidItem(node, findContract);
  if (!item) return undefined;
  const { source, destination, value } = node.incoming;
  return {
    type: "auction_bid",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      amount: String(value),
      bidder: source,
      auction: destination,
      nft_item: destination,
      nft_collection: item.collection,
      nft_item_index: item.index,
    },
    accounts: [source, destination, item.collection],
  };
}

/** @type {typeof release} */
function findOutbid(node, findContract) {
  const { sender } = node;
  const item = node.body?.name === "outbid_notification" && sender && findBidItem(sender, findContract);
  if (!item || !sender || listPaidBack(sender).length !== 1 || node.incoming.bounced) return undefined;
  const { source, destination, value } = node.incoming;
  return {
    type: "auction_outbid",
    success: !node.tx.aborted,
    nodes: [node],
    details: {
      auction_address: source,
      bidder: destination,
      new_bidder: sender.incoming.source,
      nft_item: source,
      nft_collection: item.collection,
      amount: String(value),
    },
    accounts: [source, destination, sender.incoming.source, item.collection],
  };
}

export const FINDERS = [release, findPurchase, change, findBid, findOutbid];

const SALE_TYPES = ["dns_purchase", "dns_release"];
const DNS_TYPES = ["change_dns", "delete_dns", "renew_dns", ...SALE_TYPES];

export const TYPES = {
  dns: DNS_TYPES,
  "dns.v2": DNS_TYPES,
  nft: ["auction_bid"],
  "nft.v3": ["auction_bid", "auction_outbid", ...SALE_TYPES],
};
