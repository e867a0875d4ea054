// The jettons and NFTs of an account. Anyone can put any name on the chain, so names are shown as untrusted text.

import { formatFriendly, renderParty } from "../activity/activity-row.js";
import { formatRoute } from "../app/route.js";
import { loadClient } from "../shared/client.js";
import { byId, el } from "../shared/dom.js";
import { formatUnits, shorten } from "../shared/format.js";
import { createPagedList } from "../shared/paged-list.js";
import { readDecimals, findJettonMaster, findToken, readChainText } from "../ton-edge/lib/sentences/token.js";
import { readSymbol } from "../ton-edge/lib/sentences/token-symbol.js";
import { createVirtualList } from "../shared/virtual-list.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { readImage, renderPicture } from "./picture.js";

const PAGE_SIZE = 50;
/** Assumed height of a row and of a card in pixels, until the first one is measured. */
const ROW_HEIGHT = 57;
const CARD_HEIGHT = 250;

/** @param {(jetton: string) => string} historyOf returns the link to the history of a jetton */
export const createJettonList = (historyOf) =>
  createHoldings("jettons", {
    none: "This account has no jettons.",
    one: "jetton",
    height: ROW_HEIGHT,
    paginate: ({ v3 }, owner, options) =>
      v3.jetton.wallets.paginate({ owner_address: owner, exclude_zero_balance: true }, options),
    row: (row, page) => renderJettonRow(row, page, historyOf),
  });

export const createNftList = () =>
  createHoldings("nfts", {
    none: "This account has no NFTs.",
    one: "NFT",
    height: CARD_HEIGHT,
    // Reads the number of columns of the grid from its style.
    columns: (container) => getComputedStyle(container).gridTemplateColumns.split(" ").length,
    paginate: ({ v3 }, owner, options) =>
      v3.nft.items.paginate({ owner_address: owner, include_on_sale: true }, options),
    row: renderNftCard,
  });

/** @param {string} name @param {any} options */
function createHoldings(name, { none: emptyText, one: itemName, height, columns, paginate, row }) {
  const container = byId(`${name}-rows`);
  const list = createVirtualList({
    place: container,
    heights: { "": height },
    columns: columns && (() => columns(container)),
    makeSpacer: () => el("div", { class: "spacer", role: "presentation" }),
    render(/** @type {any} */ { item, page }, index) {
      const element = row(item, page);
      element.setAttribute("aria-posinset", String(index + 1));
      return element;
    },
  });
  const paged = createPagedList({
    box: byId(`${name}-list`),
    name,
    none: emptyText,
    one: itemName,
    append({ rows, address_book: book, metadata }) {
      const page = { book: book ?? {}, metadata: metadata ?? {} };
      list.push(rows.map((item) => ({ item, page })));
    },
    clear: list.clear,
    start: async (owner, { signal, cursor }) =>
      paginate(await loadClient(), owner, { pageSize: PAGE_SIZE, prefetch: 0, signal, cursor }),
  });
  return { ...paged, update: list.update };
}

function renderJettonRow({ address, jetton, balance }, page, historyOf) {
  const token = findJettonMaster(page.metadata, jetton);
  const decimals = readDecimals(token);
  const symbol = readSymbol(token, String(jetton));
  const amount = formatUnits(balance, decimals ?? 0) ?? "unknown";
  const name = visibleText(readChainText(token?.name) ?? readChainText(token?.symbol) ?? "Jetton without a name");
  const element = el(
    "div",
    { class: "holding", role: "listitem" },
    renderPicture(readImage(token), String(jetton)),
    el(
      "div",
      { class: "names" },
      el("bdi", { class: "held-name", title: name }, name),
      token?.is_scam === true && el("span", { class: "badge bad" }, "Marked as scam"),
    ),
    el(
      "div",
      { class: "sum" },
      el("strong", { class: "held-amount", title: amount }, amount),
      decimals === undefined
        ? el(
            "span",
            { class: "note", title: "In smallest units: decimals unknown" },
            "units",
            el("span", { class: "hidden" }, ", decimals unknown"),
          )
        : el("bdi", { class: "symbol" }, symbol ?? "jetton"),
    ),
    el(
      "div",
      { class: "links" },
      el("a", { href: historyOf(String(jetton)) }, "History", el("span", { class: "hidden" }, ` of ${name}`)),
      el("span", { class: "pair" }, el("span", { class: "word" }, "Jetton"), renderParty(String(jetton), page)),
      el("span", { class: "pair" }, el("span", { class: "word" }, "Wallet"), renderParty(String(address), page)),
    ),
  );
  element.dataset.address = String(address);
  return element;
}

function renderNftCard({ address, index, collection_address: collection, content, on_sale: onSale }, page) {
  const token = findToken(page.metadata, address);
  const name = visibleText(
    readChainText(token?.name) ??
      readChainText(token?.extra?.domain) ??
      readChainText(content?.name) ??
      readChainText(content?.domain) ??
      "NFT without a name",
  );
  const collectionName = readChainText(findToken(page.metadata, collection)?.name);
  const friendly = formatFriendly(String(address), page);
  const collectionForm = formatFriendly(String(collection), page);
  const card = el(
    "div",
    { class: "nft", role: "listitem" },
    el(
      "a",
      { class: "face", href: formatRoute({ view: "account", text: friendly }), title: friendly },
      renderPicture(readImage(token) ?? content?.image, String(address)),
      el("bdi", { class: "held-name", title: name }, name),
    ),
    el(
      "p",
      { class: "from" },
      collection
        ? el(
            "a",
            {
              href: formatRoute({ view: "account", text: collectionForm }),
              title: collectionForm,
            },
            el("span", { class: "hidden" }, "Collection "),
            collectionName
              ? el("bdi", {}, visibleText(collectionName))
              : el("span", { class: "mono" }, shorten(collectionForm)),
          )
        : el("span", {}, "No collection"),
    ),
    el(
      "p",
      { class: "facts" },
      el("span", { title: String(index ?? "") }, `#${shorten(String(index ?? "?"), 4)}`),
      onSale === true && el("span", { class: "badge note" }, "For sale"),
      token?.is_scam === true && el("span", { class: "badge bad" }, "Marked as scam"),
    ),
  );
  card.dataset.address = String(address);
  return card;
}
