// The history of an account: actions and transactions as rows of a table, with filters from the URL.

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
import { isFilterEmpty, matchesFilter, makeRequests, readTimes } from "./history-filter.js";
import { mergeHistory, createState } from "./merge-history.js";

/** Number of placeholder rows until the first page has arrived. */
const SKELETON_ROWS = 8;

/**
 * @param {{ onNewest(tx: any): void, onFilter(filter: import("./history-filter.js").Filter): void }} calls
 *   `onNewest` gets the newest transaction, `onFilter` gets a filter that the visitor chose
 */
export function createHistory({ onNewest, onFilter }) {
  const table = createActivityTable({ label: "History of the account" });
  const bar = createFilterBar(onFilter);
  const skeleton = el(
    "div",
    { class: "history-skeleton", "aria-hidden": "true" },
    ...Array.from({ length: SKELETON_ROWS }, () => el("div", {}, el("span", { class: "skeleton wide" }))),
  );
  byId("transactions").append(table.element, skeleton);
  for (const kind of ["csv", "json"]) byId(`history-${kind}`).prepend(icon("download"));
  byId("history-toggle").prepend(icon("filter"));
  /** @type {{ account: string, filter: import("./history-filter.js").Filter, times: { start?: number, end?: number }, requests: ReturnType<typeof makeRequests> } | undefined} */
  let shownHistory;

  /** Shows the table instead of the placeholder, once its styles are loaded. */
  function revealTable(isThere = true) {
    skeleton.hidden = isThere;
    table.element.hidden = !isThere;
  }
  revealTable(false);

  const isFiltered = () => Boolean(shownHistory && !isFilterEmpty(shownHistory.filter));

  function append({ rows }) {
    const { account, filter, times } = /** @type {NonNullable<typeof shownHistory>} */ (shownHistory);
    const entries = rows.map(({ name, row, page }) => ({
      activity: name === "action" ? describeAction(row, account) : describeTransaction(row),
      page,
    }));
    bar.seen(entries);
    const matching = entries.filter(({ activity }) => matchesFilter(activity, filter, times));
    if (matching.length > 0) revealTable();
    table.push(matching);
    return matching.length;
  }

  const list = createPagedList({
    box: byId("account-list"),
    name: "account",
    none: "This account has no transactions.",
    one: "row",
    append,
    prepare: () => Promise.resolve(prepareActivityTable()),
    stoppable: isFiltered,
    describe({ size: rowCount, read: readCount, busy: isBusy, failed: hasFailed, ended }) {
      if (hasFailed || ended) revealTable();
      if (!shownHistory || isFilterEmpty(shownHistory.filter)) return undefined;
      const countText = `${formatCount(rowCount, "row")} of ${readCount} match`;
      if (ended) return rowCount === 0 ? `No row of ${readCount} matches the filter` : `All ${countText}`;
      return hasFailed ? `Stopped: ${countText}` : `${countText} so far${isBusy ? ", looking further…" : ""}`;
    },
    clear() {
      table.clear();
      revealTable(false);
    },
    async start({ requests }, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      const state = cursor ?? createState(requests.withTransactions ? ["action", "transaction"] : ["action"]);
      // Without prefetch, so that a page is requested only when the visitor wants it.
      const options = { pageSize, prefetch: 0, signal };
      return mergeHistory(
        /** @type {any} */ (state),
        (name, fromCursor) =>
          name === "action"
            ? v3.actions.paginate(requests.actions, { ...options, cursor: fromCursor })
            : v3.transactions.paginate(requests.transactions, { ...options, cursor: fromCursor }),
        { byTime: requests.byTime, onTransactions: (rows) => rows.length > 0 && onNewest(rows[0]) },
      );
    },
  });
  const exportPanel = connectExport({
    list,
    entries: table.entries,
    name: () => shownHistory?.account ?? "",
    filtered: isFiltered,
  });

  return {
    /** @param {string} account raw @param {import("./history-filter.js").Filter} filter @param {number} pageSize */
    open(account, filter, pageSize) {
      exportPanel.close();
      bar.show(filter, shownHistory?.account !== account);
      shownHistory = { account, filter, times: readTimes(filter), requests: makeRequests(filter, account) };
      list.open(shownHistory, pageSize);
    },
    close() {
      exportPanel.close();
      list.close();
      shownHistory = undefined;
    },
    pause() {
      exportPanel.close();
      list.pause();
    },
    resume() {
      list.resume();
      table.update();
    },
    /** Called when the tab of the history is opened. */
    update: table.update,
  };
}
