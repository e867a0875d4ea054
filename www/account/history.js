// The history of an account: actions and transactions as rows of a table, with filters from the URL.

import { createActivityTable } from "../activity/activity-table.js";
import { describeAction } from "../activity/describe-action.js";
import { describeTransaction } from "../activity/describe-transaction.js";
import { icon } from "../design/icons.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError, withLoadError } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { createNewsButton } from "../shared/news-button.js";
import { createPagedList } from "../shared/paged-list.js";
import { observeReading } from "../shared/reading.js";
import { rememberTokens } from "../shared/seen-tokens.js";
import { createFilterBar } from "./filter-bar.js";
import { isFilterEmpty, matchesFilter, makeRequests, readTimes } from "./history-filter.js";
import { mergeHistory, createState } from "./merge-history.js";
import { addNewest, mayGetActions } from "./newest-rows.js";
import { t, tCount, tNoun } from "../shared/messages.js";

/** Number of placeholder rows until the first page has arrived. */
const SKELETON_ROWS = 8;
/** Number of rows of the API that are requested after a change of the account. */
const NEWEST_ROWS = 20;
/**
 * Milliseconds until each repeated request for the newest rows, if the API does not show the change yet, or shows it without its action.
 */
const AGAIN_MS = [1500, 3000, 6000];

/**
 * @param {{ onNewest(tx: any): void, onFilter(filter: import("./history-filter.js").Filter): void }} calls
 *   `onNewest` gets the newest transaction, `onFilter` gets a filter that the visitor chose
 */
export function createHistory({ onNewest, onFilter }) {
  const table = createActivityTable({ label: t("History of the account") });
  const bar = createFilterBar(onFilter);
  const skeleton = el(
    "div",
    { class: "history-skeleton", "aria-hidden": "true" },
    ...Array.from({ length: SKELETON_ROWS }, () => el("div", {}, el("span", { class: "skeleton wide" }))),
  );
  byId("transactions").append(table.element, skeleton);
  for (const kind of ["csv", "json"]) byId(`history-${kind}`).prepend(icon("download"));
  byId("history-toggle").prepend(icon("filter"));
  /** @type {{ account: string, filter: import("./history-filter.js").Filter, times: { start?: number, end?: number }, requests: ReturnType<typeof makeRequests>, pageSize: number } | undefined} */
  let shownHistory;
  /**
   * The rows that have been read, newest first, including those that the filter hides and new ones that wait while the visitor reads the
   * list. @type {import("./newest-rows.js").HistoryRow[]}
   */
  let rows = [];
  /** The logical time of the newest transaction that has been read. */
  let newestLt = 0n;
  /**
   * What the table does not show yet: `"rows"`, new rows; `"gap"`, more new rows than were requested. @type {"nothing" | "rows" | "gap"}
   */
  let news = "nothing";
  /** The search for the newest rows. @type {AbortController | undefined} */
  let currentSearch;
  const newsButton = createNewsButton(byId("history-news"), "history-show-new", showNewRows);
  const isBeingRead = observeReading(table.body, () => news !== "nothing" && paintNews());

  /** Shows the table instead of the placeholder, once its styles are loaded. */
  function revealTable(isThere = true) {
    skeleton.hidden = isThere;
    table.element.hidden = !isThere;
  }
  revealTable(false);

  const isFiltered = () => Boolean(shownHistory && !isFilterEmpty(shownHistory.filter));

  /** @returns {import("./newest-rows.js").HistoryRow[]} */
  function describeRows(apiRows) {
    const { account, filter, times } = /** @type {NonNullable<typeof shownHistory>} */ (shownHistory);
    const describedRows = apiRows.map(({ name, row, page }) => {
      const activity = name === "action" ? describeAction(row, account) : describeTransaction(row);
      const coveredHashes = name === "action" ? (row.transactions ?? []) : [];
      return { activity, page, covered: coveredHashes, isShown: matchesFilter(activity, filter, times) };
    });
    bar.addTokens(describedRows);
    for (const metadata of new Set(describedRows.map(({ page }) => page.metadata))) rememberTokens(metadata);
    return describedRows;
  }

  function appendRows({ rows: apiRows }) {
    const describedRows = describeRows(apiRows);
    rows.push(...describedRows);
    const matchingRows = describedRows.filter(({ isShown }) => isShown);
    if (matchingRows.length > 0) revealTable();
    table.push(matchingRows);
    return matchingRows.length;
  }

  async function openPager({ requests }, state, { pageSize, signal }) {
    const { v3 } = await loadClient();
    // Without prefetch, so that a page is requested only when the visitor wants it.
    const options = { pageSize, prefetch: 0, signal };
    return mergeHistory(
      state,
      (name, fromCursor) =>
        name === "action"
          ? v3.actions.paginate(requests.actions, { ...options, cursor: fromCursor })
          : v3.transactions.paginate(requests.transactions, { ...options, cursor: fromCursor }),
      { byTime: requests.byTime, onTransactions: ([newestRows]) => newestRows && handleNewest(newestRows) },
    );
  }
  function handleNewest(newestRows) {
    if (BigInt(newestRows.lt) > newestLt) newestLt = BigInt(newestRows.lt);
    onNewest(newestRows);
  }
  const createStart = ({ requests }) => createState(requests.withTransactions ? ["action", "transaction"] : ["action"]);

  /**
   * Requests the newest rows until the API shows the account's change and has found its actions.
   * @param {bigint} lt of the last transaction
   */
  async function findNewest(lt) {
    stopSearch();
    const ownHistory = shownHistory;
    const { signal } = (currentSearch = new AbortController());
    // The rows of a filter for a past time do not change.
    if (!ownHistory || ownHistory.times.end !== undefined) return;
    const readLt = newestLt;
    for (let attempt = 0; attempt <= AGAIN_MS.length; attempt += 1) {
      if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS[attempt - 1]));
      if (signal.aborted) return;
      // The first page is being loaded, or it failed, and the button Retry loads it.
      if (rows.length === 0 && !list.isEnded()) continue;
      try {
        const options = { pageSize: NEWEST_ROWS, signal };
        const pager = await openPager(ownHistory, createStart(ownHistory), options);
        const { value: page } = await pager.pages().next();
        if (signal.aborted || !page) return;
        addRows(page);
        if (newestLt >= lt && !mayGetActions(rows, readLt)) return;
      } catch {
        // The next attempt may succeed, and the account's state shows a failure of the API.
      }
    }
  }

  function stopSearch() {
    currentSearch?.abort();
    currentSearch = undefined;
  }

  function addRows({ rows: apiRows, last }) {
    const rowCountBefore = rows.length;
    const mergedRows = addNewest(rows, describeRows(apiRows), last);
    if (mergedRows) {
      rows = mergedRows;
      list.count(rows.length - rowCountBefore, 0);
    }
    if (mergedRows && news !== "gap") news = listHiddenRows().length > 0 ? "rows" : "nothing";
    else if (!mergedRows) news = "gap";
    paintNews();
  }

  const listShownRows = () => rows.filter(({ isShown }) => isShown);
  /** Rows that the table does not show yet; an action also replaces a row of its transaction that is shown. */
  function listHiddenRows() {
    const shownRows = new Set(table.entries());
    return listShownRows().filter((row) => !shownRows.has(row));
  }
  function countNewRows() {
    const shownIds = new Set(table.entries().map(({ activity }) => activity.id));
    return listHiddenRows().filter(({ covered: coveredHashes }) => !coveredHashes.some((hash) => shownIds.has(hash)))
      .length;
  }

  /** Shows new rows; while the visitor reads the list, shows only a button for them. */
  function paintNews() {
    const { further } = byId("account-list").dataset;
    const isHeld = isBeingRead() || further !== undefined || !byId("history-export").hidden;
    if (news !== "nothing" && !isHeld) return showNewRows();
    const count = countNewRows();
    if (news === "gap") newsButton.show(t("Many new"));
    else newsButton.show(count > 0 ? tCount(count, "{count} new", "{count} new") : "");
  }

  /** Shows the new rows. The row at the top of the window stays where it is, if the list is scrolled. */
  function showNewRows() {
    if (!shownHistory) return;
    newsButton.show("");
    const isGap = news === "gap";
    news = "nothing";
    if (isGap) return list.open(shownHistory, shownHistory.pageSize);
    const shownBefore = table.entries().length;
    const isScrolled = table.body.getBoundingClientRect().top < 0;
    const topRow = [...table.body.querySelectorAll("tr.activity")].find((row) => row.getBoundingClientRect().top >= 0);
    const rowTop = topRow?.getBoundingClientRect().top ?? 0;
    revealTable();
    table.replace(listShownRows());
    list.count(0, table.entries().length - shownBefore);
    if (isScrolled && topRow?.isConnected) scrollBy(0, topRow.getBoundingClientRect().top - rowTop);
  }

  const list = createPagedList({
    box: byId("account-list"),
    name: "account",
    none: t("This account has no transactions."),
    one: "row",
    append: appendRows,
    stoppable: isFiltered,
    describe({ size: rowCount, read: readCount, busy: isBusy, failed: hasFailed, ended }) {
      if (hasFailed || ended) revealTable();
      if (!shownHistory || isFilterEmpty(shownHistory.filter)) return undefined;
      const values = { rows: tNoun(rowCount, "row"), read: formatNumber(readCount) };
      if (ended)
        return rowCount === 0
          ? t("No row of {read} matches the filter", values)
          : t("All {rows} of {read} match", values);
      if (hasFailed) return t("Stopped: {rows} of {read} match", values);
      return isBusy
        ? t("{rows} of {read} match so far, looking further…", values)
        : t("{rows} of {read} match so far", values);
    },
    clear() {
      stopSearch();
      rows = [];
      newestLt = 0n;
      news = "nothing";
      newsButton.show("");
      table.clear();
      revealTable(false);
    },
    start: async (history, { pageSize, signal, cursor }) =>
      openPager(history, cursor ?? createStart(history), { pageSize, signal }),
  });
  /** The export, whose code is loaded at its first use. @type {ReturnType<typeof import("./export-panel.js").connectExport> | undefined} */
  let exportPanel;
  for (const kind of /** @type {const} */ (["csv", "json"]))
    byId(`history-${kind}`).addEventListener("click", () => saveHistory(kind));

  /** @param {"csv" | "json"} kind */
  async function saveHistory(kind) {
    try {
      const { connectExport } = await withLoadError(import("./export-panel.js"));
      exportPanel ??= connectExport({
        list,
        entries: table.entries,
        name: () => shownHistory?.account ?? "",
        filtered: isFiltered,
      });
    } catch (error) {
      byId("history-export").hidden = false;
      fill(byId("history-export-words"), ...describeError(error));
      return;
    }
    exportPanel.save(kind);
  }

  return {
    /** @param {string} account raw @param {import("./history-filter.js").Filter} filter @param {number} pageSize */
    open(account, filter, pageSize) {
      exportPanel?.close();
      bar.show(filter, shownHistory?.account !== account);
      shownHistory = { account, filter, times: readTimes(filter), requests: makeRequests(filter, account), pageSize };
      list.open(shownHistory, pageSize);
    },
    close() {
      exportPanel?.close();
      list.close();
      shownHistory = undefined;
    },
    pause() {
      exportPanel?.close();
      stopSearch();
      list.pause();
    },
    /** Called when the account has changed. @param {bigint} lt of its last transaction */
    findNewest,
    resume() {
      list.resume();
      table.update();
    },
    /** Called when the tab of the history is opened. */
    update: table.update,
  };
}
