// Shows the rows of a response as a table. Loaded on demand.

import { el, fill } from "../shared/dom.js";
import { cutText, visibleText } from "../shared/visible-text.js";
import { Digits, parseExact } from "./exact-json.js";
import { brief, isBranch, viewUrl } from "./json-tree.js";
import { findRows } from "./response-rows.js";

/** Rows drawn at a time. */
const CHUNK = 100;
const MOST_COLUMNS = 60;
/** Characters of a cell. */
const LONGEST = 48;

/** @param {string} text of the response */
export function renderTable(text) {
  const found = findRows(parseExact(text));
  const home = el("div", { class: "response-table" });
  const place = el("div", {});
  const show = ({ path, rows }) => fill(place, tableOf(path, rows));
  if (found.length > 1) {
    const select = el(
      "select",
      { id: "explorer-table-rows" },
      found.map(({ path, rows }, at) =>
        el("option", { value: String(at) }, `${path || "the response"} (${rows.length})`),
      ),
    );
    select.addEventListener("change", () => show(found[Number(select.value)]));
    home.append(el("div", { class: "rows" }, el("label", { htmlFor: select.id }, "Rows of"), select));
  }
  home.append(place);
  show(found[0]);
  return home;
}

function tableOf(path, rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = columns.slice(0, MOST_COLUMNS);
  const numeric = new Set(shown.filter((name) => rows.every((row) => isNumber(row[name]) || row[name] === undefined)));
  const body = el("tbody", {});
  const more = el("button", { type: "button", class: "more" });
  const add = () => {
    const from = body.childElementCount;
    const next = rows.slice(from, from + CHUNK);
    body.append(...next.map((row, at) => rowOf(row, from + at, shown, numeric)));
    const rest = rows.length - body.childElementCount;
    more.hidden = rest === 0;
    more.textContent = `Show ${Math.min(CHUNK, rest)} more of ${rows.length}`;
  };
  more.addEventListener("click", add);
  add();
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
            shown.map((one) => el("th", { scope: "col", class: numeric.has(one) ? "number" : "" }, visibleText(one))),
          ),
        ),
        body,
      ),
    ),
    more,
    columns.length > shown.length &&
      el("p", { class: "pending" }, `${columns.length - shown.length} more columns are in the tree.`),
  ].filter(Boolean);
}

const isNumber = (value) => typeof value === "number" || value instanceof Digits;

const rowOf = (row, at, columns, numeric) =>
  el(
    "tr",
    {},
    el("th", { scope: "row", class: "number" }, String(at)),
    columns.map((name) => el("td", { class: numeric.has(name) ? "number" : "" }, cellOf(name, row))),
  );

function cellOf(name, row) {
  const value = row[name];
  if (value === undefined) return el("span", { class: "absent" }, "–");
  if (value instanceof Digits) return value.text;
  if (isBranch(value)) return el("span", { class: "brief" }, brief(value));
  if (typeof value !== "string") return el("span", { class: value === null ? "null" : typeof value }, String(value));
  const text = visibleText(value);
  const shown = cutText(text, LONGEST);
  const href = viewUrl(name, value, row);
  if (href) return el("a", { class: "mono", href, title: value }, `${value.slice(0, 6)}…${value.slice(-6)}`);
  return shown === text ? text : el("span", { title: cutText(text, 1000) }, shown);
}
