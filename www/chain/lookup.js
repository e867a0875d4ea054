// The search for a hash: v3 finds the transactions by it, v2 is asked for each of them; both are shown side by side.

import { loadClient } from "../page/client.js";
import { byId, el, fact, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { count, ton } from "../page/format.js";
import { readHash } from "../page/hash.js";
import { transactionRow, when } from "../page/transaction.js";

/** A message is sent by one transaction and received by another; a few more would be a fault worth seeing. */
const MOST = 5;

/** @param {{ push(text: string): void }} url */
export function lookupView(url) {
  const input = byId("lookup-input");
  const message = byId("lookup-message");
  /** The search that is shown. Replaced, so that a late answer finds itself outdated. */
  let run;

  byId("lookup-form").addEventListener("submit", (event) => {
    event.preventDefault();
    forget();
    url.push(input.value.trim());
  });

  function forget() {
    run?.stop.abort();
    run = undefined;
  }

  function say(kind, ...words) {
    message.className = `message ${kind}`;
    fill(message, ...words);
  }

  async function search(mine) {
    try {
      const { hash, signal } = mine;
      const client = await loadClient();
      const { kind, rows, book } = await byHash(client, hash, signal);
      if (mine !== run) return;
      if (rows.length === 0) return say("note", el("p", {}, "No transaction or message has this hash. One that was just sent takes a block or two: find it again in a moment."));
      say("good", el("p", {}, `${kind}: ${count(rows.length, "transaction")}.`));
      for (const tx of rows) {
        const found = await inBoth(client, tx, book, signal);
        if (mine !== run) return;
        byId("lookup-result").append(found);
      }
    } catch (error) {
      if (mine !== run) return;
      say("bad", ...describe(error));
    }
  }

  return {
    show(text) {
      if (run?.text === text) return;
      forget();
      input.value = text;
      input.removeAttribute("aria-invalid");
      fill(byId("lookup-result"));
      if (text === "") return say("");
      const hash = readHash(input, say);
      if (!hash) return;
      const stop = new AbortController();
      run = { text, hash, stop, signal: stop.signal };
      say("", "Searching…");
      search(run);
    },
    leave: forget,
  };
}

/** What v3 knows by the hash: as that of a transaction, else as that of a message. */
async function byHash({ v3 }, hash, signal) {
  const own = await v3.transactions({ hash, limit: 1 }, { signal });
  if (own.transactions.length > 0) return { kind: "A transaction", rows: own.transactions, book: own.address_book ?? {} };
  const { transactions, address_book: book } = await v3.transactionsByMessage({ msg_hash: hash, limit: MOST }, { signal });
  return { kind: "A message", rows: transactions, book: book ?? {} };
}

async function inBoth({ v2 }, tx, book, signal) {
  const row = transactionRow(tx, book);
  const found = el("section", { class: "found", "aria-label": "One transaction in both generations" },
    el("h3", {}, "As v3 tells it"), el("ol", { class: "rows-list" }, row), el("h3", {}, "As v2 tells it"));
  found.dataset.hash = tx.hash;
  try {
    const [told] = await v2.getTransactions({ address: tx.account, lt: tx.lt, hash: tx.hash, limit: 1, archival: true }, { signal });
    found.append(told ? asInV2(told, tx) : el("p", { class: "message note" }, "v2 does not find it."));
  } catch (error) {
    if (signal.aborted) throw error;
    found.append(el("div", { class: "message bad" }, describe(error)));
  }
  return found;
}

function asInV2({ transaction_id: id, utime, fee, in_msg: incoming, out_msgs: outgoing }, tx) {
  const same = id.hash === tx.hash && String(id.lt) === String(tx.lt) && utime === tx.now;
  const box = el("div", { class: "tx" },
    el("div", { class: "tx-head" }, when(utime),
      same ? el("span", { class: "badge good" }, "The same as in v3") : el("span", { class: "badge bad" }, "Not as in v3")),
    el("dl", { class: "tx-facts" },
      fact("Hash", el("span", { class: "mono" }, id.hash)),
      fact("Logical time", el("span", { class: "mono" }, String(id.lt))),
      fact("Fees, with those of messages sent", ton(fee) ?? "unknown"),
      fact("Value received", ton(incoming?.value) ?? "none"),
      fact("Messages sent", String((outgoing ?? []).length)),
      incoming?.message && fact("Comment or body", el("span", { class: "mono" }, incoming.message))));
  box.dataset.v2Hash = id.hash;
  return box;
}
