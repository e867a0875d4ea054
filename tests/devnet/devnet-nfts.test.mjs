// NFTs of the local chain: v2, v3, get-methods, messages and actions agree on them; sales own the items that they sell; contracts that
// only pretend to be an item of a collection are not listed; and metadata includes the documents that contents name. Domains are items
// as well: devnet-dns.test.mjs tests their contents, bids and purchases.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";

import { Address, Cell, Dictionary, TupleBuilder, beginCell, contractAddress, internal, toNano } from "@ton/core";
import { TonClient } from "@ton/ton";

import { writeRawAddress } from "../upstream/devnet/account-name.mjs";
import { buildComment, buildOffchainContent, buildOnchainContent } from "../upstream/devnet/contracts/code.mjs";
import * as nft from "../upstream/devnet/contracts/nft.mjs";
import * as sale from "../upstream/devnet/contracts/sale.mjs";
import { readContent } from "../upstream/devnet/kinds/content.mjs";
import { startDevnet } from "../upstream/devnet/server.mjs";
import { query } from "../upstream/upstream-call.mjs";
import { get, request } from "./devnet-request.mjs";
import { sendFrom } from "./devnet-wallet.mjs";

/** @type {any} */
let devnet;
/** The collection that the world's NFT scene creates. @type {any} */
let collection;
/** The collections of domains. @type {any[]} */
let dnsCollections;
/** The items of the collection, and the one without a collection. @type {any[]} */
let items;
/** Items of all collections. @type {any[]} */
let nftItems;
/** @type {any[]} */
let transfers;

const list = async (path, params = {}) => {
  const body = await get(devnet, path, { limit: 1000, ...params });
  return Object.values(body).find(Array.isArray);
};
const getAccount = (name) => devnet.cast.wallet(name).account;
const getAddress = (raw) => Address.parseRaw(raw.toLowerCase());
const toRaw = (friendly) => (friendly === undefined ? null : writeRawAddress(Address.parse(friendly)));
const listActions = (...types) => list("/actions", { action_type: types, sort: "asc" });
const fetchSalesAt = async (...address) => (await get(devnet, "/nft/sales", { address })).nft_sales;
const getRealOwner = (item) => item.real_owner ?? item.owner_address;
const getItemByIndex = (index) =>
  items.find((item) => item.collection_address === collection.address && item.index === String(index));

async function v2(path, params) {
  const response = await fetch(`${devnet.url}/api/v2${path}?${query(params)}`);
  return { status: response.status, ...(await response.json()) };
}

const send = (name, messages) => sendFrom(devnet, name, messages);

const call = (to, value, body, init) => internal({ to, value: toNano(value), bounce: false, body, init });

async function read() {
  const collections = await list("/nft/collections");
  [collection] = collections.filter((collection) => collection.owner_address === getAccount("artist"));
  dnsCollections = collections.filter((item) => item !== collection);
  nftItems = await list("/nft/items");
  items = nftItems.filter(
    ({ collection_address: collectionAddress }) =>
      collectionAddress === collection.address || collectionAddress === null,
  );
  transfers = await list("/nft/transfers");
}

before(async () => {
  devnet = await startDevnet({ world: "small" });
  await devnet.ready;
  await read();
});
after(() => devnet?.close());

test("each NFT has the owner that follows from its transfers", () => {
  assert.ok(items.length >= 16 && transfers.length > 20);
  for (const item of nftItems) {
    const ownTransfers = transfers
      .filter((row) => row.nft_address === item.address && !row.transaction_aborted)
      .toReversed();
    ownTransfers.forEach((row, i) => assert.equal(row.old_owner, ownTransfers[i - 1]?.new_owner ?? row.old_owner));
    if (ownTransfers.length) assert.equal(item.owner_address, ownTransfers.at(-1).new_owner, item.address);
    for (const row of ownTransfers) assert.equal(row.nft_collection, item.collection_address ?? "");
  }
  const refusedTransfers = transfers.filter((row) => row.transaction_aborted);
  assert.deepEqual(
    refusedTransfers.map(({ query_id, old_owner }) => [query_id, old_owner]),
    [["666", getAccount("gallerist")]],
  );
});

test("v2, v3 and the get-methods agree on NFTs", async () => {
  assert.equal(Number(collection.next_item_index), items.length - 1);
  const { result: collectionData } = await v2("/getTokenData", { address: collection.address });
  assert.deepEqual(
    [
      collectionData["@type"],
      collectionData.contract_type,
      collectionData.next_item_index,
      toRaw(collectionData.owner_address),
    ],
    ["ext.tokens.nftCollectionData", "nft_collection", collection.next_item_index, collection.owner_address],
  );
  assert.deepEqual(collectionData.collection_content, { type: "offchain", data: collection.collection_content.uri });
  const client = new TonClient({ endpoint: `${devnet.url}/api/v2/jsonRPC` });
  for (const item of nftItems) {
    const { result } = await v2("/getTokenData", { address: item.address });
    assert.deepEqual(
      [result.contract_type, result.init, result.index, toRaw(result.collection_address), toRaw(result.owner_address)],
      ["nft_item", item.init, item.index, item.collection_address, item.owner_address],
    );
    if (items.includes(item))
      assert.deepEqual(
        result.content,
        item.content.uri ? { type: "offchain", data: item.content.uri } : { type: "onchain", data: item.content },
      );
    const { stack } = await client.runMethod(getAddress(item.address), "get_nft_data");
    assert.deepEqual([stack.readBoolean(), String(stack.readBigNumber())], [item.init, item.index]);
    assert.equal(stack.readAddressOpt()?.toRawString().toUpperCase(), item.collection_address?.toUpperCase());
    assert.equal(stack.readAddressOpt()?.toRawString().toUpperCase(), item.owner_address?.toUpperCase());
    if (item.collection_address === null) continue;
    const index = new TupleBuilder();
    index.writeNumber(BigInt(item.index));
    const knownMethod = await client.runMethod(
      getAddress(item.collection_address),
      "get_nft_address_by_index",
      index.build(),
    );
    assert.equal(writeRawAddress(knownMethod.stack.readAddress()), item.address);
    const [itemCollection] = [collection, ...dnsCollections].filter(
      ({ address }) => address === item.collection_address,
    );
    assert.deepEqual(item.collection, itemCollection);
  }
  assert.equal(items.filter((item) => item.collection_address === null && item.collection === null).length, 1);
});

test("a get-method at an earlier block returns the item's owner of that time", async () => {
  const row = transfers.find(({ transaction_aborted, nft_collection }) => !transaction_aborted && nft_collection);
  const [tx] = await list("/transactions", { hash: [row.transaction_hash] });
  const fetchOwnerAt = async (seqno) =>
    toRaw((await v2("/getTokenData", { address: row.nft_address, seqno })).result.owner_address);
  assert.equal(await fetchOwnerAt(tx.mc_block_seqno), row.new_owner);
  assert.equal(await fetchOwnerAt(tx.mc_block_seqno - 1), row.old_owner);
});

test("an item on sale has its sale and its real owner, and the sale has the item", async () => {
  const itemsOnSale = nftItems.filter((item) => item.on_sale);
  assert.deepEqual(itemsOnSale.map(({ index }) => index).sort(), ["2", "3"]);
  for (const item of itemsOnSale) {
    const address = item.sale_contract_address ?? item.auction_contract_address;
    assert.equal(item.owner_address, address);
    const [sale] = await fetchSalesAt(address);
    assert.deepEqual(
      [sale.nft_address, sale.nft_owner_address, sale.nft_item.address, sale.nft_item.owner_address],
      [item.address, item.real_owner, item.address, address],
    );
  }
  assert.equal(
    getItemByIndex(3).sale_contract_address !== undefined && !("auction_contract_address" in getItemByIndex(3)),
    true,
  );
  assert.equal(
    getItemByIndex(2).auction_contract_address !== undefined && !("sale_contract_address" in getItemByIndex(2)),
    true,
  );
  for (const item of nftItems.filter((item) => !item.on_sale)) assert.ok(!("real_owner" in item));
  for (const name of ["artist", "collector", "gallerist", "alice"]) {
    const owner_address = [getAccount(name)];
    const listSortedAddresses = (rows) => rows.map(({ address }) => address).sort();
    assert.deepEqual(
      listSortedAddresses(await list("/nft/items", { owner_address })),
      listSortedAddresses(nftItems.filter((item) => item.owner_address === owner_address[0])),
    );
    assert.deepEqual(
      listSortedAddresses(await list("/nft/items", { owner_address, include_on_sale: true })),
      listSortedAddresses(nftItems.filter((item) => getRealOwner(item) === owner_address[0])),
    );
  }
  const ownerFilter = { owner_address: [getItemByIndex(3).owner_address] };
  assert.equal((await list("/nft/items", ownerFilter)).length, 1);
  assert.equal((await list("/nft/items", { ...ownerFilter, include_on_sale: true })).length, 0);
});

test("NFT sales and auctions have the values of their get-methods", async () => {
  const offers = await listActions("nft_put_on_sale", "nft_put_on_auction");
  const sales = await fetchSalesAt(...offers.map(({ details }) => details.sale_address ?? details.auction_address));
  assert.equal(sales.length, offers.length);
  for (const { details } of offers) {
    const sale = sales.find(({ address }) => address === (details.sale_address ?? details.auction_address));
    assert.equal(sale.type, details.sale_address ? "getgems_sale" : "getgems_auction");
    assert.deepEqual([sale.nft_address, sale.nft_owner_address], [details.nft_item, details.owner]);
    assert.equal(sale.marketplace_address, details.listing_address);
    if (details.sale_address) assert.equal(sale.details.full_price, details.full_price);
    else assert.deepEqual([sale.details.min_bid, sale.details.max_bid], [details.min_bid, details.max_bid]);
  }
  const auctions = sales.filter(({ type }) => type === "getgems_auction");
  assert.deepEqual(
    auctions.map(({ details: { end_flag, is_canceled, last_member } }) => [end_flag, is_canceled, last_member ?? null]),
    [
      [true, false, getAccount("gallerist")],
      [false, false, getAccount("collector")],
      [true, true, null],
      [true, false, getAccount("collector")],
    ],
  );
  const openAuction = auctions[1];
  assert.ok(openAuction.details.end_time > 4_000_000_000, "the auction ends too early");
  const [bid] = (await listActions("auction_bid")).filter(({ details }) => details.auction === openAuction.address);
  assert.equal(BigInt(bid.details.amount) - sale.BID_GAS, BigInt(openAuction.details.last_bid));
  assert.deepEqual(await fetchSalesAt(collection.address, getAccount("alice")), []);
  assert.deepEqual(
    (await fetchSalesAt(auctions[0].address, sales[0].address)).map(({ type }) => type).sort(),
    ["getgems_auction", sales[0].type].sort(),
  );
});

test("filters, orders and pages of NFT collections and items are right", async () => {
  assert.deepEqual(await list("/nft/collections", { collection_address: [collection.address] }), [collection]);
  assert.deepEqual(await list("/nft/collections", { owner_address: [collection.owner_address] }), [collection]);
  assert.deepEqual(await list("/nft/collections", { owner_address: [getAccount("alice")] }), []);
  const collections = await list("/nft/collections");
  assert.deepEqual(await list("/nft/collections", { limit: 1, offset: 1 }), collections.slice(1, 2));
  assert.deepEqual(await list("/nft/collections", { offset: collections.length }), []);

  const collection_address = [collection.address];
  const collectionItems = await list("/nft/items", { collection_address });
  const indexes = collectionItems.map(({ index }) => Number(index));
  assert.deepEqual(
    indexes,
    indexes.map((_, i) => i),
    "items are not in the numeric order of their indexes",
  );
  assert.deepEqual(
    (await list("/nft/items", { collection_address, index: ["10", "2"] })).map(({ index }) => index),
    ["2", "10"],
  );
  assert.deepEqual(await list("/nft/items", { collection_address, index: ["77"] }), []);
  assert.deepEqual(await list("/nft/items", { collection_address, limit: 3, offset: 2 }), collectionItems.slice(2, 5));
  assert.deepEqual(await list("/nft/items", { address: [collectionItems[4].address] }), [collectionItems[4]]);
  assert.deepEqual(
    await list("/nft/items", { address: [collectionItems[4].address], collection_address: [getAccount("bob")] }),
    [],
  );
  assert.deepEqual(await list("/nft/items", { limit: 5, offset: 13 }), nftItems.slice(13, 18));
  const newestItems = await list("/nft/items", { sort_by_last_transaction_lt: true });
  const lts = newestItems.map((item) => Number(item.last_transaction_lt));
  assert.deepEqual(
    lts,
    lts.toSorted((a, b) => b - a),
  );
  assert.equal(newestItems.length, nftItems.length);
  const severalCollections = {
    collection_address: [collection.address, getAccount("bob")],
    owner_address: [getAccount("collector")],
  };
  assert.deepEqual(
    (await list("/nft/items", severalCollections)).map(({ address }) => address).sort(),
    collectionItems
      .filter((item) => item.owner_address === getAccount("collector"))
      .map(({ address }) => address)
      .sort(),
  );
  for (const [params, status] of /** @type {const} */ ([
    [{ index: ["1"] }, 500],
    [{ collection_address: [collection.address, getAccount("bob")] }, 422],
    [{ limit: 1001 }, 500],
  ]))
    assert.equal((await request(devnet, "/nft/items", params)).status, status, JSON.stringify(params));
});

test("filters, orders and pages of NFT transfers are right", async () => {
  const owner = getAccount("collector");
  const ownTransfers = await list("/nft/transfers", { owner_address: [owner] });
  assert.deepEqual(
    ownTransfers,
    transfers.filter((row) => row.old_owner === owner || row.new_owner === owner),
  );
  assert.deepEqual(await list("/nft/transfers", { address: owner }), ownTransfers);
  const incomingTransfers = await list("/nft/transfers", { owner_address: [owner], direction: "in" });
  const outgoingTransfers = await list("/nft/transfers", { owner_address: [owner], direction: "out" });
  assert.ok(incomingTransfers.length && outgoingTransfers.length);
  assert.deepEqual(
    [incomingTransfers, outgoingTransfers],
    [ownTransfers.filter((row) => row.new_owner === owner), ownTransfers.filter((row) => row.old_owner === owner)],
  );
  const item_address = [getItemByIndex(1).address];
  assert.deepEqual(
    await list("/nft/transfers", { item_address }),
    transfers.filter((row) => row.nft_address === item_address[0]),
  );
  const collectionTransfers = await list("/nft/transfers", { collection_address: collection.address });
  assert.deepEqual(
    collectionTransfers,
    transfers.filter((row) => row.nft_collection === collection.address),
  );
  const otherLists = dnsCollections.map(({ address }) => list("/nft/transfers", { collection_address: address }));
  const dnsTransfers = (await Promise.all(otherLists)).flat();
  assert.equal(
    collectionTransfers.length + dnsTransfers.length,
    transfers.length - 1,
    "a transfer of the item without a collection is counted",
  );
  assert.deepEqual(await list("/nft/transfers", { sort: "asc" }), transfers.toReversed());
  assert.deepEqual(await list("/nft/transfers", { limit: 3, offset: 2 }), transfers.slice(2, 5));
  const { transaction_lt: lt, transaction_now: now } = transfers[5];
  for (const row of await list("/nft/transfers", { start_lt: lt, end_lt: lt })) assert.equal(row.transaction_lt, lt);
  const simultaneousTransfers = await list("/nft/transfers", { start_utime: now, end_utime: now });
  assert.ok(simultaneousTransfers.length > 0 && simultaneousTransfers.every((row) => row.transaction_now === now));
  const commentedTransfers = transfers.filter(({ decoded_forward_payload: payload }) =>
    payload?.comment?.startsWith("print "),
  );
  assert.ok(commentedTransfers.length > 0);
});

test("each NFT transfer is a transaction of its item with a decoded body", async () => {
  const transactions = new Map((await list("/transactions")).map((tx) => [tx.hash, tx]));
  for (const row of transfers) {
    const tx = transactions.get(row.transaction_hash);
    assert.deepEqual(
      [tx.account, tx.lt, tx.in_msg.source, tx.in_msg.decoded_opcode, tx.trace_id],
      [row.nft_address, row.transaction_lt, row.old_owner, "nft_transfer", row.trace_id],
    );
    const { decoded, body } = tx.in_msg.message_content;
    assert.deepEqual(
      [decoded["@type"], decoded.query_id, `0:${decoded.new_owner.address}`],
      ["nft_transfer", row.query_id, row.new_owner],
    );
    assert.deepEqual((await get(devnet, "/decode", { bodies: [body] })).bodies, [decoded]);
  }
  const allMessages = await list("/messages");
  const findNamed = (name) => allMessages.find((message) => message.decoded_opcode === name)?.message_content.decoded;
  assert.equal(findNamed("report_static_data").index, "0");
  assert.deepEqual(
    [findNamed("report_royalty_params").numerator, findNamed("report_royalty_params").denominator],
    ["5", "100"],
  );
  assert.equal(findNamed("nft_ownership_assigned")["@type"], "nft_ownership_assigned");
  const opcodes = ["0x5fcc3d14", "0x05138d91", "0x2fcb26a2", "0x8b771735", "0x693d3950", "0xa8cb00ad", "0x04ded148"];
  assert.ok(!(await get(devnet, "/decode", { opcodes })).opcodes.includes("unknown"));
});

const NFT_TYPES = [
  "auction_bid",
  "auction_outbid",
  "nft_cancel_auction",
  "nft_cancel_sale",
  "nft_discovery",
  "nft_finish_auction",
  "nft_mint",
  "nft_purchase",
  "nft_put_on_auction",
  "nft_put_on_sale",
  "nft_transfer",
];

test("the actions of NFTs have existing transactions", async () => {
  const actions = await listActions(...NFT_TYPES);
  assert.deepEqual([...new Set(actions.map(({ type }) => type))].sort(), NFT_TYPES);
  const transactions = new Map((await list("/transactions")).map((tx) => [tx.hash, tx]));
  for (const { transactions: hashes, details } of actions) {
    for (const hash of hashes) assert.ok(transactions.has(hash), hash);
    const item = nftItems.find(({ address }) => address === details.nft_item);
    assert.equal(details.nft_collection, item.collection_address);
    if ("nft_item_index" in details) assert.equal(details.nft_item_index, item.index);
  }
  const mintedItems = actions.filter(({ type }) => type === "nft_mint").map(({ details }) => details.nft_item);
  assert.deepEqual(mintedItems.sort(), nftItems.map(({ address }) => address).sort());
  const ownActions = actions.filter(({ details }) => items.some(({ address }) => address === details.nft_item));
  const listActionsOfType = (type) => ownActions.filter((action) => action.type === type);
  const mints = listActionsOfType("nft_mint");
  assert.equal(mints.filter(({ details }) => details.owner === collection.address).length, items.length - 1);
  // Each transfer is in exactly one action: a transfer, a purchase, or putting an item on sale, which takes two transfers.
  const coveringActions = actions.filter(({ type }) => /^nft_(transfer|purchase|put_on_(sale|auction))$/.test(type));
  for (const { transaction_hash: hash } of transfers)
    assert.equal(coveringActions.filter((action) => action.transactions.includes(hash)).length, 1, hash);
  assert.deepEqual(
    listActionsOfType("nft_transfer")
      .filter(({ success }) => !success)
      .map(({ details }) => details.query_id),
    ["666"],
  );
  assert.deepEqual(
    listActionsOfType("auction_bid")
      .filter(({ success }) => !success)
      .map(({ details }) => details.bidder),
    [getAccount("artist")],
  );
  const [outbidAction] = listActionsOfType("auction_outbid");
  assert.deepEqual(
    [
      outbidAction.details.bidder,
      outbidAction.details.new_bidder,
      outbidAction.details.amount,
      outbidAction.details.comment,
    ],
    [getAccount("gallerist"), getAccount("artist"), String(toNano(6)), "Your bid has been outbid by another user."],
  );
  const [discovery] = listActionsOfType("nft_discovery");
  assert.deepEqual([discovery.details.nft_item_index, discovery.details.source], ["0", getAccount("collector")]);
});

test("a buyer's payment goes to the seller, the marketplace and the artist", async () => {
  const purchases = await listActions("nft_purchase");
  assert.equal(purchases.length, 3);
  for (const { details, trace_id } of purchases) {
    assert.deepEqual([details.is_purchase, details.old_owner === details.real_old_owner], [true, false]);
    assert.deepEqual([details.payout_address, details.marketplace_address !== null], [details.real_old_owner, true]);
    const [sale] = await fetchSalesAt(details.old_owner);
    const { full_price: price, last_bid: bid, marketplace_fee: fee, royalty_amount: royalty } = sale.details;
    assert.equal(details.price, price ?? bid);
    const fees = price ? BigInt(fee) + BigInt(royalty) : (BigInt(bid) * 7n) / 100n;
    // A sale for a fixed price also pays out its earlier balance.
    const surplusValue = BigInt(details.payout_amount) - (BigInt(details.price) - fees);
    assert.ok(
      price ? surplusValue >= 0n && surplusValue < toNano("0.2") : surplusValue === 0n,
      `${surplusValue} of ${details.price}`,
    );
    const otherTransfers = (await list("/actions", { trace_id: [trace_id], action_type: ["ton_transfer"] })).filter(
      (action) => action.details.source === details.old_owner,
    );
    assert.equal(otherTransfers.length, 2);
  }
  const [finishAction] = await listActions("nft_finish_auction");
  assert.equal(finishAction.details.owner, purchases[1].details.new_owner);
  assert.equal(finishAction.details.auction_address, purchases[1].details.old_owner);
});

test("the shortcuts of supported_action_types select NFT actions", async () => {
  const listTypes = async (...names) =>
    [...new Set((await list("/actions", { supported_action_types: names })).map(({ type }) => type))].sort();
  assert.deepEqual(await listTypes("nft"), ["auction_bid", "nft_mint", "nft_transfer"]);
  assert.deepEqual(
    await listTypes("nft.v3"),
    [...NFT_TYPES.filter((type) => type !== "nft_discovery"), "dns_purchase", "dns_release"].sort(),
  );
  const latestTypes = await listTypes("latest");
  for (const type of NFT_TYPES) assert.ok(latestTypes.includes(type), type);
});

test("metadata has the fields of the documents that contents name, and the devnet serves these documents", async () => {
  const body = await get(devnet, "/nft/items", { limit: 1000 });
  const getInfo = (address) => body.metadata[address];
  for (const item of items) {
    const { is_indexed, token_info: tokenInfos } = getInfo(item.address);
    assert.equal(is_indexed, true);
    const [info] = tokenInfos;
    assert.deepEqual([tokenInfos.length, info.type, info.nft_index], [1, "nft_items", item.index]);
    assert.deepEqual(body.address_book[item.address].interfaces, ["nft_item"]);
    if (!item.content.uri || !info.valid) continue;
    const fetchServed = (url) => fetch(url.replace(/^https:\/\//, `${devnet.url}/documents/`));
    const document = await (await fetchServed(item.content.uri)).json();
    assert.deepEqual([info.name, info.description, info.image], [document.name, document.description, document.image]);
    assert.deepEqual(info.extra, { attributes: document.attributes, uri: item.content.uri });
    const image = await fetchServed(info.image);
    assert.deepEqual([image.status, image.headers.get("content-type")], [200, "image/svg+xml"]);
  }
  const itemsWithoutContent = items.filter(({ content }) => content.uri?.endsWith("lost.json"));
  assert.deepEqual(
    itemsWithoutContent.map(({ address }) => getInfo(address)),
    [
      {
        is_indexed: true,
        token_info: [{ valid: false, type: "nft_items", nft_index: String(items.length - 2) }],
      },
    ],
  );
  const [collectionInfo] = getInfo(collection.address).token_info;
  assert.deepEqual(
    [collectionInfo.type, collectionInfo.name, "nft_index" in collectionInfo],
    ["nft_collections", "Edge Prints", false],
  );
  const singleInfo = getInfo(items.find((item) => item.collection_address === null).address);
  // As from the service, an empty object is left out.
  assert.deepEqual([singleInfo.token_info[0].name, singleInfo.token_info[0].extra], ["Edge Original", undefined]);
  assert.deepEqual(await get(devnet, "/metadata", { address: [items[3].address] }), {
    [items[3].address]: getInfo(items[3].address),
  });
  for (const path of ["nft.example/edge/64.json", "nft.example/edge/../0.json", "other.example/edge/0.json", ""])
    assert.equal((await fetch(`${devnet.url}/documents/${path}`)).status, 404, path);
});

test("a developer's own collection is listed, and an item that nobody minted has no owner and no content", async () => {
  const alice = devnet.cast.wallet("alice");
  const royalty = { factor: 1, base: 10, to: alice.address };
  const content = buildOnchainContent({ name: "Mine", image_data: "<svg/>" });
  const ownCollection = nft.buildCollection({
    owner: alice.address,
    content,
    itemsUri: "https://mine.invalid/",
    royalty,
  });
  const getItem = (index) => nft.buildItem({ index, collection: ownCollection.address });
  const mintMessage = nft.buildDeployItem({ index: 0, owner: alice.address, uri: "0", value: toNano("0.05") });
  await send("alice", [call(ownCollection.address, "0.1", undefined, ownCollection.init)]);
  await devnet.clock.settle();
  // The item's code refuses this message: the first one must come from the collection.
  await send("alice", [
    call(ownCollection.address, "0.2", mintMessage),
    call(getItem(5).address, "0.1", undefined, getItem(5).init),
  ]);
  await devnet.clock.settle();
  const body = await get(devnet, "/nft/items", { collection_address: [writeRawAddress(ownCollection.address)] });
  const [itemRow] = body.nft_items;
  assert.deepEqual(
    body.nft_items.map(({ address, init, owner_address, content: itemContent }) => [
      address,
      init,
      owner_address,
      itemContent !== null,
    ]),
    [
      [writeRawAddress(getItem(0).address), true, alice.account, true],
      [writeRawAddress(getItem(5).address), false, null, false],
    ],
  );
  const { result } = await v2("/getTokenData", { address: writeRawAddress(getItem(5).address) });
  assert.deepEqual([result.init, result.index, "owner_address" in result], [false, "5", false]);
  assert.deepEqual(itemRow.content, { uri: "https://mine.invalid/0" });
  assert.deepEqual(body.metadata[itemRow.address].token_info, [{ valid: false, type: "nft_items", nft_index: "0" }]);
  const [info] = body.metadata[itemRow.collection_address].token_info;
  assert.deepEqual([info.valid, info.name, info.extra.image_data], [true, "Mine", btoa("<svg/>")]);
  assert.equal(itemRow.collection.next_item_index, "1");
  const mints = await list("/actions", { action_type: ["nft_mint"], limit: 2 });
  assert.ok(mints.some(({ details }) => details.nft_item === itemRow.address));
});

test("a contract that claims to be an item, but that its collection does not know, is not listed", async () => {
  const artist = devnet.cast.wallet("artist");
  const realItem = nft.buildItem({ index: 0, collection: getAddress(collection.address) });
  const data = beginCell()
    .storeUint(0, 64)
    .storeAddress(getAddress(collection.address))
    .storeAddress(artist.address)
    .storeRef(beginCell().storeStringTail("0.json").endCell())
    .endCell();
  const init = { code: realItem.init.code, data };
  const forgedAddress = contractAddress(0, init);
  const items = await list("/nft/items");
  await send("alice", [call(forgedAddress, "0.5", undefined, init)]);
  await devnet.clock.settle();
  const moveMessage = nft.buildTransfer({ to: artist.address, queryId: 404 });
  await send("artist", [call(forgedAddress, "0.1", moveMessage)]);
  await devnet.clock.settle();
  const { status, last_tx_lt: lt } = devnet.db.get("SELECT * FROM accounts WHERE account = ?", [
    writeRawAddress(forgedAddress),
  ]);
  assert.ok(status === "active" && lt > 0);
  assert.deepEqual(await list("/nft/items"), items);
  assert.ok((await list("/nft/transfers")).every((row) => row.nft_address !== writeRawAddress(forgedAddress)));
  assert.ok(
    (await listActions(...NFT_TYPES)).every(({ details }) => details.nft_item !== writeRawAddress(forgedAddress)),
  );
  const { status: errorStatus, error } = await v2("/getTokenData", { address: writeRawAddress(forgedAddress) });
  assert.deepEqual([errorStatus, error], [409, "Verification with collection failed"]);
});

test("a sale that does not own its item does not put it on sale", async () => {
  const alice = devnet.cast.wallet("alice");
  const item = getItemByIndex(0);
  const saleContract = sale.buildFixedPriceSale({
    createdAt: 1,
    marketplace: alice.address,
    nft: getAddress(item.address),
    owner: alice.address,
    price: toNano(1),
    marketFeeTo: alice.address,
    marketFee: 0n,
    royaltyTo: alice.address,
    royalty: 0n,
  });
  await send("alice", [call(saleContract.address, "0.1", sale.buildTopUp(), saleContract.init)]);
  await devnet.clock.settle();
  assert.equal((await fetchSalesAt(writeRawAddress(saleContract.address))).length, 1);
  assert.deepEqual(await list("/nft/items", { address: [item.address] }), [item]);
  const ownedItems = await list("/nft/items", { owner_address: [alice.account], include_on_sale: true });
  assert.ok(ownedItems.every(({ address }) => address !== item.address));
});

test("an NFT transfer in flight is a pending action, and one action once it is executed", async () => {
  const [item] = await list("/nft/items", { owner_address: [getAccount("alice")] });
  const body = nft.buildTransfer({
    to: devnet.cast.wallet("bob").address,
    responseTo: devnet.cast.wallet("alice").address,
    forwardAmount: 1n,
    forwardPayload: buildComment("for bob"),
  });
  const hash = await send("alice", [call(getAddress(item.address), "0.1", body)]);
  const isSeen = ({ type, details }) => type === "nft_transfer" && details.comment === "for bob";
  const pendingActions = (await get(devnet, "/pendingActions", { ext_msg_hash: [hash] })).actions;
  assert.deepEqual(
    pendingActions.filter(isSeen).map(({ finality, success }) => [finality, success]),
    [["pending", true]],
  );
  await devnet.clock.settle();
  const [action] = (await list("/actions", { msg_hash: [hash], action_type: ["nft_transfer"] })).filter(isSeen);
  assert.deepEqual([action.details.new_owner, action.details.is_purchase], [getAccount("bob"), false]);
  assert.equal(action.transactions.length, 4);
  const [movedItem] = await list("/nft/items", { address: [item.address] });
  assert.equal(movedItem.owner_address, getAccount("bob"));
});

/** A dictionary of 256-bit keys whose forks have the same cell on both sides: 2^forks keys from `forks` cells. */
function buildBomb(forks) {
  let cell = beginCell()
    .storeUint(0b10, 2)
    .storeUint(256 - forks, 32 - Math.clz32(256 - forks))
    .storeBuffer(Buffer.alloc((256 - forks) / 8))
    .storeRef(beginCell().storeUint(0, 8).storeStringTail("x").endCell())
    .endCell();
  for (let i = 0; i < forks; i += 1) cell = beginCell().storeUint(0b00, 2).storeRef(cell).storeRef(cell).endCell();
  return beginCell().storeUint(0, 8).storeBit(true).storeRef(cell).endCell();
}

test("reading content whose dictionary forks share cells ends", () => {
  assert.equal(Object.keys(readContent(buildBomb(8)) ?? {}).length, 256);
  assert.equal(readContent(buildBomb(48)), null);
  assert.equal(readContent(buildBomb(248)), null);
});

test("content in a dictionary is read as @ton/core writes it", () => {
  const fields = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`field ${i}`, `value ${i}`]));
  const computeHash = (name) => createHash("sha256").update(name).digest("hex");
  assert.deepEqual(
    readContent(buildOnchainContent(fields)),
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [computeHash(name), value])),
  );
  assert.deepEqual(readContent(buildOnchainContent({ name: "one" })), { name: "one" });
  const chunks = Dictionary.empty(Dictionary.Keys.Uint(32), Dictionary.Values.Cell());
  ["in ", "three ", "parts"].forEach((text, i) => chunks.set(i, beginCell().storeStringTail(text).endCell()));
  const chunkDictionary = Dictionary.empty(Dictionary.Keys.Buffer(32), Dictionary.Values.Cell());
  const key = Buffer.from(computeHash("name"), "hex");
  chunkDictionary.set(key, beginCell().storeUint(1, 8).storeDict(chunks).endCell());
  const wholeCell = beginCell().storeUint(0, 8).storeDict(chunkDictionary).endCell();
  assert.deepEqual(readContent(wholeCell), { name: "in three parts" });
  assert.deepEqual(readContent(buildOffchainContent("https://a.example/b")), { uri: "https://a.example/b" });
  assert.deepEqual(
    [readContent(null), readContent(Cell.EMPTY), readContent(buildOnchainContent({}))],
    [null, null, {}],
  );
});
