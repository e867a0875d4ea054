// The newest transactions in rows that are drawn again as a whole: none moves, so nothing shifts. While the pointer or the focus is in the
// table the rows stay, so that a link does not become another one under the finger.

import { byId, el, fill } from "../shared/dom.js";
import { countColumns, renderTransactionCells, renderTransactionHead } from "../shared/transaction-table.js";

/** @param {HTMLElement} table @param {number} rows */
export function createLiveTable(table, rows) {
  const body = el("tbody");
  table.append(renderTransactionHead("block"), body);
  /** Rows that wait while the table stays unchanged. */
  let waiting;
  let pointed = false;
  let seen = new Set();

  const held = () => pointed || body.contains(document.activeElement);
  const release = () => {
    if (held() || !waiting) return;
    const [found, page] = waiting;
    draw(found, page);
  };
  table.addEventListener("pointerenter", ({ pointerType }) => {
    pointed = pointerType === "mouse";
  });
  table.addEventListener("pointerleave", () => {
    pointed = false;
    release();
  });
  body.addEventListener("focusout", () => setTimeout(release));

  function draw(found, page) {
    waiting = undefined;
    byId("latest-held").hidden = true;
    const before = seen;
    seen = new Set(found.map(({ hash }) => hash));
    fill(
      body,
      ...found.map((tx) => {
        const row = renderTransactionCells(tx, page, "block");
        if (before.size > 0 && !before.has(tx.hash)) row.classList.add("fresh");
        return row;
      }),
    );
  }

  return {
    /** @param {any[]} found @param {import("../shared/body-view.js").Page} page */
    show(found, page) {
      if (found.length === seen.size && found.every(({ hash }) => seen.has(hash))) return;
      if (!held()) return draw(found, page);
      waiting = [found, page];
      byId("latest-held").hidden = false;
    },
    /** Placeholder rows of the same size, until the first rows arrive. */
    clear() {
      waiting = undefined;
      seen = new Set();
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
