// Searches for a hash: finds its transactions in v3, requests each of them from v2, and shows both side by side.

import { loadClient } from "../shared/client.js";
import { byId, el, fact, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatTon } from "../shared/format.js";
import { readHashInput } from "../shared/hash-input.js";
import { prepareBodies } from "../shared/message-bodies.js";
import { renderMessageSummary } from "../shared/message-summary.js";
import { renderTime, renderTransactionRow } from "../shared/transaction-row.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t, tNoun } from "../shared/messages.js";

/**
 * Maximum transactions shown. A message has only two, one that sends it and one that receives it, but more would be an error of the
 * API that should be visible.
 */
const MAX_TRANSACTIONS = 5;

/** @param {{ push(text: string): void, replace(text: string): void }} url */
export function createLookup(url) {
  const input = /** @type {HTMLInputElement} */ (byId("lookup-input"));
  const message = byId("lookup-message");
  /** The current search. Each search gets a new object, so that a late response can detect that it is outdated. */
  let currentRun;

  byId("lookup-form").addEventListener("submit", (event) => {
    event.preventDefault();
    stopSearch();
    url.push(input.value.trim());
  });

  function stopSearch() {
    currentRun?.stop.abort();
    currentRun = undefined;
  }

  function showMessage(kind, ...words) {
    message.className = `message ${kind}`;
    fill(message, ...words);
  }

  async function searchHash(thisRun) {
    try {
      const { hash, signal } = thisRun;
      const client = await loadClient();
      const [{ kind, rows, book }] = await Promise.all([findByHash(client, hash, signal), prepareBodies()]);
      if (thisRun !== currentRun) return;
      // The text is removed from the URL, since it may be a private key, which looks like a hash.
      if (rows.length === 0) {
        url.replace("");
        return showMessage(
          "note",
          el(
            "p",
            {},
            t(
              "The API shows no transaction or message with this hash. A message just sent takes a block or two: search again in a moment.",
            ),
          ),
        );
      }
      showMessage(
        "good",
        el(
          "p",
          {},
          t("{kind}: {transactions}.", {
            kind,
            transactions: tNoun(rows.length, "transaction"),
          }),
        ),
      );
      for (const tx of rows) {
        const comparison = await renderBothVersions(client, tx, book, signal);
        if (thisRun !== currentRun) return;
        byId("lookup-result").append(comparison);
      }
    } catch (error) {
      if (thisRun !== currentRun) return;
      showMessage("bad", ...describeError(error));
    }
  }

  return {
    show(text) {
      if (currentRun?.text === text) return;
      if (text !== "") /** @type {HTMLDetailsElement} */ (byId("lookup")).open = true;
      stopSearch();
      input.value = text;
      input.removeAttribute("aria-invalid");
      fill(byId("lookup-result"));
      if (text === "") return showMessage("");
      const hash = readHashInput(input, showMessage);
      if (!hash) return;
      const controller = new AbortController();
      currentRun = { text, hash, stop: controller, signal: controller.signal };
      showMessage("", t("Searching…"));
      searchHash(currentRun);
    },
    leave: stopSearch,
  };
}

/** Finds transactions in v3: the one with this hash, otherwise those of the message with this hash. */
async function findByHash({ v3 }, hash, signal) {
  const response = await v3.transactions({ hash, limit: 1 }, { signal });
  if (response.transactions.length > 0)
    return { kind: t("A transaction"), rows: response.transactions, book: response.address_book ?? {} };
  const { transactions, address_book: book } = await v3.transactionsByMessage(
    { msg_hash: hash, limit: MAX_TRANSACTIONS },
    { signal },
  );
  return { kind: t("A message"), rows: transactions, book: book ?? {} };
}

async function renderBothVersions({ v2 }, tx, book, signal) {
  const row = renderTransactionRow(tx, book);
  const comparison = el(
    "section",
    { class: "found", "aria-label": t("The transaction in v3 and v2") },
    el("div", {}, el("h4", {}, t("In v3")), el("ol", { class: "rows-list" }, row)),
  );
  const v2Part = el("div", {}, el("h4", {}, t("In v2")));
  comparison.append(v2Part);
  comparison.dataset.hash = tx.hash;
  try {
    const [v2Row] = await v2.getTransactions(
      { address: tx.account, lt: tx.lt, hash: tx.hash, limit: 1, archival: true },
      { signal },
    );
    v2Part.append(
      v2Row ? renderV2(v2Row, tx, book) : el("p", { class: "message note" }, t("v2 did not find this transaction.")),
    );
  } catch (error) {
    if (signal.aborted) throw error;
    v2Part.append(el("div", { class: "message bad" }, describeError(error)));
  }
  return comparison;
}

function renderV2({ transaction_id: id, utime, fee, in_msg: incoming, out_msgs: outgoing }, tx, book) {
  const summary = incoming ? renderMessageSummary(incoming, { book, metadata: {} }, true) : [];
  const isSame = id.hash === tx.hash && String(id.lt) === String(tx.lt) && utime === tx.now;
  const box = el(
    "div",
    { class: "tx" },
    el(
      "div",
      { class: "tx-head" },
      renderTime(utime),
      isSame
        ? el("span", { class: "badge good" }, t("Same as in v3"))
        : el("span", { class: "badge bad" }, t("Differs from v3")),
    ),
    el(
      "dl",
      { class: "tx-facts" },
      fact(t("Hash"), el("span", { class: "mono" }, id.hash)),
      fact(t("Logical time"), el("span", { class: "mono" }, String(id.lt))),
      fact(t("Fees, including forwarding"), formatTon(fee) ?? t("unknown")),
      fact(t("Value received"), formatTon(incoming?.value) ?? t("none")),
      fact(t("Messages sent"), String((outgoing ?? []).length)),
      summary.length > 0
        ? fact(t("Message received"), ...summary)
        : incoming?.message && fact(t("Comment or body"), el("span", { class: "mono" }, visibleText(incoming.message))),
    ),
  );
  box.dataset.v2Hash = id.hash;
  return box;
}
