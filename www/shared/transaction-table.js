// Renders dense rows of transactions: kind, parties, amount, block and age.

import { icon } from "../design/icons.js";
import { formatRoute } from "../app/route.js";
import { renderAccountLink } from "./account-link.js";
import { renderBlockLink } from "./block-link.js";
import { el } from "./dom.js";
import { formatTon } from "./format.js";
import { renderRelative } from "./relative-time.js";
import { translateWords } from "../activity/translate-words.js";
import { summarizeTransaction } from "./summarize-transaction.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "./messages.js";

/** Maximum characters of a comment in a row. */
const MAX_COMMENT_CHARS = 40;

/** The last columns: block and age if the rows belong to different blocks, otherwise the fees. */
const LAST_COLUMNS = /** @type {const} */ ({ block: ["Block", "Age"], fees: ["Fees"] });
const NUMBER_COLUMNS = ["Amount", "Fees"];

/** @param {keyof typeof LAST_COLUMNS} lastColumns */
const listColumns = (lastColumns) => ["Transaction", "From", "To", "Amount", ...LAST_COLUMNS[lastColumns]];

/** @param {keyof typeof LAST_COLUMNS} lastColumns */
export const countColumns = (lastColumns) => listColumns(lastColumns).length;

/** Renders the head of the table. @param {keyof typeof LAST_COLUMNS} lastColumns */
export const renderTransactionHead = (lastColumns) =>
  el(
    "thead",
    {},
    el(
      "tr",
      {},
      listColumns(lastColumns).map((name) =>
        el("th", { scope: "col", class: NUMBER_COLUMNS.includes(name) ? "number" : "" }, t(name)),
      ),
    ),
  );

/** @param {any} tx of v3 @param {import("./body-view.js").Page} page @param {keyof typeof LAST_COLUMNS} lastColumns */
export function renderTransactionCells(tx, page, lastColumns) {
  const {
    icon: name,
    title,
    isApiName,
    from,
    to,
    amount,
    way: direction,
    failed: failureText,
    known: isKnown,
    bounced: isBounced,
    comment,
  } = summarizeTransaction(tx, page);
  const item = el(
    "tr",
    { class: `tx-row ${failureText === undefined ? direction : "failed"}` },
    el(
      "td",
      { class: "tx-what" },
      el(
        "div",
        { class: "tx-line" },
        el("span", { class: "kind" }, icon(/** @type {any} */ (failureText === undefined ? name : "cross"))),
        el(
          "a",
          { href: formatRoute({ view: "trace", text: String(tx.hash) }), lang: isApiName ? "en" : undefined },
          title,
        ),
        failureText !== undefined &&
          el(
            "span",
            { class: "why" },
            failureText ? t("failed: {reason}", { reason: translateWords(failureText) }) : t("failed"),
          ),
        !isKnown && el("span", { class: "why" }, t("result not known")),
        isBounced && el("span", { class: "tag bounced" }, t("bounced")),
        comment !== undefined &&
          el("q", { class: "comment" }, el("bdi", {}, cutText(visibleText(comment), MAX_COMMENT_CHARS))),
      ),
    ),
    el("td", { class: "tx-party" }, from ? renderAccountLink(from, page.book) : renderOutside(t("outside"))),
    el(
      "td",
      { class: "tx-party", "data-label": "\u2192" },
      to ? renderAccountLink(to, page.book) : renderOutside(t("several")),
    ),
    el("td", { class: `number amount ${failureText === undefined ? direction : ""}` }, amount),
    ...(lastColumns === "fees"
      ? [el("td", { class: "number tx-fees" }, formatTon(tx.total_fees) ?? t("unknown"))]
      : [
          el("td", { class: "tx-block" }, renderBlockLink({ seqno: tx.mc_block_seqno })),
          el("td", { class: "tx-age" }, renderRelative(tx.now)),
        ]),
  );
  item.dataset.hash = String(tx.hash);
  return item;
}

const renderOutside = (text) => el("span", { class: "soft" }, text);
