// An NFT of the devnet's world.

import { Address } from "@ton/core";

import { get } from "../devnet/devnet-request.mjs";

/** An NFT of a collection that one of the wallets has. @param {any} world */
export async function findSomeItem({ devnet }) {
  const { cast } = devnet;
  const peopleAndRoles = [...cast.people, ...cast.roles];
  const { nft_items: items } = await get(devnet, "/nft/items", { limit: 1000 });
  for (const item of items.filter(({ collection_address: collection, on_sale: sale }) => collection && !sale)) {
    const artist = peopleAndRoles.find(({ account }) => account === item.owner_address);
    if (artist) return { artist, item, address: Address.parseRaw(item.address.toLowerCase()) };
  }
  throw new Error("the world has no such NFT");
}
