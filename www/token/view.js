// The views of tokens: jettons, NFT collections, NFTs.

import { makeCollectionKind } from "./collection.js";
import { makeJettonKind } from "./jetton.js";
import { makeNftKind } from "./nft.js";
import { createTokenPage } from "./token-page.js";

/** @type {Record<string, () => import("./token-page.js").Kind>} */
const KINDS = { jetton: makeJettonKind, collection: makeCollectionKind, nft: makeNftKind };

/** @param {import("../app/route.js").ViewUrl} url @param {string} name of the view */
export const createView = (url, name) => createTokenPage(url, KINDS[name]());
