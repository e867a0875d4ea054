// Shows the rows of a list as a table, in chunks: thousands at once would block the browser.

import { formatRoute } from "../app/route.js";
import { copyButton, el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatNumber } from "../shared/format.js";
import { markFault } from "./marked-text.js";

const FIRST = 100;
const MORE = 500;
const KINDS = { friendly: "Friendly", raw: "Raw", hash: "Hash", fault: "Fault" };

const exact = ({ raw, hash }) => raw ?? hash?.hex;
/** Non-bounceable if given so, else bounceable; for the network of the given text. */
const short = ({ flags, bounceable, nonBounceable, hash }) =>
  (flags?.bounceable === false ? nonBounceable : bounceable) ?? hash?.b64url;
const base64 = ({ hash }) => hash?.b64;

/** The columns of forms that these rows need: a name, and a function that reads the value. @returns {[string, (row: any) => string][]} */
function columnsOf(rows) {
  const addresses = rows.some(({ raw }) => raw !== undefined);
  const hashes = rows.some(({ hash }) => hash !== undefined);
  if (addresses && hashes)
    return [
      ["Raw or hexadecimal", exact],
      ["Friendly or base64url", short],
    ];
  if (addresses)
    return [
      ["Raw", exact],
      ["Friendly", short],
    ];
  return hashes
    ? [
        ["Hexadecimal", exact],
        ["Base64", base64],
        ["Base64url", short],
      ]
    : [];
}

/** @param {import("./item-check.js").Row[]} rows */
export function renderTable(rows) {
  const columns = columnsOf(rows);
  const body = el("tbody", {});
  const state = el("p", { id: "address-rows", class: "note", tabIndex: -1 });
  const more = el("button", { id: "address-more", type: "button" });
  const show = (count) => {
    const from = body.rows.length;
    body.append(...rows.slice(from, from + count).map((row) => line(row, columns)));
    const [shown, all] = [body.rows.length, rows.length];
    state.textContent =
      shown < all
        ? `Rows 1 to ${formatNumber(shown)} of ${formatNumber(all)} shown.`
        : `All ${formatNumber(all)} rows shown.`;
    state.hidden = all <= FIRST;
    more.textContent = `Show ${formatNumber(Math.min(MORE, all - shown))} more`;
    // The button is about to be hidden, and would lose the focus.
    if (shown === all && document.activeElement === more) state.focus();
    more.hidden = shown === all;
  };
  more.addEventListener("click", () => show(MORE));
  show(FIRST);
  const head = ([name, read]) =>
    el(
      "th",
      { scope: "col" },
      el("span", {}, name),
      " ",
      copyButton(() => rows.map(read).filter(Boolean).join("\n"), `column ${name}`),
    );
  return [
    // It scrolls sideways on its own, also by the keyboard.
    el(
      "div",
      { class: "scroller", role: "region", "aria-label": "Items of the list", tabIndex: 0 },
      el(
        "table",
        { id: "address-table", class: "items" },
        el(
          "thead",
          {},
          el(
            "tr",
            {},
            el("th", { scope: "col" }, "Row"),
            el("th", { scope: "col" }, "Kind"),
            head(["Given", ({ given }) => given]),
            columns.length > 0 ? columns.map(head) : el("th", { scope: "col" }, "What is wrong"),
          ),
        ),
        body,
      ),
    ),
    state,
    el("p", { class: "actions" }, more),
  ];
}

function line(row, columns) {
  const { number: place, given, kind, error } = row;
  const made = el(
    "tr",
    {},
    el(
      "th",
      { scope: "row" },
      el(
        "a",
        { href: formatRoute({ view: "address", text: given }), "aria-label": `Inspect row ${place}` },
        String(place),
      ),
    ),
    el("td", {}, el("span", { class: "kind" }, KINDS[kind]), details(row)),
    el("td", { class: "mono" }, markFault(given, error?.index)),
    error
      ? el(
          "td",
          { colSpan: Math.max(columns.length, 1) },
          `${toSentence(error.message)} `,
          el("code", { class: "note" }, error.code),
        )
      : columns.map(([, read]) => el("td", { class: "mono" }, read(row))),
  );
  made.dataset.kind = kind;
  return made;
}

function details({ flags, same, hash }) {
  const words = [
    flags && (flags.bounceable ? "bounceable" : "non-bounceable"),
    flags?.testOnly && "test only",
    flags && !flags.urlSafe && "base64",
    same && `same ${hash ? "hash" : "account"} as row ${same}`,
  ].filter(Boolean);
  return words.map((word) => el("span", { class: "detail" }, word));
}
