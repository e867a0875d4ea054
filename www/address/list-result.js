// Inspects a list: shows the kind of each item and the number of invalid ones, and can save everything as a file.

import { el, fill } from "../shared/dom.js";
import { formatNumber } from "../shared/format.js";
import { saveFile } from "../shared/save-file.js";
import { toCsv } from "./csv.js";
import { checkItems, CHUNK_SIZE, countTotals } from "./item-check.js";
import { renderTable } from "./table.js";
import { t, tCount } from "../shared/messages.js";

/** Maximum items that are checked; more would be slow on a phone. */
const MAX_ITEMS = 10_000;
/** Milliseconds to wait after a key press in a long list, since another may follow. */
const DELAY_MS = 150;

/** Numbers of lists have separators between thousands. */
const tCounted = (n, one, other, values = {}) => tCount(n, one, other, { count: formatNumber(n), ...values });

/**
 * Checks the items. Calls `show` with the progress of a long list, and then with the result.
 * @param {string[]} inputItems
 * @param {{ show(shown: import("./text-result.js").Shown): void, use(text: string): void, signal: AbortSignal }} how `use` shows another
 *   list instead
 */
export async function inspectList(inputItems, { show, use: useText, signal }) {
  const items = inputItems.slice(0, MAX_ITEMS);
  const bar = el("progress", { max: items.length, value: 0, "aria-label": t("Items checked") });
  const count = el("span", {});
  if (items.length > CHUNK_SIZE) {
    show({ tone: "note", words: t("Checking"), message: [el("p", { class: "what" }, bar, " ", count)], result: [] });
    count.textContent = tCounted(items.length, "Checking {count} item", "Checking {count} items");
    await new Promise((doneCount) => setTimeout(doneCount, DELAY_MS));
  }
  const rows = await checkItems(
    items,
    (doneCount) => {
      bar.value = doneCount;
      count.textContent = t("{done} of {all} checked", {
        done: formatNumber(doneCount),
        all: formatNumber(items.length),
      });
    },
    signal,
  );
  if (rows) show(makeVisibleRows(rows, inputItems, useText));
}

/** @returns {import("./text-result.js").Shown} */
function makeVisibleRows(rows, inputItems, useText) {
  const { all: allCount, addresses, accounts, hashes, faults } = countTotals(rows);
  const summaryText =
    faults === 0
      ? t("All {count} valid.", { count: formatNumber(allCount) })
      : t("{valid} valid, {faults} not.", { valid: formatNumber(allCount - faults), faults: formatNumber(faults) });
  const countText = [
    addresses > 0 &&
      t("{addresses} of {accounts}", {
        addresses: tCounted(addresses, "{count} address", "{count} addresses"),
        accounts: tCounted(accounts, "{count} account", "{count} accounts"),
      }),
    hashes > 0 && tCounted(hashes, "{count} hash", "{count} hashes"),
  ]
    .filter(Boolean)
    .join(t(" and "));
  const leftOutText =
    inputItems.length > allCount &&
    t("Only the first {count} of {all} items were checked.", {
      count: formatNumber(allCount),
      all: formatNumber(inputItems.length),
    });
  const summary = [countText && `${countText}.`, leftOutText].filter(Boolean).join(" ");
  return {
    tone: faults === 0 ? "good" : "bad",
    words: `${summaryText} ${summary}`,
    message: [
      el("p", { class: "what" }, el("strong", { id: "address-totals" }, summaryText), ` ${summary}`),
      renderRemedy(rows, inputItems, useText),
    ],
    result: renderPanel(rows, faults),
  };
}

/** Renders an offer to replace links of explorers and wallets by the addresses in them. */
function renderRemedy(rows, inputItems, useText) {
  const links = rows.filter(({ error }) => error?.suggestion).length;
  if (links === 0) return undefined;
  const button = el(
    "button",
    { type: "button", class: "remedy" },
    tCounted(links, "Extract the addresses from {count} link", "Extract the addresses from {count} links"),
  );
  button.addEventListener("click", () =>
    useText(inputItems.map((item, index) => rows[index]?.error?.suggestion ?? item).join("\n")),
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
  const allButton = makeChoice("address-all", t("All ({count})", { count: formatNumber(rows.length) }), () => rows);
  const faultsButton = makeChoice("address-faults", t("Only invalid ({count})", { count: formatNumber(faults) }), () =>
    rows.filter(({ kind }) => kind === "fault"),
  );
  const file = el(
    "button",
    { id: "address-csv", type: "button", "aria-describedby": "address-csv-note" },
    t("Save as CSV"),
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
      t(
        "The file holds all rows in more forms. A faulty text that a spreadsheet could run as a formula starts with an apostrophe.",
      ),
    ),
    tablePlace,
  ];
}
