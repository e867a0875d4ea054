// Writes the history as a file: CSV (RFC 4180) that is safe to open in a spreadsheet, or JSON. The texts in it are English, so that programs
// can read the files of every visitor.

import { formatAmount } from "../activity/format-amount.js";
import { fillPlaceholders } from "../shared/messages.js";

/** Matches the start of a spreadsheet formula (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** Matches texts that begin like a formula but are harmless: numbers, and raw addresses of the masterchain. */
const HARMLESS_VALUE = /^-?\d+(\.\d+)?$|^-1:[\dA-F]{64}$/i;

/** @typedef {import("../activity/describe-action.js").Entry} Entry */

/** Writes an amount with its sign and without separators, so that spreadsheets can compute sums. */
function formatRecordAmount(
  /** @type {import("../activity/describe-action.js").Amount} */ amount,
  /** @type {any} */ metadata,
) {
  const { digits, symbol, exact: exactAmount } = formatAmount(amount, metadata, fillPlaceholders);
  return {
    amount: `${amount.sign === "out" ? "-" : ""}${digits.replaceAll(",", "").replace("\u2212", "-")}`,
    asset: amount.asset,
    symbol,
    in_smallest_units: !exactAmount,
  };
}

/** Returns the fields of one activity for the file. @param {Entry} entry */
export function makeRecord({ activity, page }) {
  const {
    time,
    type,
    kind,
    direction,
    state,
    why: reason,
    title,
    from,
    to,
    amounts,
    item,
    words,
    comment,
    hash,
    lt,
    id,
  } = activity;
  return {
    time: time === undefined ? null : new Date(time * 1000).toISOString(),
    type,
    kind,
    direction,
    state,
    why: reason ?? null,
    title,
    from: from ?? null,
    to: to ?? null,
    from_domain: (from && page.book[from]?.domain) ?? null,
    to_domain: (to && page.book[to]?.domain) ?? null,
    amounts: amounts.map((amount) => formatRecordAmount(amount, page.metadata)),
    nft: item ?? null,
    details: words.join(" · "),
    comment: comment ?? null,
    transaction: hash,
    lt,
    id,
  };
}

/** @param {Entry[]} entries */
export const toJson = (entries) => `${JSON.stringify(entries.map(makeRecord), null, 2)}\n`;

/** Matches what needs quotes: also semicolons and tabs, at which spreadsheets of many countries separate cells. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

const formatCell = (/** @type {unknown} */ value) => {
  const text = String(value ?? "");
  const safeText = FORMULA_START.test(text) && !HARMLESS_VALUE.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
};

const COLUMNS = /** @type {const} */ ([
  "time",
  "type",
  "kind",
  "direction",
  "state",
  "why",
  "title",
  "from",
  "to",
  "from_domain",
  "to_domain",
  "nft",
  "details",
  "comment",
  "transaction",
  "lt",
]);

/**
 * Returns a CSV file with one line for each amount, so that a column can be summed up; an entry without amounts gets one line.
 * @param {Entry[]} entries
 */
export function toCsv(entries) {
  const lines = [[...COLUMNS, "amount", "symbol", "asset", "in_smallest_units"]];
  for (const entry of entries) {
    const { amounts, ...record } = makeRecord(entry);
    for (const amount of amounts.length > 0 ? amounts : [undefined])
      lines.push([
        ...COLUMNS.map((name) => formatCell(record[name])),
        ...[amount?.amount, amount?.symbol, amount?.asset, amount && String(amount.in_smallest_units)].map(formatCell),
      ]);
  }
  return lines.map((line) => `${line.join(",")}\r\n`).join("");
}
