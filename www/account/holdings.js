// The jettons and NFTs of an account. Their names are whatever somebody wrote on the chain: text, never a picture, never trusted.

import { loadClient } from "../page/client.js";
import { byId, el, fact, fill } from "../page/dom.js";
import { amount, shorten } from "../page/format.js";
import { pagedList } from "../page/pages.js";
import { partyLink } from "../page/transaction.js";

const PAGE_SIZE = 20;
const LONGEST = 80;
/** TEP-64: where a jetton does not tell, it has nine. */
const DECIMALS = 9;

export const jettons = () => holdings("jettons", {
  none: "The service knows no jettons of this account.",
  one: "jetton",
  ask: ({ v3 }, owner, options) => v3.jetton.wallets.paginate({ owner_address: owner, exclude_zero_balance: true }, options),
  row: jettonRow,
});

export const nfts = () => holdings("nfts", {
  none: "The service knows no NFTs of this account.",
  one: "NFT",
  ask: ({ v3 }, owner, options) => v3.nft.items.paginate({ owner_address: owner, include_on_sale: true }, options),
  row: nftRow,
});

function holdings(name, { none, one, ask, row }) {
  const list = byId(`${name}-rows`);
  return pagedList({
    box: byId(`${name}-list`),
    name,
    none,
    one,
    append: ({ rows, address_book: book, metadata }) => list.append(...rows.map((each) => row(each, book ?? {}, metadata ?? {}))),
    clear: () => fill(list),
    start: async (owner, { signal, cursor }) => ask(await loadClient(), owner, { pageSize: PAGE_SIZE, prefetch: 0, signal, cursor }),
  });
}

function jettonRow({ address, jetton, balance }, book, metadata) {
  const token = tokenOf(metadata, jetton);
  const decimals = decimalsOf(token);
  const symbol = written(token?.symbol);
  const shown = decimals === undefined ? undefined : amount(balance, decimals);
  return held(address, written(token?.name) ?? symbol ?? "Jetton without a name", token,
    fact("Amount", el("strong", { class: "held-amount" }, shown ?? amount(balance, 0) ?? "unknown"), shown ? symbol : "smallest units: its decimals are not known"),
    fact("Jetton", partyLink(String(jetton), book)),
    fact("Its wallet here", partyLink(String(address), book)));
}

function nftRow({ address, index, collection_address: collection, content, on_sale: onSale }, book, metadata) {
  const token = tokenOf(metadata, address);
  const name = written(token?.name) ?? written(content?.name) ?? written(content?.domain) ?? "NFT without a name";
  const from = written(tokenOf(metadata, collection)?.name);
  return held(address, name, token,
    fact("Item", partyLink(String(address), book)),
    collection && fact("Collection", from, partyLink(String(collection), book)),
    fact("Index", el("span", { class: "mono", title: String(index ?? "") }, shorten(String(index ?? "unknown"), 8))),
    onSale === true && fact("Offered", "for sale"));
}

function held(address, name, token, ...facts) {
  const item = el("li", { class: "tx held" },
    el("div", { class: "tx-head" }, el("bdi", { class: "held-name" }, name), token?.is_scam === true && el("span", { class: "badge bad" }, "Marked as scam")),
    el("dl", { class: "tx-facts" }, facts));
  item.dataset.address = String(address);
  return item;
}

/** What the service knows of a token; undefined where it has not looked at it yet, or found it faulty. */
const tokenOf = (metadata, address) => (metadata[address]?.token_info ?? []).find((each) => each?.valid !== false);

/** Text that somebody wrote, cut; undefined of what is none. */
function written(text) {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Undefined where nothing is known of the jetton, or its word is nonsense. */
function decimalsOf(token) {
  if (!token) return undefined;
  const told = token.extra?.decimals ?? DECIMALS;
  return /^\d{1,3}$/.test(String(told)) && Number(told) <= 255 ? Number(told) : undefined;
}
