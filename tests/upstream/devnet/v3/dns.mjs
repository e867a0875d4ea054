// TON DNS: the records of domains of `.ton`, and their auctions, as kinds/dns.mjs reads them.
import { Refusal } from "../../refusal.mjs";
import { TON_ACCOUNT } from "../kinds/dns.mjs";
import { withBook, withMaps } from "./book.mjs";
import { Select } from "./select.mjs";

/** A field of a domain, in the same form as in the indexes of the schema. @param {string} name */
const writeField = (name) => `json_extract(C.details, '$.${name}')`;

const DOMAINS = `C.account, C.details, A.last_tx_lt, A.code_hash, A.data_hash
  FROM contracts C JOIN accounts A ON A.account = C.account`;

const selectDomains = () => new Select(DOMAINS).and("C.kind = 'dns'");
const read = (row) => ({ ...row, details: JSON.parse(row.details) });

const makeRecords = ({ account, details }) => ({
  nft_item_address: account,
  nft_item_owner: details.nft_item_owner,
  domain: details.domain,
  dns_next_resolver: details.dns_next_resolver,
  dns_wallet: details.dns_wallet,
  dns_site_adnl: details.dns_site_adnl,
  dns_storage_bag_id: details.dns_storage_bag_id,
});

function listRecords(params, context) {
  const { wallet, domain } = params;
  const select = selectDomains().equal(writeField("dns_wallet"), wallet).equal(writeField("domain"), domain);
  const rows = context.db
    .all(...select.page(`length(${writeField("domain")}), ${writeField("domain")}`, params))
    .map((row) => makeRecords(read(row)));
  return withBook(
    { records: rows },
    rows.flatMap((row) => [row.nft_item_address, row.nft_item_owner, row.dns_wallet]),
    context,
  );
}

const END_DIGITS = 20;

/** @param {{ account: string, details: any }} row */
const getCursor = ({ account, details }) =>
  Buffer.from(`${String(details.auction_end_time).padStart(END_DIGITS, "0")}:${account}`).toString("base64url");

/** @param {string} cursor @returns {[end: bigint, account: string]} */
function parseCursor(cursor) {
  const [, endTime, account] = /^[\w-]+$/.test(cursor)
    ? (/^(\d{20}):([^]*)$/.exec(Buffer.from(cursor, "base64url").toString()) ?? [])
    : [];
  if (endTime === undefined || BigInt(endTime) >= 1n << 63n) throw new Refusal(422, "invalid after cursor");
  return [BigInt(endTime), account];
}

const COLLECTION = `SELECT C.details, A.last_tx_lt, A.code_hash, A.data_hash
  FROM contracts C JOIN accounts A ON A.account = C.account WHERE C.kind = 'nft_collection' AND C.account = ?`;

/** The collection of `.ton` in the shape of v3, or null. @param {any} db */
function getCollection(db) {
  const row = db.get(COLLECTION, [TON_ACCOUNT]);
  return row ? { address: TON_ACCOUNT, ...JSON.parse(row.details), ...makeState(row) } : null;
}

const makeState = (row) => ({
  last_transaction_lt: String(row.last_tx_lt),
  code_hash: row.code_hash,
  data_hash: row.data_hash,
});

/** The domain as an item. @param {ReturnType<typeof read>} row @param {object | null} collection */
const makeItem = (row, collection) => ({
  address: row.account,
  init: true,
  index: row.details.index,
  collection_address: row.details.collection,
  owner_address: row.details.nft_item_owner,
  content: { domain: row.details.domain },
  ...makeState(row),
  collection,
  on_sale: false,
});

function listActiveAuctions(params, context) {
  const { bidder, state, after, limit, include_nft_items: isWithItems } = params;
  const now = context.chain.time();
  const end = writeField("auction_end_time");
  const select = selectDomains().equal(writeField("max_bid_address"), bidder);
  if (state === "won") select.and(`${end} <= ?`, now);
  if (state === "bidding") select.and(`${end} > ?`, now);
  if (after) {
    const [time, account] = parseCursor(after);
    select.and(`(${end}, C.account) > (?, ?)`, time, account);
  }
  const rows = context.db.all(...select.page(`${end}, C.account`, params)).map(read);
  const collection = isWithItems && rows.length ? getCollection(context.db) : null;
  const auctions = rows.map((row) => ({
    nft_item_address: row.account,
    domain: row.details.domain,
    max_bid_address: row.details.max_bid_address,
    max_bid_amount: row.details.max_bid_amount,
    auction_end_time: String(row.details.auction_end_time),
    last_fill_up_time: String(row.details.last_fill_up_time),
    finished: row.details.auction_end_time <= now,
    ...(isWithItems ? { nft_item: makeItem(row, collection) } : {}),
  }));
  const next_cursor = rows.length && rows.length === limit ? getCursor(/** @type {any} */ (rows.at(-1))) : null;
  const { metadata } = withMaps({}, [...rows.map((row) => row.account), ...(collection ? [TON_ACCOUNT] : [])], context);
  const namedAccounts = rows.flatMap((row) => [row.account, row.details.max_bid_address]);
  return { ...withBook({ auctions }, namedAccounts, context), metadata, next_cursor };
}

export const HANDLERS = { "/dns/records": listRecords, "/dns/activeAuctions": listActiveAuctions };
