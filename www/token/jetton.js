// The view of a jetton: the data of its master contract, its holders and its transfers.

import { createLazyTransfers } from "./lazy-list.js";
import { describeTransfer } from "./describe-transfer.js";
import { findJettonMaster, readDecimals } from "../ton-edge/lib/sentences/token.js";
import { renderHash, renderOwner } from "./token-facts.js";
import { chooseFields, readDescription, readJettonSymbol, readName } from "./token-name.js";
import { createHolderList } from "./holders.js";
import { renderUnits } from "./jetton-units.js";
import { t } from "../shared/messages.js";

/** @returns {import("./token-page.js").Kind} */
export function makeJettonKind() {
  /** The metadata of the response with the jetton, since those with transfers may lack it. @type {Record<string, any>} */
  let metadata = {};
  return {
    view: "jetton",
    texts: {
      title: t("Jetton"),
      label: t("Address of the jetton"),
      show: t("Show jetton"),
      other: t("Other jetton"),
      details: t("Jetton details"),
      absent: t("The index knows no jetton at this address."),
      absentReason: t("It may be new, another kind of contract, or a jetton of another network."),
    },
    lead: t("Supply, holders and transfers of any jetton of this network."),
    factNames: [t("Supply"), t("Mintable"), t("Admin"), t("Decimals"), t("Wallet code")],
    async read(v3, address, options) {
      const {
        jetton_masters: rows,
        address_book: book,
        metadata: found,
      } = await v3.jetton.masters({ address }, options);
      const [row] = rows ?? [];
      metadata = found ?? {};
      return row && { row, page: { book: book ?? {}, metadata } };
    },
    describe(row, page) {
      const { jetton_content: content } = row;
      const token = findJettonMaster(page.metadata, row.address);
      const fields = chooseFields(token, content);
      const symbol = readJettonSymbol(fields, row.address);
      const decimals = readDecimals(fields);
      return {
        name: readName(fields, t("Jetton without a name")),
        symbol,
        isScam: token?.is_scam === true,
        image: fields.image,
        description: readDescription(fields),
        content,
        token,
        facts: [
          renderUnits(row.total_supply, { symbol, decimals }),
          [t({ true: "yes", false: "no" }[String(row.mintable)] ?? "not known")],
          renderOwner(row.admin_address, page, t("no admin")),
          [decimals === undefined ? t("not known") : String(decimals)],
          renderHash(row.jetton_wallet_code_hash, t("hash of the code of its wallets")),
        ],
      };
    },
    tabs: [
      {
        name: "holders",
        label: t("Holders"),
        rows: "holders boxed",
        create: ({ whenRead, read }) =>
          createHolderList("jetton-holders", {
            whenRead,
            readJetton() {
              const row = read();
              const fields = row && chooseFields(findJettonMaster(metadata, row.address), row.jetton_content);
              return {
                supply: row?.total_supply,
                symbol: fields && readJettonSymbol(fields, row.address),
                decimals: readDecimals(fields),
              };
            },
          }),
      },
      {
        name: "transfers",
        label: t("Transfers"),
        create: ({ whenRead }) =>
          createLazyTransfers("jetton-transfers", {
            label: t("Transfers of the jetton"),
            whenRead,
            metadata: () => metadata,
            paginate: ({ v3 }, address, options) => v3.jetton.transfers.paginate({ jetton_master: address }, options),
            describe: (row) => ({
              ...describeTransfer(row, `${row.transaction_hash} ${row.source_wallet}`),
              kind: "jetton",
              amounts: [{ sign: "", units: String(row.amount), asset: String(row.jetton_master) }],
              from: row.source || undefined,
              to: row.destination || undefined,
            }),
          }),
      },
    ],
  };
}
