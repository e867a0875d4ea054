// The view of an NFT: its owner, its collection, its content and its transfers.

import { createLazyTransfers } from "./lazy-list.js";
import { formatRoute } from "../app/route.js";
import { formatFriendly } from "../shared/account-link.js";
import { el } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { findToken } from "../ton-edge/lib/sentences/token.js";
import { renderHash, renderOwner } from "./token-facts.js";
import { chooseFields, readDescription, readName } from "./token-name.js";
import { describeNftTransfer } from "./describe-transfer.js";
import { t } from "../shared/messages.js";

/** @returns {import("./token-page.js").Kind} */
export const makeNftKind = () => ({
  view: "nft",
  texts: {
    title: t("NFT"),
    label: t("Address of the NFT"),
    show: t("Show NFT"),
    other: t("Other NFT"),
    details: t("NFT details"),
    absent: t("The index knows no NFT at this address."),
    absentReason: t("It may be new, another kind of contract, or an NFT of another network."),
  },
  lead: t("Owner, collection and transfers of any NFT of this network."),
  factNames: [t("Owner"), t("Collection"), t("Index"), t("Code hash")],
  async read(v3, address, options) {
    const response = await v3.nft.items({ address }, options);
    const [row] = response.nft_items ?? [];
    return row && { row, page: { book: response.address_book ?? {}, metadata: response.metadata ?? {} } };
  },
  describe(row, page) {
    const token = findToken(page.metadata, row.address, "nft_items");
    const fields = chooseFields(token, row.content);
    // The NFT of a domain has the domain as its name.
    const name = fields.name ?? token?.extra?.domain ?? row.content?.domain;
    return {
      name: readName({ name }, t("NFT without a name")),
      isScam: token?.is_scam === true,
      image: fields.image,
      description: readDescription(fields),
      content: row.content,
      token,
      facts: [
        renderHolder(row, page),
        renderCollection(row, page),
        [
          el(
            "span",
            { class: "token-index", title: String(row.index) },
            shorten(String(row.index ?? t("not known")), 12),
          ),
        ],
        renderHash(row.code_hash, t("code hash")),
      ],
    };
  },
  tabs: [
    {
      name: "transfers",
      label: t("Transfers"),
      create: () =>
        createLazyTransfers("nft-transfers", {
          label: t("Transfers of the NFT"),
          paginate: ({ v3 }, address, options) => v3.nft.transfers.paginate({ item_address: address }, options),
          describe: describeNftTransfer,
        }),
    },
  ],
});

/** While the NFT is for sale, the contract of the sale owns it. */
function renderHolder({ init: isInitialized, owner_address: owner, real_owner: seller, on_sale: isOnSale }, page) {
  if (isInitialized === false) return [t("not initialized")];
  return [
    ...renderOwner(seller ?? owner, page, t("no owner")),
    isOnSale === true && el("span", { class: "badge note" }, t("For sale")),
  ];
}

function renderCollection({ collection_address: collection }, page) {
  if (typeof collection !== "string" || collection === "")
    return [t(collection === null ? "no collection" : "not known")];
  const friendlyAddress = formatFriendly(collection, page.book[collection]);
  const fields = findToken(page.metadata, collection, "nft_collections") ?? {};
  return [
    el(
      "a",
      { href: formatRoute({ view: "collection", text: friendlyAddress }), title: friendlyAddress },
      el("bdi", {}, readName(fields, shorten(friendlyAddress))),
    ),
  ];
}
