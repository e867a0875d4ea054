// A transaction as a list item. Only account, hash, lt and now are always present.

import { formatRoute } from "../app/route.js";
import { renderAccountLink } from "./account-link.js";
import { copyButton, el, fact } from "./dom.js";
import { formatCount, formatTime, formatTon, shorten } from "./format.js";
import { reasonOf, successOf } from "./outcome.js";
import { renderMessageDetails, renderMessageSummary } from "./message-summary.js";

/**
 * @param {any} tx a row
 * @param {Record<string, any>} book the address book of its page
 * @param {Record<string, any>} [metadata] of the tokens of its page
 */
export function renderTransactionRow(tx, book, metadata = {}) {
  const hash = String(tx.hash ?? "");
  const item = el(
    "li",
    { class: "tx" },
    el("div", { class: "tx-head" }, renderTime(tx.now), renderVerdict(tx)),
    el(
      "dl",
      { class: "tx-facts" },
      fact(
        "Hash",
        el("span", { class: "mono", title: hash }, shorten(hash, 8)),
        copyButton(hash, `hash ${shorten(hash)}`),
      ),
      fact("Logical time", el("span", { class: "mono" }, String(tx.lt ?? "unknown"))),
      fact("Fees", formatTon(tx.total_fees) ?? "unknown"),
      fact(
        "Trace",
        el(
          "a",
          { href: formatRoute({ view: "trace", text: hash }) },
          "Show trace",
          el("span", { class: "hidden" }, ` (transaction ${shorten(hash)})`),
        ),
      ),
    ),
    messages(tx, { book, metadata }),
  );
  item.dataset.hash = hash;
  item.dataset.lt = String(tx.lt ?? "");
  return item;
}

export function renderTime(now) {
  const known = formatTime(now);
  if (!known) return el("span", { class: "tx-time" }, "Time unknown");
  return el("time", { class: "tx-time", dateTime: known.iso, title: known.utc }, known.local);
}

/** Success or failure, with the chain's reason; or that neither is known. @param {any} tx a row of v3 */
export function renderVerdict(tx) {
  const success = successOf(tx);
  if (success === null) return el("span", { class: "badge plain" }, "Not known");
  if (success) return el("span", { class: "badge good" }, "Success");
  const why = reasonOf(tx);
  return el("span", { class: "badge bad" }, why ? `Failed: ${why}` : "Failed");
}

function messages({ in_msg: incoming, out_msgs: outgoing = [] }, page) {
  const out = outgoing ?? [];
  if (!incoming && out.length === 0) return undefined;
  return el(
    "ul",
    { class: "messages", "aria-label": formatCount(out.length + (incoming ? 1 : 0), "message") },
    incoming && message("In", incoming, incoming.source, "from outside the chain", page),
    out.map((one) => message("Out", one, one.destination, "to outside the chain", page)),
  );
}

function message(direction, data, party, outside, page) {
  return el(
    "li",
    { class: `msg ${direction.toLowerCase()}` },
    el("span", { class: "direction" }, direction),
    el(
      "span",
      { class: "party" },
      party ? [direction === "In" ? "from " : "to ", renderAccountLink(String(party), page.book)] : outside,
      renderMessageSummary(data, page, true),
    ),
    el("span", { class: "amount" }, formatTon(data.value) ?? el("span", { class: "note" }, "no value")),
    renderMessageDetails(data, page),
  );
}
