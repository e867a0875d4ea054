// Shows the newest transactions in a fixed number of rows, so that the layout does not shift. While the visitor reads the rows, they do not
// change, so that no link moves under the pointer; a button shows the number of new rows.

import { byId, el, fill } from "../shared/dom.js";
import { createNewsButton } from "../shared/news-button.js";
import { observeReading } from "../shared/reading.js";
import { countColumns, renderTransactionCells, renderTransactionHead } from "../shared/transaction-table.js";
import { tCount } from "../shared/messages.js";

/** @param {HTMLElement} table @param {number} rows */
export function createLiveTable(table, rows) {
  const body = el("tbody");
  table.append(renderTransactionHead("block"), body);
  /** New rows that wait until the visitor no longer reads the shown ones. */
  let waitingRows;
  let seenHashes = new Set();
  const newsButton = createNewsButton(byId("latest-news"), "latest-show-new", drawWaitingRows);
  const isBeingRead = observeReading(body, () => !isBeingRead() && drawWaitingRows());

  function drawWaitingRows() {
    if (waitingRows) drawRows(...waitingRows);
  }

  function drawRows(transactions, page) {
    waitingRows = undefined;
    newsButton.show("");
    const seenBefore = seenHashes;
    seenHashes = new Set(transactions.map(({ hash }) => hash));
    fill(
      body,
      ...transactions.map((tx) => {
        const row = renderTransactionCells(tx, page, "block");
        if (seenBefore.size > 0 && !seenBefore.has(tx.hash)) row.classList.add("fresh");
        return row;
      }),
    );
  }

  return {
    /** @param {any[]} transactions @param {import("../shared/body-view.js").Page} page */
    show(transactions, page) {
      const newCount = transactions.filter(({ hash }) => !seenHashes.has(hash)).length;
      if (newCount === 0 && transactions.length === seenHashes.size) return;
      if (!isBeingRead()) return drawRows(transactions, page);
      waitingRows = [transactions, page];
      newsButton.show(
        newCount < rows
          ? tCount(newCount, "{count} new", "{count} new")
          : tCount(rows, "{count} or more new", "{count} or more new"),
      );
    },
    /** Draws placeholder rows of equal height, until the first rows arrive. */
    clear() {
      waitingRows = undefined;
      newsButton.show("");
      seenHashes = new Set();
      fill(
        body,
        ...Array.from({ length: rows }, () =>
          el(
            "tr",
            { class: "tx-row", "aria-hidden": "true" },
            el("td", { colSpan: countColumns("block") }, el("span", { class: "skeleton wide" })),
          ),
        ),
      );
    },
  };
}
