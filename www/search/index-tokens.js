// Reads tokens from the index, page by page, so that their names can be searched. The API lists them in the order in which it has found them,
// the oldest first, and cannot search by name.

import { loadClient } from "../shared/client.js";
import { readNetwork } from "../shared/network.js";
import { listTokens } from "../shared/seen-tokens.js";

/** Rows of a page, of jettons and of collections: a page of either is about a quarter of a megabyte. */
const PAGE_SIZE = 200;
/** Tokens of a network that are kept in memory. */
const MAX_TOKENS = 4000;

/**
 * What has been read of a network. `isEnded`: whether no more is read; `isComplete`: whether everything has been read.
 * @typedef {{ tokens: import("./find-tokens.js").NamedToken[], jettons: number, collections: number, isEnded: boolean,
 *   isComplete: boolean, sources: { count: "jettons" | "collections", pages: AsyncIterableIterator<any>, isEnded: boolean }[] }} Reading
 */

/** @type {Map<string, Reading>} */
const readings = new Map();

/** Returns what has been read of the current network. @returns {Reading | undefined} */
export const getReading = () => readings.get(readNetwork());

/** Reads the next page of jettons and of collections. The text of the search is not sent. */
export async function readNextTokens() {
  const { v3 } = await loadClient();
  const network = readNetwork();
  /** @type {Reading} */
  const reading = readings.get(network) ?? {
    tokens: [],
    jettons: 0,
    collections: 0,
    isEnded: false,
    isComplete: false,
    sources: [],
  };
  const options = { pageSize: PAGE_SIZE, prefetch: 0 };
  if (reading.sources.length === 0)
    reading.sources = [
      { count: "jettons", pages: v3.jetton.masters.paginate({}, options).pages(), isEnded: false },
      { count: "collections", pages: v3.nft.collections.paginate({}, options).pages(), isEnded: false },
    ];
  for (const source of reading.sources) {
    if (source.isEnded) continue;
    try {
      const { value: page, done } = await source.pages.next();
      source.isEnded = Boolean(done || page?.last);
      if (!page) continue;
      reading[source.count] += page.rows.length;
      reading.tokens.push(...listTokens(page.metadata).map((token) => ({ ...token, network, origin: "index" })));
    } catch (error) {
      // An iterator that threw cannot continue, so the next press begins with the first page.
      readings.delete(network);
      throw error;
    }
  }
  reading.isComplete = reading.sources.every(({ isEnded }) => isEnded);
  reading.isEnded = reading.isComplete || reading.tokens.length >= MAX_TOKENS;
  readings.set(network, reading);
}
