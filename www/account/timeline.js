// The transactions of an account, newest first, grouped by day.

import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { prepareBodies } from "../shared/message-bodies.js";
import { createPagedList } from "../shared/paged-list.js";
import { renderTransactionRow } from "../shared/transaction-row.js";

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

/** @param {(rows: any[]) => void} seen gets the rows of each page */
export function createTimeline(seen) {
  const box = byId("transactions");
  /** The day of the last row added, and its list. */
  let day;
  let list;

  function append({ rows, address_book: book, metadata }) {
    for (const row of rows) {
      const name = dayOf(row.now);
      if (name !== day || !list) {
        day = name;
        list = el("ol", { class: "rows-list" });
        box.append(el("section", { class: "day", "aria-label": name }, el("h4", { class: "day-title" }, name), list));
      }
      list.append(renderTransactionRow(row, book ?? {}, metadata ?? {}));
    }
    seen(rows);
  }

  return createPagedList({
    box: byId("account-list"),
    name: "account",
    none: "This account has no transactions.",
    one: "transaction",
    append,
    prepare: prepareBodies,
    clear() {
      fill(box);
      list = undefined;
    },
    async start(account, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      // No page is fetched before the visitor wants it.
      return v3.transactions.paginate({ account }, { pageSize, prefetch: 0, signal, cursor });
    },
  });
}

function dayOf(now) {
  const date = new Date(Number(now) * 1000);
  return typeof now !== "number" || Number.isNaN(date.getTime()) ? "Day unknown" : DAY.format(date);
}
