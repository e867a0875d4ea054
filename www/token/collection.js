// The view of an NFT collection: the data of its contract, its items and their transfers.

import { createLazyTransfers } from "./lazy-list.js";
import { findToken } from "../ton-edge/lib/sentences/token.js";
import { formatUnits } from "../shared/format.js";
import { renderNftCard } from "../shared/nft-card.js";
import { createRowList } from "../shared/row-list.js";
import { renderHash, renderOwner } from "./token-facts.js";
import { chooseFields, readDescription, readName } from "./token-name.js";
import { describeNftTransfer } from "./describe-transfer.js";
import { t } from "../shared/messages.js";

/** Assumed height of a card in pixels, until the first one is measured. */
const CARD_HEIGHT = 250;

/** @returns {import("./token-page.js").Kind} */
export function makeCollectionKind() {
  return {
    view: "collection",
    texts: {
      title: t("Collection"),
      label: t("Address of the collection"),
      show: t("Show collection"),
      other: t("Other collection"),
      details: t("Collection details"),
      absent: t("The index knows no collection at this address."),
      absentReason: t("It may be new, another kind of contract, or a collection of another network."),
    },
    lead: t("Items, owner and transfers of any NFT collection of this network."),
    factNames: [t("Items, by the contract"), t("Owner"), t("Code hash")],
    async read(v3, address, options) {
      const response = await v3.nft.collections({ collection_address: address }, options);
      const [row] = response.nft_collections ?? [];
      return row && { row, page: { book: response.address_book ?? {}, metadata: response.metadata ?? {} } };
    },
    describe(row, page) {
      const { collection_content: content } = row;
      const token = findToken(page.metadata, row.address, "nft_collections");
      const fields = chooseFields(token, content);
      return {
        name: readName(fields, t("Collection without a name")),
        isScam: token?.is_scam === true,
        image: fields.image,
        description: readDescription(fields),
        content,
        token,
        facts: [
          [describeCount(row.next_item_index)],
          renderOwner(row.owner_address, page, t("no owner")),
          renderHash(row.code_hash, t("code hash")),
        ],
      };
    },
    tabs: [
      {
        name: "items",
        label: t("Items"),
        rows: "gallery",
        create: () =>
          createRowList("collection-items", {
            none: t("The index knows no items of this collection."),
            one: "item",
            height: CARD_HEIGHT,
            // Reads the number of columns of the grid from its style.
            columns: (container) => getComputedStyle(container).gridTemplateColumns.split(" ").length,
            paginate: ({ v3 }, address, options) => v3.nft.items.paginate({ collection_address: address }, options),
            row: renderNftCard,
          }),
      },
      {
        name: "transfers",
        label: t("Transfers"),
        create: () =>
          createLazyTransfers("collection-transfers", {
            label: t("Transfers of the collection's items"),
            paginate: ({ v3 }, address, options) => v3.nft.transfers.paginate({ collection_address: address }, options),
            describe: describeNftTransfer,
          }),
      },
    ],
  };
}

/** Describes the number of items. A contract that does not number its items returns -1 (TEP-62). @param {unknown} nextIndex */
function describeCount(nextIndex) {
  if (nextIndex === "-1") return t("not numbered");
  return formatUnits(nextIndex, 0) ?? t("not known");
}
