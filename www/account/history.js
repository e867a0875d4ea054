// The history of an account: actions and transactions as rows of a table, with filters that the URL has.

import { createActivityTable, prepareActivityTable } from "../activity/activity-table.js";
import { describeAction } from "../activity/describe-action.js";
import { describeTransaction } from "../activity/describe-transaction.js";
import { icon } from "../design/icons.js";
import { loadClient } from "../shared/client.js";
import { byId, el } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { createPagedList } from "../shared/paged-list.js";
import { connectExport } from "./export-panel.js";
import { createFilterBar } from "./filter-bar.js";
import { isEmpty, passes, requestsOf, timesOf } from "./history-filter.js";
import { mergeHistory, newState } from "./merge-history.js";

/** Skeletons until the first page is there. */
const WAITING = 8;

/**
 * @param {{ newest(tx: any): void, filtered(filter: import("./history-filter.js").Filter): void }} calls
 *   `newest` gets the newest transaction, `filtered` a filter that the visitor chose
 */
export function createHistory({ newest, filtered }) {
  const table = createActivityTable({ label: "History of the account" });
  const bar = createFilterBar(filtered);
  const skeleton = el(
    "div",
    { class: "history-skeleton", "aria-hidden": "true" },
    ...Array.from({ length: WAITING }, () => el("div", {}, el("span", { class: "skeleton wide" }))),
  );
  byId("transactions").append(table.element, skeleton);
  for (const kind of ["csv", "json"]) byId(`history-${kind}`).prepend(icon("download"));
  byId("history-toggle").prepend(icon("filter"));
  /** @type {{ account: string, filter: import("./history-filter.js").Filter, times: { start?: number, end?: number }, requests: ReturnType<typeof requestsOf> } | undefined} */
  let shown;

  /** The table takes the place of the skeleton: before that its styles may not be there. */
  function reveal(there = true) {
    skeleton.hidden = there;
    table.element.hidden = !there;
  }
  reveal(false);

  const isFiltered = () => Boolean(shown && !isEmpty(shown.filter));

  function append({ rows }) {
    const { account, filter, times } = /** @type {NonNullable<typeof shown>} */ (shown);
    const entries = rows.map(({ name, row, page }) => ({
      activity: name === "action" ? describeAction(row, account) : describeTransaction(row),
      page,
    }));
    bar.seen(entries);
    const passed = entries.filter(({ activity }) => passes(activity, filter, times));
    if (passed.length > 0) reveal();
    table.push(passed);
    return passed.length;
  }

  const list = createPagedList({
    box: byId("account-list"),
    name: "account",
    none: "This account has no transactions.",
    one: "row",
    append,
    prepare: () => Promise.resolve(prepareActivityTable()),
    stoppable: isFiltered,
    describe({ size, read, busy, failed, ended }) {
      if (failed || ended) reveal();
      if (!shown || isEmpty(shown.filter)) return undefined;
      const found = `${formatCount(size, "row")} of ${read} match`;
      if (ended) return size === 0 ? `No row of ${read} matches the filter` : `All ${found}`;
      return failed ? `Stopped: ${found}` : `${found} so far${busy ? ", looking further…" : ""}`;
    },
    clear() {
      table.clear();
      reveal(false);
    },
    async start({ requests }, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      const state = cursor ?? newState(requests.withTransactions ? ["action", "transaction"] : ["action"]);
      // No page is fetched before the visitor wants it.
      const options = { pageSize, prefetch: 0, signal };
      return mergeHistory(
        /** @type {any} */ (state),
        (name, from) =>
          name === "action"
            ? v3.actions.paginate(requests.actions, { ...options, cursor: from })
            : v3.transactions.paginate(requests.transactions, { ...options, cursor: from }),
        { byTime: requests.byTime, onTransactions: (rows) => rows.length > 0 && newest(rows[0]) },
      );
    },
  });
  const saving = connectExport({
    list,
    entries: table.entries,
    name: () => shown?.account ?? "",
    filtered: isFiltered,
  });

  return {
    /** @param {string} account raw @param {import("./history-filter.js").Filter} filter @param {number} pageSize */
    open(account, filter, pageSize) {
      saving.close();
      bar.show(filter, shown?.account !== account);
      shown = { account, filter, times: timesOf(filter), requests: requestsOf(filter, account) };
      list.open(shown, pageSize);
    },
    close() {
      saving.close();
      list.close();
      shown = undefined;
    },
    pause() {
      saving.close();
      list.pause();
    },
    resume() {
      list.resume();
      table.update();
    },
    /** To be called when its tab is opened. */
    update: table.update,
  };
}
