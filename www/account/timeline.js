// The transactions of an account, newest first, under the days on which they happened.

import { loadClient } from "../page/client.js";
import { byId, el, fill } from "../page/dom.js";
import { pagedList } from "../page/pages.js";
import { transactionRow } from "../page/transaction.js";

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

/** @param {(rows: any[]) => void} seen is told of each page's rows */
export function timeline(seen) {
  const box = byId("transactions");
  /** The day that the newest row added belongs to, and its list. */
  let day;
  let list;

  function append({ rows, address_book: book }) {
    for (const row of rows) {
      const name = dayOf(row.now);
      if (name !== day || !list) {
        day = name;
        list = el("ol", { class: "rows-list" });
        box.append(el("section", { class: "day", "aria-label": name }, el("h4", { class: "day-title" }, name), list));
      }
      list.append(transactionRow(row, book ?? {}));
    }
    seen(rows);
  }

  return pagedList({
    box: byId("account-list"),
    name: "account",
    none: "This account has no transactions.",
    one: "transaction",
    append,
    clear() {
      fill(box);
      list = undefined;
    },
    async start(account, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      // Nothing is fetched ahead of the reader.
      return v3.transactions.paginate({ account }, { pageSize, prefetch: 0, signal, cursor });
    },
  });
}

function dayOf(now) {
  const date = new Date(Number(now) * 1000);
  return typeof now !== "number" || Number.isNaN(date.getTime()) ? "Day unknown" : DAY.format(date);
}
