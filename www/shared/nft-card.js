// Renders an NFT as a card of a gallery.

import { formatRoute } from "../app/route.js";
import { readImage, renderPicture } from "../account/picture.js";
import { formatFriendly } from "./account-link.js";
import { el } from "./dom.js";
import { shorten } from "./format.js";
import { findToken, readChainText } from "../ton-edge/lib/sentences/token.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "./messages.js";

/** @param {any} item a row of `nft/items` @param {import("../activity/describe-action.js").Page} page */
export function renderNftCard({ address, index, collection_address: collection, content, on_sale: onSale }, page) {
  const token = findToken(page.metadata, address);
  const name = visibleText(
    readChainText(token?.name) ??
      readChainText(token?.extra?.domain) ??
      readChainText(content?.name) ??
      readChainText(content?.domain) ??
      t("NFT without a name"),
  );
  const collectionName = readChainText(findToken(page.metadata, collection)?.name);
  const friendlyAddress = formatFriendly(String(address), page.book[String(address)]);
  const collectionForm = formatFriendly(String(collection), page.book[String(collection)]);
  const card = el(
    "div",
    { class: "nft", role: "listitem" },
    el(
      "a",
      { class: "face", href: formatRoute({ view: "nft", text: friendlyAddress }), title: friendlyAddress },
      renderPicture(readImage(token) ?? content?.image, String(address), 512),
      el("bdi", { class: "held-name", title: name }, name),
    ),
    el(
      "p",
      { class: "from" },
      collection
        ? el(
            "a",
            {
              href: formatRoute({ view: "collection", text: collectionForm }),
              title: collectionForm,
            },
            el("span", { class: "hidden" }, `${t("Collection")} `),
            collectionName
              ? el("bdi", {}, visibleText(collectionName))
              : el("span", { class: "mono" }, shorten(collectionForm)),
          )
        : el("span", {}, t("No collection")),
    ),
    el(
      "p",
      { class: "facts" },
      el("span", { title: String(index ?? "") }, `#${shorten(String(index ?? "?"), 4)}`),
      onSale === true && el("span", { class: "badge note" }, t("For sale")),
      token?.is_scam === true && el("span", { class: "badge bad" }, t("Marked as scam")),
    ),
  );
  card.dataset.address = String(address);
  return card;
}
