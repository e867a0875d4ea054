// Many texts at once: what each is, how many are at fault, and all of it as a file.

import { el, fill } from "../page/dom.js";
import { number } from "../page/format.js";
import { AT_ONCE, check, totals } from "./check.js";
import { csv } from "./csv.js";
import { save } from "./save.js";
import { table } from "./table.js";

/** More would make the table and the file heavy for a phone. */
const MOST = 10_000;
/** After a key in a long list: the next one may be on its way. */
const REST = 150;

const many = (n, one, more = `${one}s`) => `${number(n)} ${n === 1 ? one : more}`;

/**
 * Checks the items and shows them; `show` gets what is to be shown, first the progress of a long list.
 * @param {string[]} given
 * @param {{ show(shown: import("./single.js").Shown): void, use(text: string): void, signal: AbortSignal }} how `use` shows another
 *   list instead
 */
export async function list(given, { show, use, signal }) {
  const items = given.slice(0, MOST);
  const bar = el("progress", { max: items.length, value: 0, "aria-label": "Items checked" });
  const count = el("span", {});
  if (items.length > AT_ONCE) {
    show({ tone: "note", words: "Checking", message: [el("p", { class: "what" }, bar, " ", count)], result: [] });
    count.textContent = `Checking ${many(items.length, "item")}`;
    await new Promise((done) => setTimeout(done, REST));
  }
  const rows = await check(items, (done) => {
    bar.value = done;
    count.textContent = `${number(done)} of ${number(items.length)} checked`;
  }, signal);
  if (rows) show(shown(rows, given, use));
}

/** @returns {import("./single.js").Shown} */
function shown(rows, given, use) {
  const { all, addresses, accounts, hashes, faults } = totals(rows);
  const verdict = faults === 0 ? `All ${number(all)} valid.` : `${number(all - faults)} valid, ${number(faults)} not.`;
  const told = [
    addresses > 0 && `${many(addresses, "address", "addresses")} of ${many(accounts, "account")}`,
    hashes > 0 && many(hashes, "hash", "hashes"),
  ].filter(Boolean).join(" and ");
  const left = given.length > all && `Only the first ${number(all)} of ${number(given.length)} items are looked at.`;
  const words = [told && `${told}.`, left].filter(Boolean).join(" ");
  return {
    tone: faults === 0 ? "good" : "bad",
    words: `${verdict} ${words}`,
    message: [el("p", { class: "what" }, el("strong", { id: "address-totals" }, verdict), ` ${words}`), remedy(rows, given, use)],
    result: panel(rows, faults),
  };
}

/** Links of explorers and wallets, as people collect them. */
function remedy(rows, given, use) {
  const links = rows.filter(({ error }) => error?.suggestion).length;
  if (links === 0) return undefined;
  const button = el("button", { type: "button", class: "remedy" }, `Take the addresses out of ${many(links, "link")}`);
  button.addEventListener("click", () => use(given.map((item, at) => rows[at]?.error?.suggestion ?? item).join("\n")));
  return button;
}

/** What can be done with the rows, and the rows. */
function panel(rows, faults) {
  const place = el("div", {});
  const choice = (id, words, chosen) => {
    const button = el("button", { id, type: "button", "aria-pressed": "false" }, words);
    button.addEventListener("click", () => {
      for (const one of [all, only]) one.setAttribute("aria-pressed", String(one === button));
      fill(place, table(chosen()));
    });
    return button;
  };
  const all = choice("address-all", `All (${number(rows.length)})`, () => rows);
  const only = choice("address-faults", `Only faults (${number(faults)})`, () => rows.filter(({ kind }) => kind === "fault"));
  const file = el("button", { id: "address-csv", type: "button", "aria-describedby": "address-csv-note" }, "Save as CSV");
  file.addEventListener("click", () => save("ton-addresses.csv", new Blob([csv(rows)], { type: "text/csv;charset=utf-8" })));
  all.setAttribute("aria-pressed", "true");
  fill(place, table(rows));
  return [
    el("p", { class: "actions" }, faults > 0 && faults < rows.length && [all, only], file),
    el("p", { id: "address-csv-note", class: "note" },
      "The file holds all rows with more forms. A faulty text that a spreadsheet could run as a formula ",
      "has an apostrophe before it there."),
    place,
  ];
}
