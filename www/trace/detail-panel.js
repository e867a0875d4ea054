// Shows the selected transaction in a panel at the lower edge, so that the tree does not move.

import { byId, fill } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { renderTransactionRow } from "../shared/transaction-row.js";

/** @param {() => void} closed called when the visitor closes the panel */
export function createDetailPanel(closed) {
  const panel = byId("trace-detail");
  byId("trace-detail-close").addEventListener("click", closed);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closed();
  });
  return {
    show({ transaction, below }, { book, metadata }) {
      byId("trace-detail-words").textContent =
        below === 0 ? "It caused no further messages." : `It caused ${formatCount(below, "message")} in total.`;
      fill(byId("trace-detail-row"), renderTransactionRow(transaction, book, metadata));
      panel.hidden = false;
    },
    hide() {
      panel.hidden = true;
      fill(byId("trace-detail-row"));
    },
    focus: () => byId("trace-detail-title").focus({ preventScroll: true }),
  };
}
