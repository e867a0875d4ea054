// Shows the newest transactions in a fixed number of rows, so that the layout does not shift. While the pointer or the focus is in the
// table, the rows do not change, so that a visitor does not press the wrong link.

import { byId, el, fill } from "../shared/dom.js";
import { countColumns, renderTransactionCells, renderTransactionHead } from "../shared/transaction-table.js";

/** @param {HTMLElement} table @param {number} rows */
export function createLiveTable(table, rows) {
  const body = el("tbody");
  table.append(renderTransactionHead("block"), body);
  /** New rows that wait until the pointer and the focus leave the table. */
  let waitingRows;
  let isPointedAt = false;
  let seenHashes = new Set();

  const isHeld = () => isPointedAt || body.contains(document.activeElement);
  const drawWaiting = () => {
    if (isHeld() || !waitingRows) return;
    const [transactions, page] = waitingRows;
    drawRows(transactions, page);
  };
  table.addEventListener("pointerenter", ({ pointerType }) => {
    isPointedAt = pointerType === "mouse";
  });
  table.addEventListener("pointerleave", () => {
    isPointedAt = false;
    drawWaiting();
  });
  body.addEventListener("focusout", () => setTimeout(drawWaiting));

  function drawRows(transactions, page) {
    waitingRows = undefined;
    byId("latest-held").hidden = true;
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
      if (transactions.length === seenHashes.size && transactions.every(({ hash }) => seenHashes.has(hash))) return;
      if (!isHeld()) return drawRows(transactions, page);
      waitingRows = [transactions, page];
      byId("latest-held").hidden = false;
    },
    /** Draws placeholder rows of equal height, until the first rows arrive. */
    clear() {
      waitingRows = undefined;
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
