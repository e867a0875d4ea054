// Shows the rows of a list as a table, in chunks, because rendering thousands at once would block the browser.

import { formatRoute } from "../app/route.js";
import { copyButton, el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { markFault } from "./marked-text.js";
import { t } from "../shared/messages.js";

const FIRST_ROWS = 100;
const MORE_ROWS = 500;
const KINDS = { friendly: "Friendly", raw: "Raw", hash: "Hash", fault: "Fault" };

const readExactForm = ({ raw, hash }) => raw ?? hash?.hex;
/**
 * Returns the non-bounceable form if the given text is non-bounceable, otherwise the bounceable one; for the network of
 * the given text.
 */
const readShortForm = ({ flags, bounceable, nonBounceable, hash }) =>
  (flags?.bounceable === false ? nonBounceable : bounceable) ?? hash?.b64url;
const readBase64 = ({ hash }) => hash?.b64;

/**
 * Returns the columns of forms that these rows need: a name, and a function that reads the value.
 *
 * @returns {[string, (row: any) => string][]}
 */
function chooseColumns(rows) {
  const hasAddresses = rows.some(({ raw }) => raw !== undefined);
  const hasHashes = rows.some(({ hash }) => hash !== undefined);
  if (hasAddresses && hasHashes)
    return [
      ["Raw or hexadecimal", readExactForm],
      ["Friendly or base64url", readShortForm],
    ];
  if (hasAddresses)
    return [
      ["Raw", readExactForm],
      ["Friendly", readShortForm],
    ];
  return hasHashes
    ? [
        ["Hexadecimal", readExactForm],
        ["Base64", readBase64],
        ["Base64url", readShortForm],
      ]
    : [];
}

/** @param {import("./item-check.js").Row[]} rows */
export function renderTable(rows) {
  const columns = chooseColumns(rows);
  const body = el("tbody", {});
  const rowCountElement = el("p", { id: "address-rows", class: "note", tabIndex: -1 });
  const moreButton = el("button", { id: "address-more", type: "button" });
  const showRows = (count) => {
    const start = body.rows.length;
    body.append(...rows.slice(start, start + count).map((row) => renderLine(row, columns)));
    const [shownCount, totalCount] = [body.rows.length, rows.length];
    rowCountElement.textContent =
      shownCount < totalCount
        ? t("Rows 1 to {shown} of {all} shown.", { shown: formatNumber(shownCount), all: formatNumber(totalCount) })
        : t("All {count} rows shown.", { count: formatNumber(totalCount) });
    rowCountElement.hidden = totalCount <= FIRST_ROWS;
    moreButton.textContent = t("Show {count} more", {
      count: formatNumber(Math.min(MORE_ROWS, totalCount - shownCount)),
    });
    // Moves the focus first, since the button is about to be hidden.
    if (shownCount === totalCount && document.activeElement === moreButton) rowCountElement.focus();
    moreButton.hidden = shownCount === totalCount;
  };
  moreButton.addEventListener("click", () => showRows(MORE_ROWS));
  showRows(FIRST_ROWS);
  const renderHead = ([name, read]) =>
    el(
      "th",
      { scope: "col" },
      el("span", {}, t(name)),
      " ",
      copyButton(() => rows.map(read).filter(Boolean).join("\n"), t("column {name}", { name: t(name) })),
    );
  return [
    // Only the table scrolls sideways; focusable, so that the keyboard can scroll it.
    el(
      "div",
      { class: "scroller", role: "region", "aria-label": t("Items of the list"), tabIndex: 0 },
      el(
        "table",
        { id: "address-table", class: "items" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, t("Row")),
            el("th", { scope: "col" }, t("Kind")),
            renderHead(["Given", ({ given: givenText }) => givenText]),
            columns.length > 0 ? columns.map(renderHead) : el("th", { scope: "col" }, t("What is wrong")),
          ),
        ),
        body,
      ),
    ),
    rowCountElement,
    el("p", { class: "actions" }, moreButton),
  ];
}

function renderLine(row, columns) {
  const { number: rowNumber, given: inputText, kind, error } = row;
  const element = el(
    "tr",
    {},
    el(
      "th",
      { scope: "row" },
      el(
        "a",
        {
          href: formatRoute({ view: "address", text: inputText }),
          "aria-label": t("Inspect row {row}", { row: rowNumber }),
        },
        String(rowNumber),
      ),
    ),
    el("td", {}, el("span", { class: "kind" }, t(KINDS[kind])), renderDetails(row)),
    el("td", { class: "mono" }, markFault(inputText, error?.index)),
    error
      ? el(
          "td",
          { colSpan: Math.max(columns.length, 1) },
          el("span", { lang: "en" }, toSentence(error.message)),
          " ",
          el("code", { class: "note" }, error.code),
        )
      : columns.map(([, read]) => el("td", { class: "mono" }, read(row))),
  );
  element.dataset.kind = kind;
  return element;
}

function renderDetails({ flags, same, hash }) {
  const detailTexts = [
    flags && t(flags.bounceable ? "bounceable" : "non-bounceable"),
    flags?.testOnly && t("test only"),
    flags && !flags.urlSafe && "base64",
    same && t(hash ? "same hash as row {row}" : "same account as row {row}", { row: same }),
  ].filter(Boolean);
  return detailTexts.map((text) => el("span", { class: "detail" }, text));
}
