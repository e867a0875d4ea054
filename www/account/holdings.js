// The jettons and NFTs of an account. Anyone can write their names on the chain: they are shown as text, without pictures, untrusted.

import { renderAccountLink } from "../shared/account-link.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fact, fill } from "../shared/dom.js";
import { formatUnits, shorten } from "../shared/format.js";
import { createPagedList } from "../shared/paged-list.js";
import { decimalsOf, tokenOf, written } from "../shared/token.js";

const PAGE_SIZE = 20;

export const createJettonList = () =>
  holdings("jettons", {
    none: "This account has no jettons.",
    one: "jetton",
    paginate: ({ v3 }, owner, options) =>
      v3.jetton.wallets.paginate({ owner_address: owner, exclude_zero_balance: true }, options),
    row: jettonRow,
  });

export const createNftList = () =>
  holdings("nfts", {
    none: "This account has no NFTs.",
    one: "NFT",
    paginate: ({ v3 }, owner, options) =>
      v3.nft.items.paginate({ owner_address: owner, include_on_sale: true }, options),
    row: nftRow,
  });

function holdings(name, { none, one, paginate, row }) {
  const list = byId(`${name}-rows`);
  return createPagedList({
    box: byId(`${name}-list`),
    name,
    none,
    one,
    append: ({ rows, address_book: book, metadata }) =>
      list.append(...rows.map((each) => row(each, book ?? {}, metadata ?? {}))),
    clear: () => fill(list),
    start: async (owner, { signal, cursor }) =>
      paginate(await loadClient(), owner, { pageSize: PAGE_SIZE, prefetch: 0, signal, cursor }),
  });
}

function jettonRow({ address, jetton, balance }, book, metadata) {
  const token = tokenOf(metadata, jetton);
  const decimals = decimalsOf(token);
  const symbol = written(token?.symbol);
  const shown = decimals === undefined ? undefined : formatUnits(balance, decimals);
  return held(
    address,
    written(token?.name) ?? symbol ?? "Jetton without a name",
    token,
    fact(
      "Amount",
      el("strong", { class: "held-amount" }, shown ?? formatUnits(balance, 0) ?? "unknown"),
      shown ? symbol : "in smallest units: decimals unknown",
    ),
    fact("Jetton", renderAccountLink(String(jetton), book)),
    fact("Jetton wallet", renderAccountLink(String(address), book)),
  );
}

function nftRow({ address, index, collection_address: collection, content, on_sale: onSale }, book, metadata) {
  const token = tokenOf(metadata, address);
  const name = written(token?.name) ?? written(content?.name) ?? written(content?.domain) ?? "NFT without a name";
  const from = written(tokenOf(metadata, collection)?.name);
  return held(
    address,
    name,
    token,
    fact("Item", renderAccountLink(String(address), book)),
    collection && fact("Collection", from, renderAccountLink(String(collection), book)),
    fact("Index", el("span", { class: "mono", title: String(index ?? "") }, shorten(String(index ?? "unknown"), 8))),
    onSale === true && fact("Sale", "for sale"),
  );
}

function held(address, name, token, ...facts) {
  const item = el(
    "li",
    { class: "tx held" },
    el(
      "div",
      { class: "tx-head" },
      el("bdi", { class: "held-name" }, name),
      token?.is_scam === true && el("span", { class: "badge bad" }, "Marked as scam"),
    ),
    el("dl", { class: "tx-facts" }, facts),
  );
  item.dataset.address = String(address);
  return item;
}
