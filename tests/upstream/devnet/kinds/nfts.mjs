// NFTs, TEP-62, and their sales: https://github.com/ton-blockchain/TEPs/blob/master/text/0062-nft-standard.md
import { readContent } from "./content.mjs";
import { TON_ACCOUNT, readDomainName } from "./dns.mjs";

/** @typedef {import("./contract.mjs").Answer} Answer */
/** @typedef {(account: string, method: string, stack: import("@ton/core").TupleItem[]) => Promise<Answer>} AskOther runs a get-method of an account */

/** The results of `get_collection_data`. @param {Answer} answer */
export const makeCollection = (answer) => ({
  nextIndex: answer.integer(),
  content: answer.maybeCell(),
  owner: answer.address(),
});

/** The results of `get_nft_data`. Before its collection gives an item to an owner, the item has no content. @param {Answer} answer */
export const makeItem = (answer) => ({
  init: answer.flag(),
  index: answer.integer(),
  collection: answer.address(),
  owner: answer.address(),
  content: answer.maybeCell(),
});

/** @param {bigint} value @returns {import("@ton/core").TupleItem} */
const toItem = (value) => ({ type: "int", value });

/**
 * The whole content of an item; the item itself may have only the end of a URI.
 * @param {{ init: boolean, index: bigint, collection: string | null, content: import("@ton/core").Cell | null }} item
 * @param {AskOther} askOther
 */
export async function readItemContent({ init, index, collection, content }, askOther) {
  if (!init || !content || !collection) return content;
  const wholeContent = await askOther(collection, "get_nft_content", [toItem(index), { type: "cell", cell: content }]);
  return wholeContent.maybeCell();
}

/**
 * As in the service, a domain of `.ton` has its name in the place of its content.
 * @param {import("./index.mjs").Contract} contract @param {ReturnType<typeof makeItem>} item
 */
async function readShownContent(contract, item) {
  if (item.init && item.collection === TON_ACCOUNT) return { domain: await readDomainName(contract) };
  return readContent(await readItemContent(item, contract.askOther));
}

/**
 * Anyone can deploy a contract that names a famous collection, but only the collection knows its items.
 * @param {string} account @param {{ index: bigint, collection: string | null }} item @param {AskOther} askOther
 */
export const isItemOf = async (account, { index, collection }, askOther) =>
  (await askOther(/** @type {string} */ (collection), "get_nft_address_by_index", [toItem(index)])).address() ===
  account;

/** The event of an item that received the order to change its owner. @type {import("./index.mjs").FindEvent} */
function makeEvent({ details: { collection_address } }, name, values, source) {
  if (name !== "nft_transfer" || source === null) return undefined;
  const { new_owner, ...details } = values;
  return { kind: name, parent: collection_address, source, destination: new_owner, details };
}

const FIXED_PRICE = 0x46495850n; // "FIXP"
const AUCTION = 0x415543n; // "AUC"

/** @param {Answer} answer of `get_sale_data` of a sale for a fixed price */
function makeSale(answer) {
  const magic = answer.integer();
  if (magic !== FIXED_PRICE) return undefined;
  const is_complete = answer.flag();
  const created_at = Number(answer.integer());
  const marketplace_address = answer.address();
  const nft_address = answer.address();
  const nft_owner_address = answer.address();
  return {
    nft_address,
    nft_owner_address,
    marketplace_address,
    created_at,
    details: {
      is_complete,
      full_price: String(answer.integer()),
      marketplace_fee_address: answer.address(),
      marketplace_fee: String(answer.integer()),
      royalty_address: answer.address(),
      royalty_amount: String(answer.integer()),
    },
  };
}

/** @param {Answer} answer of `get_sale_data` of an auction */
function makeAuction(answer) {
  if (answer.integer() !== AUCTION) return undefined;
  const end_flag = answer.flag();
  const end_time = Number(answer.integer());
  const marketplace_address = answer.address();
  const nft_address = answer.address();
  const nft_owner_address = answer.address();
  const details = {
    end_flag,
    end_time,
    last_bid: String(answer.integer()),
    last_member: answer.address(),
    min_step: Number(answer.integer()),
    mp_fee_address: answer.address(),
    mp_fee_factor: Number(answer.integer()),
    mp_fee_base: Number(answer.integer()),
    royalty_fee_address: answer.address(),
    royalty_fee_factor: Number(answer.integer()),
    royalty_fee_base: Number(answer.integer()),
    max_bid: String(answer.integer()),
    min_bid: String(answer.integer()),
  };
  const created_at = Number(answer.integer());
  const last_bid_at = Number(answer.integer());
  const is_canceled = answer.flag();
  return {
    nft_address,
    nft_owner_address,
    marketplace_address,
    created_at,
    details: { ...details, last_bid_at, is_canceled },
  };
}

/** @param {number} results @param {(answer: Answer) => any} readSale @returns {import("./index.mjs").Kind} */
const makeSaleKind = (results, readSale) => ({
  probe: "get_sale_data",
  results,
  async read(contract) {
    const sale = readSale(await contract.ask("get_sale_data"));
    return sale && { owner: sale.nft_owner_address, parent: sale.nft_address, details: sale };
  },
});

/** The names of the kinds of sales. */
export const SALE = "nft_sale_getgems_v3";
export const NFT_AUCTION = "nft_auction_getgems_v3";

/** @type {Record<string, import("./index.mjs").Kind>} */
export const KINDS = {
  nft_collection: {
    probe: "get_collection_data",
    results: 3,
    async read(contract) {
      const { nextIndex, content, owner } = makeCollection(await contract.ask("get_collection_data"));
      return {
        owner,
        details: {
          owner_address: owner,
          next_item_index: String(nextIndex),
          collection_content: readContent(content),
        },
      };
    },
  },
  nft_item: {
    probe: "get_nft_data",
    results: 5,
    findEvent: makeEvent,
    async read(contract) {
      const item = makeItem(await contract.ask("get_nft_data"));
      const { init, index, collection, owner } = item;
      if (index < 0n) return undefined;
      if (collection && !(await isItemOf(contract.account, item, contract.askOther))) return undefined;
      const content = await readShownContent(contract, item).catch(() => null);
      return {
        owner,
        parent: collection,
        amount: index,
        details: {
          init,
          index: String(index),
          collection_address: collection,
          owner_address: owner,
          content,
        },
      };
    },
  },
  [SALE]: makeSaleKind(11, makeSale),
  [NFT_AUCTION]: makeSaleKind(20, makeAuction),
};
