// NFTs: collections, items and sales by their get-methods, transfers by the messages that items received.
import { Cell } from "@ton/core";

import { decodeKnownBody } from "../bodies/index.mjs";
import { NFT_AUCTION, SALE } from "../kinds/nfts.mjs";
import { DIGITS } from "../ledger.mjs";
import { getOpcode } from "../message.mjs";
import { withMaps } from "./book.mjs";
import { Select, matchAny, hasTimeBounds, readLtBounds } from "./select.mjs";

const COLLECTION = `C.account AS collection_account, C.details AS collection_details, B.last_tx_lt AS collection_lt,
  B.code_hash AS collection_code_hash, B.data_hash AS collection_data_hash`;
const ITEM = "N.account, N.details, A.last_tx_lt, A.code_hash, A.data_hash";
const COLLECTION_OF_ITEM = `LEFT JOIN contracts C ON C.account = N.parent AND C.kind = 'nft_collection'
  LEFT JOIN accounts B ON B.account = C.account`;
const SALES = `('${SALE}', '${NFT_AUCTION}')`;

const COLLECTIONS = `${COLLECTION} FROM contracts C JOIN accounts B ON B.account = C.account`;
/** An item with its collection, and with its sale: the contract that owns it and sells it. */
const ITEMS = `${ITEM}, ${COLLECTION}, S.account AS sale, S.kind AS sale_kind, S.owner AS seller
  FROM contracts N JOIN accounts A ON A.account = N.account ${COLLECTION_OF_ITEM}
  LEFT JOIN contracts S ON S.account = N.owner AND S.parent = N.account AND S.kind IN ${SALES}`;
const ITEMS_ON_SALE = `S.account AS sale, S.kind AS sale_kind, S.details AS sale_details, T.last_tx_lt AS sale_lt, T.code_hash AS sale_code_hash,
  T.data_hash AS sale_data_hash, ${ITEM}, ${COLLECTION}
  FROM contracts S JOIN accounts T ON T.account = S.account
  LEFT JOIN contracts N ON N.account = S.parent AND N.kind = 'nft_item' LEFT JOIN accounts A ON A.account = N.account ${COLLECTION_OF_ITEM}`;

/** @param {any} row */
function makeCollection(row) {
  if (row.collection_account === null) return null;
  return {
    address: row.collection_account,
    ...JSON.parse(row.collection_details),
    last_transaction_lt: String(row.collection_lt),
    data_hash: row.collection_data_hash,
    code_hash: row.collection_code_hash,
  };
}

/** @param {any} row */
const makeBareItem = (row) => ({
  address: row.account,
  ...JSON.parse(row.details),
  last_transaction_lt: String(row.last_tx_lt),
  code_hash: row.code_hash,
  data_hash: row.data_hash,
  collection: makeCollection(row),
  on_sale: false,
});

/** @param {any} row */
function makeItem(row) {
  if (row.sale === null) return makeBareItem(row);
  return {
    ...makeBareItem(row),
    on_sale: true,
    [row.sale_kind === SALE ? "sale_contract_address" : "auction_contract_address"]: row.sale,
    ...(row.seller === null ? {} : { real_owner: row.seller }),
  };
}

/** Fields that have a value: the service omits the others. @param {Record<string, any>} fields */
const keepPresentFields = (fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** @param {any} row */
function makeSale(row) {
  const { details, ...rest } = JSON.parse(row.sale_details);
  return {
    type: row.sale_kind === SALE ? "getgems_sale" : "getgems_auction",
    address: row.sale,
    ...keepPresentFields(rest),
    last_transaction_lt: String(row.sale_lt),
    code_hash: row.sale_code_hash,
    data_hash: row.sale_data_hash,
    details: keepPresentFields(details),
    // As in the service, an item in a sale does not name the sale again.
    ...(row.account === null ? {} : { nft_item: makeBareItem(row) }),
  };
}

const listItemNames = (row) => [row.address, row.collection_address, row.owner_address];

function listCollections(params, context) {
  const { collection_address: address, owner_address: owner } = params;
  const select = new Select(COLLECTIONS)
    .and("C.kind = 'nft_collection'")
    .among("C.account", address)
    .among("C.owner", owner);
  const rows = context.db.all(...select.page(address ? "C.account" : "C.id", params)).map(makeCollection);
  return withMaps(
    { nft_collections: rows },
    rows.flatMap((row) => [row.address, row.owner_address]),
    context,
  );
}

function writeItemsOrder({ address, owner_address: owner, collection_address: of, sort_by_last_transaction_lt: byLt }) {
  if (byLt) return "A.last_tx_lt DESC, N.id";
  if (of?.length === 1) return "N.parent, N.amount, N.id";
  if (owner) return "N.owner, N.parent NULLS LAST, N.amount, N.id";
  return address ? "N.account" : "N.id";
}

/** @param {Select} select @param {string[]} owners @param {boolean} isOnSaleIncluded */
function filterByOwners(select, owners, isOnSaleIncluded) {
  if (!isOnSaleIncluded) return select.among("N.owner", owners);
  const [ownCondition, ownValue] = matchAny("N.owner", owners);
  const [offeredCondition, offeredValue] = matchAny("S.owner", owners);
  return select.and(`(S.owner IS NULL AND ${ownCondition} OR ${offeredCondition})`, ownValue, offeredValue);
}

function listItems(params, context) {
  const { address, owner_address: owner, collection_address: of, index, include_on_sale: includeOnSale } = params;
  const select = new Select(ITEMS).and("N.kind = 'nft_item'").among("N.account", address).among("N.parent", of);
  if (owner) filterByOwners(select, owner, includeOnSale);
  select.among(
    "N.amount",
    index?.map((indexNumber) => String(indexNumber).padStart(DIGITS, "0")),
  );
  const rows = context.db.all(...select.page(writeItemsOrder(params), params)).map(makeItem);
  return withMaps({ nft_items: rows }, rows.flatMap(listItemNames), context);
}

/** The accounts of a sale: all of its fields that are addresses. @param {any} row */
const listSaleNames = ({ address, nft_address, nft_owner_address, marketplace_address, details, nft_item: of }) =>
  [
    address,
    nft_address,
    nft_owner_address,
    marketplace_address,
    details.marketplace_fee_address,
    details.royalty_address,
    details.last_member,
    details.mp_fee_address,
    details.royalty_fee_address,
    ...(of ? listItemNames(of) : []),
  ].map((account) => account ?? null);

function listSales({ address }, context) {
  const select = new Select(ITEMS_ON_SALE).and(`S.kind IN ${SALES}`).among("S.account", address);
  const rows = context.db
    .all(...select.page(`S.kind = '${NFT_AUCTION}', S.id`, { limit: address.length }))
    .map(makeSale);
  return withMaps({ nft_sales: rows }, rows.flatMap(listSaleNames), context);
}

/** Transfers, including those that an item refused. @param {any} params @param {any} db */
function findEvents(params, db) {
  // `address` is the old name of one owner.
  const owners = params.owner_address ?? (params.address && [params.address].flat());
  const lt = readLtBounds(db, params);
  const sortDirection = params.sort === "asc" ? "ASC" : "DESC";
  const select = new Select("E.* FROM token_events E").and("E.kind = 'nft_transfer'");
  if (owners) {
    const sideColumns = { in: ["E.destination"], out: ["E.source"] }[params.direction] ?? ["E.source", "E.destination"];
    const tests = sideColumns.map((side) => matchAny(side, owners));
    select.and(`(${tests.map(([test]) => test).join(" OR ")})`, ...tests.map(([, value]) => value));
  }
  select
    .among("E.token", params.item_address)
    .equal("E.parent", params.collection_address)
    .between("E.lt", lt.from, lt.to)
    .between("E.now", params.start_utime, params.end_utime);
  return db.all(
    ...select.page(`${hasTimeBounds(params) ? "E.now" : "E.lt"} ${sortDirection}, E.tx_hash ${sortDirection}`, params),
  );
}

/** @param {string | null} payload */
function decodePayload(payload) {
  const cell = payload === null ? undefined : Cell.fromBase64(payload);
  return cell ? decodeKnownBody(getOpcode(cell), cell) : null;
}

function makeTransfer(row) {
  const { query_id, response_destination, custom_payload, forward_amount, forward_payload } = JSON.parse(row.details);
  return {
    query_id,
    nft_address: row.token,
    nft_collection: row.parent ?? "",
    transaction_hash: row.tx_hash,
    transaction_lt: String(row.lt),
    transaction_now: row.now,
    transaction_aborted: Boolean(row.aborted),
    old_owner: row.source ?? "",
    new_owner: row.destination ?? "",
    response_destination,
    custom_payload,
    decoded_custom_payload: decodePayload(custom_payload),
    forward_amount,
    forward_payload,
    decoded_forward_payload: decodePayload(forward_payload),
    trace_id: row.trace_id,
  };
}

export const HANDLERS = {
  "/nft/collections": listCollections,
  "/nft/items": listItems,
  "/nft/sales": listSales,
  "/nft/transfers"(params, context) {
    const rows = findEvents(params, context.db).map(makeTransfer);
    return withMaps(
      { nft_transfers: rows },
      rows.flatMap((row) =>
        [row.nft_address, row.nft_collection, row.old_owner, row.new_owner, row.response_destination].map(
          (account) => account || null,
        ),
      ),
      context,
    );
  },
};
