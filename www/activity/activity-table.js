// A table of activities, newest first, grouped by day. Only rows near the visible area are rendered.

import { el } from "../shared/dom.js";
import { createTimeFormat } from "../shared/format.js";
import { createVirtualList } from "../shared/virtual-list.js";
import { renderActivityRow } from "./activity-row.js";
import { t } from "../shared/messages.js";

const formatFullDate = createTimeFormat({ dateStyle: "full" });
const COLUMNS = ["Action", "With", "Details", "Amount", "Time"];
/** Height of a row in pixels until the first rows are measured. */
const HEIGHTS = { day: 36, row: 40 };

/** @typedef {import("./describe-action.js").Entry} Entry */

/** Formats the day of a time. @param {number | undefined} seconds */
function formatDay(seconds) {
  const date = new Date(Number(seconds) * 1000);
  return typeof seconds !== "number" || Number.isNaN(date.getTime()) ? t("Day unknown") : formatFullDate(date);
}

/**
 * @param {{ label: string, isFromAccount?: boolean }} options `isFromAccount`: whether the activities are described from
 * the view of an account
 */
export function createActivityTable({ label, isFromAccount = true }) {
  const body = el("tbody", { role: "rowgroup" });
  const table = el(
    "table",
    { class: "activities boxed", role: "table", "aria-label": label },
    el(
      "thead",
      { role: "rowgroup" },
      el("tr", { role: "row" }, ...COLUMNS.map((name) => el("th", { scope: "col", role: "columnheader" }, t(name)))),
    ),
    body,
  );
  /**
   * The day of the last row. It never moves forward: rows are sorted by the end of their trace, which may be on the next
   * day.
   */
  let lastDay = { time: Infinity, day: "" };
  /** The rows of days, by the day: a day is one row, also after new entries came before it. @type {Map<string, { day: string }>} */
  const dayRows = new Map();
  const list = createVirtualList({
    place: body,
    heights: HEIGHTS,
    kindOf: (/** @type {any} */ item) => (item.day === undefined ? "row" : "day"),
    makeSpacer: () => el("tr", { class: "spacer", "aria-hidden": "true" }, el("td")),
    render: (/** @type {any} */ item) =>
      item.day === undefined
        ? renderActivityRow(item.activity, item.page, { isFromAccount, daysAbove: true })
        : renderDayRow(item.day),
    // Counts from 2, because the table head is row 1.
    number: (row, index) => row.setAttribute("aria-rowindex", String(index + 2)),
  });
  body.addEventListener("click", followRow);

  /** Adds a row for each day to the entries, which follow the entries of earlier calls. @param {Entry[]} entries */
  function addDays(entries) {
    const items = [];
    for (const entry of entries) {
      const time = Math.min(entry.activity.time ?? lastDay.time, lastDay.time);
      const day = formatDay(Number.isFinite(time) ? time : undefined);
      if (day !== lastDay.day) {
        const dayRow = dayRows.get(day) ?? { day };
        dayRows.set(day, dayRow);
        items.push(dayRow);
      }
      lastDay = { time, day };
      items.push(entry);
    }
    return items;
  }

  const countRows = () => table.setAttribute("aria-rowcount", String(list.items().length + 1));

  return {
    element: table,
    body,
    /** @param {Entry[]} entries */
    push(entries) {
      list.push(addDays(entries));
      countRows();
    },
    /** Replaces the entries. Entries that are already shown must be the same objects. @param {Entry[]} entries */
    replace(entries) {
      lastDay = { time: Infinity, day: "" };
      list.replace(addDays(entries));
      countRows();
    },
    clear() {
      lastDay = { time: Infinity, day: "" };
      dayRows.clear();
      list.clear();
      table.removeAttribute("aria-rowcount");
    },
    /** @returns {Entry[]} */
    entries: () => /** @type {any[]} */ (list.items()).filter(({ day }) => day === undefined),
    update: list.update,
  };
}

const renderDayRow = (/** @type {string} */ day) =>
  el(
    "tr",
    { class: "day", role: "row" },
    el("th", { scope: "rowgroup", role: "rowheader", colSpan: COLUMNS.length }, day),
  );

/** Opens the trace of a row wherever the row is pressed, so that a finger need not hit the link. */
function followRow(/** @type {MouseEvent} */ event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest("a, button") || !getSelection()?.isCollapsed) return;
  /** @type {HTMLAnchorElement | null | undefined} */ (
    target.closest("tr.activity")?.querySelector(".when a")
  )?.click();
}
