// Inspects a list: shows the kind of each item and the number of invalid ones, and can save everything as a file.

import { el, fill } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";
import { toCsv } from "./csv.js";
import { checkItems, CHUNK_SIZE, countTotals } from "./item-check.js";
import { renderTable } from "./table.js";

/** Maximum items that are checked; more would be slow on a phone. */
const MAX_ITEMS = 10_000;
/** Milliseconds to wait after a key press in a long list, since another may follow. */
const DELAY_MS = 150;

const formatCounted = (n, singular, plural = `${singular}s`) => `${formatNumber(n)} ${n === 1 ? singular : plural}`;

/**
 * Checks the items. Calls `show` with the progress of a long list, and then with the result.
 * @param {string[]} givenItems
 * @param {{ show(shown: import("./text-result.js").Shown): void, use(text: string): void, signal: AbortSignal }} how `use` shows another
 *   list instead
 */
export async function inspectList(givenItems, { show, use: useText, signal }) {
  const items = givenItems.slice(0, MAX_ITEMS);
  const bar = el("progress", { max: items.length, value: 0, "aria-label": "Items checked" });
  const count = el("span", {});
  if (items.length > CHUNK_SIZE) {
    show({ tone: "note", words: "Checking", message: [el("p", { class: "what" }, bar, " ", count)], result: [] });
    count.textContent = `Checking ${formatCounted(items.length, "item")}`;
    await new Promise((doneCount) => setTimeout(doneCount, DELAY_MS));
  }
  const rows = await checkItems(
    items,
    (doneCount) => {
      bar.value = doneCount;
      count.textContent = `${formatNumber(doneCount)} of ${formatNumber(items.length)} checked`;
    },
    signal,
  );
  if (rows) show(makeShown(rows, givenItems, useText));
}

/** @returns {import("./text-result.js").Shown} */
function makeShown(rows, givenItems, useText) {
  const { all: allCount, addresses, accounts, hashes, faults } = countTotals(rows);
  const verdict =
    faults === 0
      ? `All ${formatNumber(allCount)} valid.`
      : `${formatNumber(allCount - faults)} valid, ${formatNumber(faults)} not.`;
  const countText = [
    addresses > 0 && `${formatCounted(addresses, "address", "addresses")} of ${formatCounted(accounts, "account")}`,
    hashes > 0 && formatCounted(hashes, "hash", "hashes"),
  ]
    .filter(Boolean)
    .join(" and ");
  const leftOutText =
    givenItems.length > allCount &&
    `Only the first ${formatNumber(allCount)} of ${formatNumber(givenItems.length)} items were checked.`;
  const summary = [countText && `${countText}.`, leftOutText].filter(Boolean).join(" ");
  return {
    tone: faults === 0 ? "good" : "bad",
    words: `${verdict} ${summary}`,
    message: [
      el("p", { class: "what" }, el("strong", { id: "address-totals" }, verdict), ` ${summary}`),
      renderRemedy(rows, givenItems, useText),
    ],
    result: renderPanel(rows, faults),
  };
}

/** Renders an offer to replace links of explorers and wallets by the addresses in them. */
function renderRemedy(rows, givenItems, useText) {
  const links = rows.filter(({ error }) => error?.suggestion).length;
  if (links === 0) return undefined;
  const button = el(
    "button",
    { type: "button", class: "remedy" },
    `Extract the addresses from ${formatCounted(links, "link")}`,
  );
  button.addEventListener("click", () =>
    useText(givenItems.map((item, index) => rows[index]?.error?.suggestion ?? item).join("\n")),
  );
  return button;
}

/** Renders the actions on the rows, and the table. */
function renderPanel(rows, faults) {
  const tablePlace = el("div", {});
  const makeChoice = (id, summary, selectRows) => {
    const button = el("button", { id, type: "button", "aria-pressed": "false" }, summary);
    button.addEventListener("click", () => {
      for (const choiceButton of [allButton, faultsButton])
        choiceButton.setAttribute("aria-pressed", String(choiceButton === button));
      fill(tablePlace, renderTable(selectRows()));
    });
    return button;
  };
  const allButton = makeChoice("address-all", `All (${formatNumber(rows.length)})`, () => rows);
  const faultsButton = makeChoice("address-faults", `Only faults (${formatNumber(faults)})`, () =>
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
  allButton.setAttribute("aria-pressed", "true");
  fill(tablePlace, renderTable(rows));
  return [
    el("p", { class: "actions" }, faults > 0 && faults < rows.length && [allButton, faultsButton], file),
    el(
      "p",
      { id: "address-csv-note", class: "note" },
      "The file holds all rows in more forms. A faulty text that a spreadsheet could run as a formula ",
      "starts with an apostrophe.",
    ),
    tablePlace,
  ];
}
