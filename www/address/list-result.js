// Inspects a list: the kind of each item, the number of faults, and all of it as a file.

import { el, fill } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";
import { toCsv } from "./csv.js";
import { checkItems, CHUNK_SIZE, countTotals } from "./item-check.js";
import { renderTable } from "./table.js";

/** Items checked; more would be slow on a phone. */
const MOST = 10_000;
/** Milliseconds after a key in a long list, since another key may follow. */
const DELAY_MS = 150;

const many = (n, one, more = `${one}s`) => `${formatNumber(n)} ${n === 1 ? one : more}`;

/**
 * Checks the items. `show` gets the result, and before it the progress of a long list.
 * @param {string[]} given
 * @param {{ show(shown: import("./text-result.js").Shown): void, use(text: string): void, signal: AbortSignal }} how `use` shows another
 *   list instead
 */
export async function inspectList(given, { show, use, signal }) {
  const items = given.slice(0, MOST);
  const bar = el("progress", { max: items.length, value: 0, "aria-label": "Items checked" });
  const count = el("span", {});
  if (items.length > CHUNK_SIZE) {
    show({ tone: "note", words: "Checking", message: [el("p", { class: "what" }, bar, " ", count)], result: [] });
    count.textContent = `Checking ${many(items.length, "item")}`;
    await new Promise((done) => setTimeout(done, DELAY_MS));
  }
  const rows = await checkItems(
    items,
    (done) => {
      bar.value = done;
      count.textContent = `${formatNumber(done)} of ${formatNumber(items.length)} checked`;
    },
    signal,
  );
  if (rows) show(shown(rows, given, use));
}

/** @returns {import("./text-result.js").Shown} */
function shown(rows, given, use) {
  const { all, addresses, accounts, hashes, faults } = countTotals(rows);
  const verdict =
    faults === 0
      ? `All ${formatNumber(all)} valid.`
      : `${formatNumber(all - faults)} valid, ${formatNumber(faults)} not.`;
  const counted = [
    addresses > 0 && `${many(addresses, "address", "addresses")} of ${many(accounts, "account")}`,
    hashes > 0 && many(hashes, "hash", "hashes"),
  ]
    .filter(Boolean)
    .join(" and ");
  const left =
    given.length > all && `Only the first ${formatNumber(all)} of ${formatNumber(given.length)} items were checked.`;
  const words = [counted && `${counted}.`, left].filter(Boolean).join(" ");
  return {
    tone: faults === 0 ? "good" : "bad",
    words: `${verdict} ${words}`,
    message: [
      el("p", { class: "what" }, el("strong", { id: "address-totals" }, verdict), ` ${words}`),
      remedy(rows, given, use),
    ],
    result: panel(rows, faults),
  };
}

/** Offers to replace links of explorers and wallets by the addresses in them. */
function remedy(rows, given, use) {
  const links = rows.filter(({ error }) => error?.suggestion).length;
  if (links === 0) return undefined;
  const button = el("button", { type: "button", class: "remedy" }, `Extract the addresses from ${many(links, "link")}`);
  button.addEventListener("click", () => use(given.map((item, at) => rows[at]?.error?.suggestion ?? item).join("\n")));
  return button;
}

/** The actions on the rows, and the table. */
function panel(rows, faults) {
  const place = el("div", {});
  const choice = (id, words, chosen) => {
    const button = el("button", { id, type: "button", "aria-pressed": "false" }, words);
    button.addEventListener("click", () => {
      for (const one of [all, only]) one.setAttribute("aria-pressed", String(one === button));
      fill(place, renderTable(chosen()));
    });
    return button;
  };
  const all = choice("address-all", `All (${formatNumber(rows.length)})`, () => rows);
  const only = choice("address-faults", `Only faults (${formatNumber(faults)})`, () =>
    rows.filter(({ kind }) => kind === "fault"),
  );
  const file = el(
    "button",
    { id: "address-csv", type: "button", "aria-describedby": "address-csv-note" },
    "Save as CSV",
  );
  file.addEventListener("click", () =>
    saveFile("ton-addresses.csv", new Blob([toCsv(rows)], { type: "text/csv;charset=utf-8" })),
  );
  all.setAttribute("aria-pressed", "true");
  fill(place, renderTable(rows));
  return [
    el("p", { class: "actions" }, faults > 0 && faults < rows.length && [all, only], file),
    el(
      "p",
      { id: "address-csv-note", class: "note" },
      "The file holds all rows in more forms. A faulty text that a spreadsheet could run as a formula ",
      "starts with an apostrophe.",
    ),
    place,
  ];
}
