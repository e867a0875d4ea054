// All of the transaction that is selected in the tree, in a panel at the lower edge: the tree stays where it is.

import { byId, fill } from "../page/dom.js";
import { count } from "../page/format.js";
import { transactionRow } from "../page/transaction.js";

/** @param {() => void} closed is told when the visitor closes it */
export function detailView(closed) {
  const panel = byId("trace-detail");
  byId("trace-detail-close").addEventListener("click", closed);
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closed();
  });
  return {
    show({ transaction, below }, book) {
      byId("trace-detail-words").textContent = below === 0 ? "It led to nothing further." : `It led to ${count(below, "message")} in all.`;
      fill(byId("trace-detail-row"), transactionRow(transaction, book));
      panel.hidden = false;
    },
    hide() {
      panel.hidden = true;
      fill(byId("trace-detail-row"));
    },
    focus: () => byId("trace-detail-title").focus({ preventScroll: true }),
  };
}
