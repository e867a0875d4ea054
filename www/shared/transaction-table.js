// Dense rows of transactions: kind, parties, amount, block and age.

import { icon } from "../design/icons.js";
import { formatRoute } from "../app/route.js";
import { renderAccountLink } from "./account-link.js";
import { renderBlockLink } from "./block-link.js";
import { el } from "./dom.js";
import { formatTon } from "./format.js";
import { renderRelative } from "./relative-time.js";
import { summarizeTransaction } from "./summarize-transaction.js";
import { cutText, visibleText } from "./visible-text.js";

/** Characters of a comment in a row. */
const LONGEST = 40;

/** The last columns: block and age if the blocks differ, else the fees. */
const LAST = /** @type {const} */ ({ block: ["Block", "Age"], fees: ["Fees"] });
const NUMBERS = ["Amount", "Fees"];

/** @param {keyof typeof LAST} last */
const columnsOf = (last) => ["Transaction", "From", "To", "Amount", ...LAST[last]];

/** @param {keyof typeof LAST} last */
export const countColumns = (last) => columnsOf(last).length;

/** The head of the table. @param {keyof typeof LAST} last */
export const renderTransactionHead = (last) =>
  el(
    "thead",
    {},
    el(
      "tr",
      {},
      columnsOf(last).map((name) => el("th", { scope: "col", class: NUMBERS.includes(name) ? "number" : "" }, name)),
    ),
  );

/** @param {any} tx of v3 @param {import("./body-view.js").Page} page @param {keyof typeof LAST} last */
export function renderTransactionCells(tx, page, last) {
  const { icon: name, title, from, to, amount, way, failed, known, bounced, comment } = summarizeTransaction(tx, page);
  const item = el(
    "tr",
    { class: `tx-row ${failed === undefined ? way : "failed"}` },
    el(
      "td",
      { class: "tx-what" },
      el(
        "div",
        { class: "tx-line" },
        el("span", { class: "kind" }, icon(/** @type {any} */ (failed === undefined ? name : "cross"))),
        el("a", { href: formatRoute({ view: "trace", text: String(tx.hash) }) }, title),
        failed !== undefined && el("span", { class: "why" }, `failed${failed && `: ${failed}`}`),
        !known && el("span", { class: "why" }, "result not known"),
        bounced && el("span", { class: "tag bounced" }, "bounced"),
        comment !== undefined && el("q", { class: "comment" }, el("bdi", {}, cutText(visibleText(comment), LONGEST))),
      ),
    ),
    el("td", { class: "tx-party" }, from ? renderAccountLink(from, page.book) : outside("outside")),
    el("td", { class: "tx-party", "data-label": "\u2192" }, to ? renderAccountLink(to, page.book) : outside("several")),
    el("td", { class: `number amount ${failed === undefined ? way : ""}` }, amount),
    ...(last === "fees"
      ? [el("td", { class: "number tx-fees" }, formatTon(tx.total_fees) ?? "unknown")]
      : [
          el("td", { class: "tx-block" }, renderBlockLink({ seqno: tx.mc_block_seqno })),
          el("td", { class: "tx-age" }, renderRelative(tx.now)),
        ]),
  );
  item.dataset.hash = String(tx.hash);
  return item;
}

const outside = (words) => el("span", { class: "soft" }, words);
