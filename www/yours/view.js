// The visitor's own view: watched accounts with their balances, labels, recent accounts, and the file that moves them to another device.

import { renderAccountLink } from "../shared/account-link.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { formatNumber, formatTon } from "../shared/format.js";
import { deleteNames, onNamesChange, readNamesFault, readOwnNames, setLabel, setWatched } from "../shared/own-names.js";
import { t, tCount } from "../shared/messages.js";
import { createPolling } from "../shared/polling.js";
import { forgetAccounts, readRecentAccounts } from "../shared/recent-accounts.js";
import { saveFile } from "../shared/save-file.js";
import { MAX_FILE_BYTES, mergeNames, NamesFileError, parseFile, writeFile } from "./names-file.js";

const STATUS_TEXTS = { active: "", uninit: "Not deployed", frozen: "Frozen", nonexist: "No account" };

export function createView() {
  /** The address book and the states of the watched accounts, by raw address. @type {{ book: Record<string, any>, states: Map<string, any> }} */
  let loadedData = { book: {}, states: new Map() };
  let isShown = false;
  const polling = createPolling("yours", refresh);
  const file = /** @type {HTMLInputElement} */ (byId("yours-file"));

  /** One request for the states of all watched accounts. */
  async function refresh(signal, isCurrent) {
    const addresses = [...readOwnNames().watched];
    if (addresses.length === 0) return;
    const { v3 } = await loadClient();
    const { accounts, address_book: book } = await v3.accountStates(
      { address: addresses, include_boc: false },
      { signal },
    );
    if (!isCurrent()) return;
    loadedData = {
      book: book ?? {},
      states: new Map(accounts.map((state) => [String(state.address).toUpperCase(), state])),
    };
    paintBalances();
  }

  function paintView() {
    if (!isShown) return;
    const { labels, watched: watchedAccounts } = readOwnNames();
    paintProblem();
    const recentAccounts = readRecentAccounts();
    paintList("watched", "none", [...watchedAccounts], renderWatchedAccount);
    paintList("labels", "no-labels", [...labels.keys()], renderLabel);
    paintList("recent", "no-recent", recentAccounts, (address) => [renderAccountLink(address, loadedData.book)]);
    byId("yours-count").textContent = labels.size > 0 ? formatNumber(labels.size) : "";
    byId("yours-forget").hidden = recentAccounts.length === 0;
    byId("yours-pause").hidden = watchedAccounts.size === 0;
    paintBalances();
    if (watchedAccounts.size > 0) polling.open();
    else polling.close();
  }

  function paintList(name, emptyName, addresses, render) {
    byId(`yours-${emptyName}`).hidden = addresses.length > 0;
    fill(
      byId(`yours-${name}`),
      addresses.map((address) => el("li", { "data-address": address }, render(address))),
    );
  }

  function renderWatchedAccount(address) {
    const unwatchButton = el(
      "button",
      { type: "button", "aria-label": t("Remove from the watched accounts") },
      t("Remove"),
    );
    unwatchButton.addEventListener("click", () => showMessage(setWatched(address, false)));
    return [
      renderAccountLink(address, loadedData.book, { picture: true }),
      el("span", { class: "sum" }, "…"),
      unwatchButton,
    ];
  }

  function renderLabel(address) {
    const removeButton = el("button", { type: "button", "aria-label": t("Remove the label") }, t("Remove"));
    removeButton.addEventListener("click", () => showMessage(setLabel(address, "")));
    return [renderAccountLink(address, loadedData.book), removeButton];
  }

  /** Only the texts change: a new row would lose the focus. */
  function paintBalances() {
    for (const row of byId("yours-watched").children) {
      const state = loadedData.states.get(row.getAttribute("data-address"));
      const status = state && t(STATUS_TEXTS[state.status] ?? String(state.status));
      const text = state ? [formatTon(state.balance ?? "0") ?? t("unknown"), status].filter(Boolean).join(" · ") : "…";
      const sum = row.querySelector(".sum");
      if (sum.textContent !== text) sum.textContent = text;
    }
  }

  function paintProblem() {
    const fault = readNamesFault();
    const box = byId("yours-problem");
    box.hidden = fault === "";
    if (fault === "") return;
    const clearButton = el("button", { type: "button" }, t("Delete them"));
    clearButton.addEventListener("click", () => showMessage(deleteNames()));
    fill(
      box,
      fault === "blocked"
        ? t("This browser blocks the storage of this web app, so that labels and watched accounts cannot be kept.")
        : el("p", {}, t("The stored labels cannot be read, since another program or version has written them.")),
      fault === "malformed" && clearButton,
    );
  }

  /** @param {string | undefined} text @param {boolean} [isGood] */
  function showMessage(text, isGood = false) {
    const message = byId("yours-imported");
    message.className = text === undefined ? "message" : `message ${isGood ? "note" : "bad"}`;
    message.textContent = text ?? "";
  }

  async function importFile() {
    const [chosenFile] = file.files ?? [];
    if (!chosenFile) return;
    try {
      const text = chosenFile.size > MAX_FILE_BYTES ? " ".repeat(MAX_FILE_BYTES + 1) : await chosenFile.text();
      const result = mergeNames(parseFile(text));
      if ("refusal" in result) return showMessage(result.refusal);
      const { added: addedCount, replaced: replacedCount, watched: watchedCount } = result;
      showMessage(
        t("Imported: {labels}, {replaced} replaced, {watched}.", {
          labels: tCount(addedCount, "{count} new label", "{count} new labels"),
          replaced: replacedCount,
          watched: tCount(watchedCount, "{count} new watched account", "{count} new watched accounts"),
        }),
        true,
      );
    } catch (error) {
      showMessage(
        `${t("Nothing was imported.")} ${error instanceof NamesFileError ? error.message : t("The file cannot be read.")}`,
      );
    } finally {
      // The same file can be chosen again.
      file.value = "";
    }
  }

  byId("yours-export").addEventListener("click", () =>
    saveFile("ton-edge-names.json", new Blob([writeFile()], { type: "application/json" })),
  );
  byId("yours-import").addEventListener("click", () => file.click());
  file.addEventListener("change", importFile);
  byId("yours-forget").addEventListener("click", () => {
    forgetAccounts();
    paintView();
  });
  onNamesChange(paintView);

  return {
    show(_text, _query, isRefresh) {
      isShown = true;
      if (isRefresh) loadedData = { book: {}, states: new Map() };
      showMessage(undefined);
      paintView();
    },
    leave() {
      isShown = false;
      polling.close();
    },
  };
}
