// Reads an NFT with its metadata, which its collection completes if it has one.

import { decodeContent } from "../../message.js";
import { read } from "./get.js";

/** @param {any} client @param {any} address @param {any} [options] */
export async function nft(client, address, options) {
  const { individualContent, ...data } = await read(client, address, "get_nft_data", [], options);
  let content = null;
  if (individualContent)
    content =
      data.collectionAddress === null
        ? decodeContent(individualContent)
        : await read(client, data.collectionAddress, "get_nft_content", [data.index, individualContent], options);
  return { ...data, content };
}
