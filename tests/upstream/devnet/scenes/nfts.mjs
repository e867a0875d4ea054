// The scene of NFTs: a collection is minted and its items move, an item has no collection, and items are sold.
import { beginCell, internal, storeMessageRelaxed, toNano } from "@ton/core";

import { buildComment, buildOffchainContent, buildOnchainContent, makeState } from "../contracts/code.mjs";
import * as nft from "../contracts/nft.mjs";
import * as sale from "../contracts/sale.mjs";
import { COLLECTION_URI, ITEMS_URI, SINGLE_IMAGE } from "../documents/nfts.mjs";

/** @typedef {import("../director.mjs").Director} Director */

const BATCH = { small: 12, full: 40 };
const ROUNDS = { small: 4, full: 12 };
/** Items minted one by one, before the batch. */
const SINGLE_MINTS = 4;
/** 1 January 2100: the end of the auction that stays open. */
const AUCTION_END = 4_102_444_800;
const HOUR = 3600;

const call = (to, value, body, init) => internal({ to, value: toNano(value), bounce: true, body, init });

/**
 * A contract that sends the messages in the body that it receives. Here it transfers NFTs to sales, as a marketplace does.
 * @param {Director} d
 */
const getGallery = (d) =>
  makeState(d.cast.relays[0].init.code, beginCell().storeStringTail(`${d.chain.seed} gallery`).endCell());

/** The items of a world, and their owners. @param {Director} d */
function makeCatalogue(d) {
  const [artist, collector, bidder] = ["artist", "collector", "gallerist"].map((name) => d.cast.wallet(name));
  const royalty = { factor: 5, base: 100, to: artist.address };
  const collection = nft.buildCollection({
    owner: artist.address,
    content: buildOffchainContent(COLLECTION_URI),
    itemsUri: ITEMS_URI,
    royalty,
  });
  const singleItem = nft.buildSingleNft({
    owner: artist.address,
    editor: artist.address,
    content: buildOnchainContent({
      name: "Edge Original",
      description: "An NFT without a collection. Its content is on the chain.",
      image: SINGLE_IMAGE,
    }),
    royalty,
  });
  const findItem = (index) => nft.buildItem({ index, collection: collection.address }).address;
  return { artist, collector, bidder, collection, single: singleItem, item: findItem, gallery: getGallery(d) };
}

/** @param {Director} d @param {ReturnType<typeof makeCatalogue>} world @param {number} batch @returns the owner of each item */
async function playMint(d, { artist, collector, bidder, collection, single, gallery }, batch) {
  const holders = d.cast.people.filter((w) => w.workchain === 0 && w.name !== "erin");
  const owners = [artist, collector, bidder, artist];
  await d.round(
    d.send(artist, [
      call(collection.address, "1", undefined, collection.init),
      call(single.address, "0.2", undefined, single.init),
      call(gallery.address, "20", undefined, gallery.init),
    ]),
  );
  await d.settle();
  const value = toNano("0.06");
  const makeMint = (index) =>
    nft.buildDeployItem({ index, owner: owners[index].address, uri: `${index}.json`, value, queryId: index });
  await d.round(
    d.send(
      artist,
      [0, 1].map((index) => call(collection.address, "0.2", makeMint(index))),
    ),
  );
  await d.round(
    d.send(
      artist,
      [2, 3].map((index) => call(collection.address, "0.2", makeMint(index))),
    ),
  );
  await d.settle();
  for (let i = 0; i < batch; i += 1) owners.push(d.chance.pick([artist, collector, bidder, collector, ...holders]));
  const items = owners.slice(SINGLE_MINTS).map((owner, i) => ({
    index: SINGLE_MINTS + i,
    owner: owner.address,
    // The last one names a document that does not exist.
    uri: i === batch - 1 ? "lost.json" : `${SINGLE_MINTS + i}.json`,
  }));
  const body = nft.buildDeployItems({ items, value, queryId: 99 });
  await d.round(d.send(artist, [call(collection.address, String(1 + batch * 0.1), body)]));
  await d.settle();
  return owners;
}

/**
 * The owners transfer their items to one another.
 * @param {Director} d @param {ReturnType<typeof makeCatalogue>} world @param {number} roundCount
 */
async function transferItems(d, world, owners, roundCount) {
  const { artist, collector, bidder, collection, single, item: findItem } = world;
  const holders = d.cast.people.filter((w) => w.workchain === 0 && w.name !== "erin");
  for (let i = 0; i < roundCount; i += 1) {
    const transferMessages = [artist, collector, bidder].map((from) => {
      // The first items are for the sales.
      const ownIndices = owners.flatMap((owner, index) => (owner === from && index > 6 ? [index] : []));
      const movedIndices = ownIndices.filter(() => d.chance.below(2) === 0).slice(0, 3);
      const messages = movedIndices.map((index) => {
        const to = d.chance.pick([artist, collector, bidder, collector, ...holders].filter((w) => w !== from));
        owners[index] = to;
        const hasNotification = d.chance.below(2) === 1;
        const forwardPayload =
          hasNotification && d.chance.below(3) ? buildComment(`print ${index}, round ${i}`) : undefined;
        const forwardAmount = hasNotification ? toNano("0.01") : 0n;
        const { address } = from;
        const body = { to: to.address, responseTo: address, forwardAmount, forwardPayload, queryId: 100 * i + index };
        return call(findItem(index), "0.1", nft.buildTransfer({ ...body, isInline: index % 2 === 0 }));
      });
      return messages.length ? [d.send(from, messages)] : [];
    });
    await d.round(...transferMessages.flat());
    await d.settle();
  }
  const single2 = nft.buildTransfer({
    to: collector.address,
    responseTo: artist.address,
    forwardAmount: 1n,
    queryId: 5,
  });
  const [foreign] = owners.flatMap((owner, index) => (owner !== bidder ? [index] : []));
  const stolen = nft.buildTransfer({ to: bidder.address, responseTo: bidder.address, queryId: 666 });
  await d.round(
    d.send(artist, [call(single.address, "0.2", single2)]),
    // The sender is not the owner: the item refuses, and the money comes back.
    d.send(bidder, [call(findItem(foreign), "0.1", stolen)]),
    d.send(collector, [
      call(findItem(0), "0.05", nft.buildGetStaticData(7)),
      call(collection.address, "0.05", nft.buildGetRoyaltyParams(8)),
    ]),
  );
  await d.settle();
}

/** The owner transfers an item to the gallery with the messages that put it on sale. */
function listForSale(d, { item, gallery }, owner, index, selling) {
  const giveItem = nft.buildTransfer({ to: selling.address, responseTo: owner.address });
  const orders = [
    internal({ to: selling.address, value: toNano("0.1"), bounce: false, body: sale.buildTopUp(), init: selling.init }),
    call(item(index), "0.1", giveItem),
  ].map((order) => beginCell().store(storeMessageRelaxed(order)).endCell());
  const forwardPayload = orders.reduce((builder, order) => builder.storeRef(order), beginCell()).endCell();
  const body = nft.buildTransfer({
    to: gallery.address,
    responseTo: owner.address,
    forwardAmount: toNano("0.3"),
    forwardPayload,
    isInline: true,
    queryId: 7000 + index,
  });
  return d.send(owner, [call(item(index), "0.6", body)]);
}

/** @param {Director} d @param {ReturnType<typeof makeCatalogue>} world */
async function sellItems(d, world) {
  const { artist, bidder, item: findItem, gallery } = world;
  const makeTerms = (index, price) => ({
    createdAt: d.now,
    marketplace: gallery.address,
    nft: findItem(index),
    owner: artist.address,
    price: toNano(price),
    marketFeeTo: gallery.address,
    marketFee: toNano(price) / 50n,
    royaltyTo: artist.address,
    royalty: toNano(price) / 20n,
  });
  const [soldSale, openSale] = [
    [0, 20],
    [3, 35],
  ].map(([index, price]) => sale.buildFixedPriceSale(makeTerms(index, price)));
  await d.round(listForSale(d, world, artist, 0, soldSale));
  await d.round(listForSale(d, world, artist, 3, openSale));
  await d.settle();
  await d.round(d.send(bidder, [call(soldSale.address, "21")]));
  await d.settle();
  // The buyer offers the item for more, and then cancels the sale.
  const secondSale = sale.buildFixedPriceSale({ ...makeTerms(0, 50), owner: bidder.address });
  await d.round(listForSale(d, world, bidder, 0, secondSale));
  await d.settle();
  await d.round(d.send(bidder, [call(secondSale.address, "1", sale.buildCancel(3))]));
  await d.settle();
}

/** @param {Director} d @param {ReturnType<typeof makeCatalogue>} world */
async function runAuctions(d, world) {
  const { artist, collector, bidder, item: findItem, gallery } = world;
  const makeAuction = (owner, index, endTime, maxBid = 0n) =>
    sale.buildAuction({
      createdAt: d.now,
      endTime,
      marketplace: gallery.address,
      nft: findItem(index),
      owner: owner.address,
      minBid: toNano(5),
      maxBid,
      marketFee: { to: gallery.address, factor: 2, base: 100 },
      royalty: { to: artist.address, factor: 5, base: 100 },
    });
  const ended = makeAuction(collector, 1, d.now + HOUR);
  const open = makeAuction(bidder, 2, AUCTION_END);
  await d.round(listForSale(d, world, collector, 1, ended), listForSale(d, world, bidder, 2, open));
  await d.settle();
  const sendBid = (to, from, value) => d.send(from, [call(to.address, value, sale.buildBid())]);
  await d.round(sendBid(ended, bidder, "6.1"), sendBid(open, collector, "5.6"));
  // Less than the last bid, so it is refused.
  await d.round(sendBid(ended, artist, "3"));
  await d.round(sendBid(ended, artist, "8.1"));
  await d.settle();
  await d.round(sendBid(ended, bidder, "9.1"));
  await d.settle();
  d.now += HOUR;
  await d.round(d.send(artist, [call(ended.address, "0.2", sale.buildStop())]));
  await d.settle();
  // An auction without a bid is cancelled; the next one ends with the highest bid that it accepts.
  const cancelledAuction = makeAuction(bidder, 1, d.now + HOUR);
  await d.round(listForSale(d, world, bidder, 1, cancelledAuction));
  await d.settle();
  await d.round(d.send(bidder, [call(cancelledAuction.address, "0.2", sale.buildCancelAuction())]));
  await d.settle();
  const quickAuction = makeAuction(bidder, 1, d.now + HOUR, toNano(12));
  await d.round(listForSale(d, world, bidder, 1, quickAuction));
  await d.settle();
  await d.round(sendBid(quickAuction, collector, "12.1"));
  await d.settle();
}

/**
 * A collection and an item without one: minted, sent, refused, sold for a fixed price and by auction. One sale and one auction stay open.
 * @param {Director} d @param {"small" | "full"} size
 */
export async function createNfts(d, size) {
  const world = makeCatalogue(d);
  const { artist, collector, bidder } = world;
  await d.round(
    d.send(
      d.cast.faucet,
      [artist, collector, bidder].map((w) => internal({ to: w.address, value: toNano(500), bounce: false })),
    ),
  );
  await d.settle();
  const owners = await playMint(d, world, BATCH[size]);
  await transferItems(d, world, owners, ROUNDS[size]);
  await sellItems(d, world);
  await runAuctions(d, world);
}
