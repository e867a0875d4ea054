// TON DNS, TEP-81: https://github.com/ton-blockchain/TEPs/blob/master/text/0081-dns-standard.md. A contract that resolves names has the
// kind `dns`; for a domain of `.ton`, the index also stores its records and its auction.
import { beginCell } from "@ton/core";

import { writeRawAddress } from "../account-name.mjs";
import { TON } from "../contracts/dns.mjs";
import { hashCategory, readRecords } from "./dns-records.mjs";

/** Arguments of `dnsresolve` for the contract's own name and all categories. @type {import("@ton/core").TupleItem[]} */
export const SELF = [
  { type: "slice", cell: beginCell().storeUint(0, 8).endCell() },
  { type: "int", value: 0n },
];
const SELF_BITS = 8n;

/** The collection of `.ton`. As in the service, its account is a constant: that of mainnet for both networks. */
export const TON_ACCOUNT = writeRawAddress(TON.address);

/** @typedef {import("@ton/core").Slice} Slice */
const readAddress = (/** @type {Slice} */ slice) => writeRawAddress(slice.loadAddress());
const hash = (/** @type {Slice} */ slice) => slice.loadBuffer(32).toString("base64");
/** If the flag is set, a list follows, which is not read. @type {(read: (slice: Slice) => string) => (slice: Slice) => string} */
const readFlagged = (read) => (slice) => {
  const value = read(slice);
  const flags = slice.loadUint(8);
  if (flags > 1) throw new Error(`a record has the flags ${flags}`);
  if (flags === 0) slice.endParse();
  return value;
};
const readWhole = (read) => (/** @type {Slice} */ slice) => {
  const value = read(slice);
  slice.endParse();
  return value;
};

/** The records of the index: field, category, tag and reader. @type {[string, Buffer, number, (slice: Slice) => string][]} */
const RECORDS = [
  ["dns_next_resolver", hashCategory("dns_next_resolver"), 0xba93, readWhole(readAddress)],
  ["dns_wallet", hashCategory("wallet"), 0x9fd3, readFlagged(readAddress)],
  ["dns_site_adnl", hashCategory("site"), 0xad01, readFlagged(hash)],
  ["dns_storage_bag_id", hashCategory("storage"), 0x7473, readWhole(hash)],
];

/**
 * A record does not count if its form does not fit its category.
 * @param {import("@ton/core").Cell | undefined} cell @param {number} tag
 * @param {(slice: Slice) => string} read
 */
function getRecord(cell, tag, read) {
  if (!cell) return null;
  try {
    const slice = cell.beginParse();
    return slice.loadUint(16) === tag ? read(slice) : null;
  } catch {
    return null;
  }
}

/** @param {import("./contract.mjs").Answer} answer of `dnsresolve` */
function listRecords(answer) {
  if (answer.integer() !== SELF_BITS) throw new Error("the contract does not resolve its own name");
  const cell = answer.maybeCell();
  const records = cell
    ? readRecords(
        cell,
        RECORDS.map(([, key]) => key),
      )
    : [];
  const recordsByKey = new Map(records.map(([key, value]) => [key.toString("hex"), value]));
  return Object.fromEntries(
    RECORDS.map(([field, key, tag, read]) => [field, getRecord(recordsByKey.get(key.toString("hex")), tag, read)]),
  );
}

/** @param {import("./index.mjs").Contract} contract */
async function makeAuction(contract) {
  const answer = await contract.ask("get_auction_info");
  const bidder = answer.address();
  if (bidder === null) return { max_bid_address: null, max_bid_amount: null, auction_end_time: null };
  const [amount, endTime] = [answer.integer(), answer.integer()];
  return { max_bid_address: bidder, max_bid_amount: String(amount), auction_end_time: Number(endTime) };
}

/** The label of an item, without the name of its collection. @param {import("./contract.mjs").Answer} answer of `get_domain` */
export function getLabel(answer) {
  const slice = answer.cell().beginParse();
  if (slice.remainingBits % 8) throw new Error("a name has whole bytes");
  return slice.loadBuffer(slice.remainingBits / 8).toString();
}

/** The name of a domain of `.ton`. @param {import("./index.mjs").Contract} contract */
export const readDomainName = async (contract) => `${getLabel(await contract.ask("get_domain"))}.ton`;

/** The item, if its collection confirms it; otherwise undefined. @param {import("./index.mjs").Contract} contract */
async function makeItem(contract) {
  const answer = await contract.ask("get_nft_data");
  if (answer.length !== 5 || !answer.flag()) return undefined;
  const [index, collection, owner] = [answer.integer(), answer.address(), answer.address()];
  if (collection === null) return undefined;
  const confirmedAddress = await contract.askOther(collection, "get_nft_address_by_index", [
    { type: "int", value: index },
  ]);
  if (confirmedAddress.address() !== contract.account) return undefined;
  return { index: String(index), collection, nft_item_owner: owner };
}

/** All fields for a domain of `.ton`; only those of the item if another collection has it. */
async function makeDomain(contract) {
  const item = await makeItem(contract);
  if (item?.collection !== TON_ACCOUNT) return item;
  const domain = await readDomainName(contract);
  const fillUpTime = await contract.ask("get_last_fill_up_time");
  return {
    ...item,
    domain,
    ...listRecords(await contract.ask("dnsresolve", SELF)),
    ...(await makeAuction(contract)),
    last_fill_up_time: Number(fillUpTime.integer()),
  };
}

/** @type {Record<string, import("./index.mjs").Kind>} */
export const KINDS = {
  dns: {
    probe: "dnsresolve",
    stack: SELF,
    results: 2,
    async read(contract) {
      const item = await makeDomain(contract).catch(() => undefined);
      return { owner: item?.nft_item_owner, parent: item?.collection, details: item ?? {} };
    },
  },
};
