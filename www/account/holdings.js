// The jettons and NFTs of an account. Anyone can put any name on the chain, so names are shown as untrusted text.

import { formatFriendly, renderParty } from "../activity/activity-row.js";
import { formatRoute } from "../app/route.js";
import { el } from "../shared/dom.js";
import { formatUnits } from "../shared/format.js";
import { renderNftCard } from "../shared/nft-card.js";
import { createRowList } from "../shared/row-list.js";
import { readDecimals, findJettonMaster, readChainText } from "../ton-edge/lib/sentences/token.js";
import { readSymbol } from "../ton-edge/lib/sentences/token-symbol.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { readImage, renderPicture } from "./picture.js";
import { t } from "../shared/messages.js";

/** Assumed height of a row and of a card in pixels, until the first one is measured. */
const ROW_HEIGHT = 57;
const CARD_HEIGHT = 250;

/** @param {(jetton: string) => string} linkHistory returns the link to the history of a jetton */
export const createJettonList = (linkHistory) =>
  createRowList("jettons", {
    none: t("This account has no jettons."),
    one: "jetton",
    height: ROW_HEIGHT,
    paginate: ({ v3 }, owner, options) =>
      v3.jetton.wallets.paginate({ owner_address: owner, exclude_zero_balance: true }, options),
    row: (row, page) => renderJettonRow(row, page, linkHistory),
  });

export const createNftList = () =>
  createRowList("nfts", {
    none: t("This account has no NFTs."),
    one: "NFT",
    height: CARD_HEIGHT,
    // Reads the number of columns of the grid from its style.
    columns: (container) => getComputedStyle(container).gridTemplateColumns.split(" ").length,
    paginate: ({ v3 }, owner, options) =>
      v3.nft.items.paginate({ owner_address: owner, include_on_sale: true }, options),
    row: renderNftCard,
  });

function renderJettonRow({ address, jetton, balance }, page, linkHistory) {
  const token = findJettonMaster(page.metadata, jetton);
  const decimals = readDecimals(token);
  const symbol = readSymbol(token, String(jetton));
  const amount = formatUnits(balance, decimals ?? 0) ?? t("unknown");
  const name = visibleText(readChainText(token?.name) ?? readChainText(token?.symbol) ?? t("Jetton without a name"));
  const element = el(
    "div",
    { class: "holding", role: "listitem" },
    renderPicture(readImage(token), String(jetton)),
    el(
      "div",
      { class: "names" },
      el(
        "a",
        {
          class: "held-name",
          href: formatRoute({ view: "jetton", text: formatFriendly(String(jetton), page) }),
          title: name,
        },
        el("bdi", {}, name),
      ),
      token?.is_scam === true && el("span", { class: "badge bad" }, t("Marked as scam")),
    ),
    el(
      "div",
      { class: "sum" },
      el("strong", { class: "held-amount", title: amount }, amount),
      decimals === undefined
        ? el(
            "span",
            { class: "note", title: t("In smallest units: decimals unknown") },
            t("units"),
            el("span", { class: "hidden" }, t(", decimals unknown")),
          )
        : el("bdi", { class: "symbol" }, symbol ?? t("jetton")),
    ),
    el(
      "div",
      { class: "links" },
      el(
        "a",
        { href: linkHistory(String(jetton)) },
        t("History"),
        el("span", { class: "hidden" }, t(" of {name}", { name })),
      ),
      el("span", { class: "pair" }, el("span", { class: "word" }, t("Jetton")), renderParty(String(jetton), page)),
      el("span", { class: "pair" }, el("span", { class: "word" }, t("Wallet")), renderParty(String(address), page)),
    ),
  );
  element.dataset.address = String(address);
  return element;
}
