// Writes the rows of a list as CSV (RFC 4180) that is safe to open in a spreadsheet.

/** Matches the start of a spreadsheet formula (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Writes a text as given. An invalid text may be a formula, so it gets an apostrophe. A valid one has only letters, digits and `:+/-_=`,
 * which cannot form a harmful formula. It gets none, because programs that read the file must still recognize an address such as `-1:…`.
 */
const escapeGiven = ({ kind, given: text }) => (kind === "fault" && FORMULA_START.test(text) ? `'${text}` : text);

/** @type {[string, (row: import("./item-check.js").Row) => unknown][]} */
const COLUMNS = [
  ["row", (row) => row.number],
  ["given", escapeGiven],
  ["kind", (row) => row.kind],
  ["workchain", (row) => row.raw?.split(":")[0]],
  ["raw", (row) => row.raw],
  ["bounceable", (row) => row.bounceable],
  ["non_bounceable", (row) => row.nonBounceable],
  ["given_bounceable", (row) => row.flags?.bounceable],
  ["given_test_only", (row) => row.flags?.testOnly],
  ["given_url_safe", (row) => row.flags?.urlSafe],
  ["hash_hex", (row) => row.hash?.hex ?? row.raw?.split(":")[1].toLowerCase()],
  ["hash_base64", (row) => row.hash?.b64],
  ["hash_base64url", (row) => row.hash?.b64url],
  ["same_as_row", (row) => row.same],
  ["error_code", (row) => row.error?.code],
  // Positions count from 1, as in the message.
  ["error_character", (row) => (row.error?.index === undefined ? undefined : row.error.index + 1)],
  ["error_message", (row) => row.error?.message],
];

/** Matches what needs quotes: also semicolons and tabs, at which spreadsheets of many countries separate cells. */
const NEEDS_QUOTES = /[",;\t\r\n]/;

const formatCell = (value) => {
  const text = String(value ?? "");
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** @param {import("./item-check.js").Row[]} rows */
export const toCsv = (rows) =>
  [COLUMNS.map(([name]) => name), ...rows.map((row) => COLUMNS.map(([, read]) => formatCell(read(row))))]
    .map((line) => `${line.join(",")}\r\n`)
    .join("");
