// Shows the rows of a response as a table. Loaded on demand.

import { el, fill } from "../shared/dom.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { Digits, parseExact } from "./exact-json.js";
import { describeBranch, isBranch, viewUrl } from "./json-tree.js";
import { findRows } from "./response-rows.js";

/** Number of rows that are drawn at a time. */
const CHUNK_ROWS = 100;
const MAX_COLUMNS = 60;
/** Maximum number of characters of a cell. */
const MAX_CELL_CHARS = 48;

/** @param {string} text of the response */
export function renderTable(text) {
  const rowLists = findRows(parseExact(text));
  const container = el("div", { class: "response-table" });
  const tablePlace = el("div", {});
  const showRows = ({ path, rows }) => fill(tablePlace, renderRows(path, rows));
  if (rowLists.length > 1) {
    const selectElement = el(
      "select",
      { id: "explorer-table-rows" },
      rowLists.map(({ path, rows }, index) =>
        el("option", { value: String(index) }, `${path || "the response"} (${rows.length})`),
      ),
    );
    selectElement.addEventListener("change", () => showRows(rowLists[Number(selectElement.value)]));
    container.append(
      el("div", { class: "rows" }, el("label", { htmlFor: selectElement.id }, "Rows of"), selectElement),
    );
  }
  container.append(tablePlace);
  showRows(rowLists[0]);
  return container;
}

function renderRows(path, rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shownColumns = columns.slice(0, MAX_COLUMNS);
  const numericColumns = new Set(
    shownColumns.filter((name) => rows.every((row) => isNumber(row[name]) || row[name] === undefined)),
  );
  const body = el("tbody", {});
  const moreButton = el("button", { type: "button", class: "more" });
  const addRows = () => {
    const start = body.childElementCount;
    const nextRows = rows.slice(start, start + CHUNK_ROWS);
    body.append(...nextRows.map((row, index) => renderRow(row, start + index, shownColumns, numericColumns)));
    const hiddenCount = rows.length - body.childElementCount;
    moreButton.hidden = hiddenCount === 0;
    moreButton.textContent = `Show ${Math.min(CHUNK_ROWS, hiddenCount)} more of ${rows.length}`;
  };
  moreButton.addEventListener("click", addRows);
  addRows();
  const name = `Rows of ${path || "the response"}`;
  return [
    el(
      "div",
      { class: "table-box", role: "region", "aria-label": name, tabIndex: 0 },
      el(
        "table",
        { class: "table" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col", class: "number" }, "#"),
            shownColumns.map((columnName) =>
              el(
                "th",
                { scope: "col", class: numericColumns.has(columnName) ? "number" : "" },
                visibleText(columnName),
              ),
            ),
          ),
        ),
        body,
      ),
    ),
    moreButton,
    columns.length > shownColumns.length &&
      el("p", { class: "pending" }, `${columns.length - shownColumns.length} more columns are in the tree.`),
  ].filter(Boolean);
}

const isNumber = (value) => typeof value === "number" || value instanceof Digits;

const renderRow = (row, index, columns, numericColumns) =>
  el(
    "tr",
    {},
    el("th", { scope: "row", class: "number" }, String(index)),
    columns.map((name) => el("td", { class: numericColumns.has(name) ? "number" : "" }, renderCell(name, row))),
  );

function renderCell(name, row) {
  const value = row[name];
  if (value === undefined) return el("span", { class: "absent" }, "–");
  if (value instanceof Digits) return value.text;
  if (isBranch(value)) return el("span", { class: "brief" }, describeBranch(value));
  if (typeof value !== "string") return el("span", { class: value === null ? "null" : typeof value }, String(value));
  const text = visibleText(value);
  const cellText = cutText(text, MAX_CELL_CHARS);
  const href = viewUrl(name, value, row);
  if (href) return el("a", { class: "mono", href, title: value }, `${value.slice(0, 6)}…${value.slice(-6)}`);
  return cellText === text ? text : el("span", { title: cutText(text, 1000) }, cellText);
}
