// Renders a transaction as a list item. Of its fields, only account, hash, lt and now are always present.

import { formatRoute } from "../app/route.js";
import { renderAccountLink } from "./account-link.js";
import { copyButton, el, fact } from "./dom.js";
import { formatTime, formatTon, shorten } from "./format.js";
import { translateWords } from "../activity/translate-words.js";
import { describeFailure, readSuccess } from "./outcome.js";
import { renderMessageDetails, renderMessageSummary } from "./message-summary.js";
import { t, tNoun } from "./messages.js";

/**
 * @param {any} tx a row
 * @param {Record<string, any>} book the address book of the response
 * @param {Record<string, any>} [metadata] the token metadata of the response
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
        t("Hash"),
        el("span", { class: "mono", title: hash }, shorten(hash, 8)),
        copyButton(hash, t("hash {hash}", { hash: shorten(hash) })),
      ),
      fact(t("Logical time"), el("span", { class: "mono" }, String(tx.lt ?? t("unknown")))),
      fact(t("Fees"), formatTon(tx.total_fees) ?? t("unknown")),
      fact(
        t("Trace"),
        el(
          "a",
          { href: formatRoute({ view: "trace", text: hash }) },
          t("Show trace"),
          el("span", { class: "hidden" }, t(" (transaction {hash})", { hash: shorten(hash) })),
        ),
      ),
    ),
    renderMessages(tx, { book, metadata }),
  );
  item.dataset.hash = hash;
  item.dataset.lt = String(tx.lt ?? "");
  return item;
}

export function renderTime(now) {
  const formattedTime = formatTime(now);
  if (!formattedTime) return el("span", { class: "tx-time" }, t("Time unknown"));
  return el("time", { class: "tx-time", dateTime: formattedTime.iso, title: formattedTime.utc }, formattedTime.local);
}

/** Renders success, failure with its reason, or that the outcome is unknown. @param {any} tx a row of v3 */
export function renderVerdict(tx) {
  const success = readSuccess(tx);
  if (success === null) return el("span", { class: "badge plain" }, t("Not known"));
  if (success) return el("span", { class: "badge good" }, t("Success"));
  const reason = translateWords(describeFailure(tx));
  return el("span", { class: "badge bad" }, reason ? t("Failed: {reason}", { reason }) : t("Failed"));
}

function renderMessages({ in_msg: incoming, out_msgs: outgoing = [] }, page) {
  const sentMessages = outgoing ?? [];
  if (!incoming && sentMessages.length === 0) return undefined;
  return el(
    "ul",
    {
      class: "messages",
      "aria-label": tNoun(sentMessages.length + (incoming ? 1 : 0), "message"),
    },
    incoming && renderMessage("In", incoming, incoming.source, t("from outside the chain"), page),
    sentMessages.map((sentMessage) =>
      renderMessage("Out", sentMessage, sentMessage.destination, t("to outside the chain"), page),
    ),
  );
}

function renderMessage(direction, data, party, outsideText, page) {
  return el(
    "li",
    { class: `msg ${direction.toLowerCase()}` },
    el("span", { class: "direction" }, t(direction)),
    el(
      "span",
      { class: "party" },
      party ? [`${t(direction === "In" ? "from" : "to")} `, renderAccountLink(String(party), page.book)] : outsideText,
      renderMessageSummary(data, page, true),
    ),
    el("span", { class: "amount" }, formatTon(data.value) ?? el("span", { class: "note" }, t("no value"))),
    renderMessageDetails(data, page),
  );
}
