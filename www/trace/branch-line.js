// Renders a branch as one line: the message with its value and operation, and the transaction that received it.

import { renderAccountLink } from "../shared/account-link.js";
import { el } from "../shared/dom.js";
import { formatTon } from "../shared/format.js";
import { renderMessageSummary } from "../shared/message-summary.js";
import { renderVerdict } from "../shared/transaction-row.js";
import { t } from "../shared/messages.js";

/** Branches at deeper levels are not indented further, but show the number of their level. */
const MAX_INDENT_LEVELS = 12;

/** @param {import("./branches.js").Branch} branch @param {import("../shared/body-view.js").Page} page @param {string} id */
export function renderBranchLine(branch, page, id) {
  const { message, transaction, level } = branch;
  const item = el(
    "li",
    {
      id,
      role: "treeitem",
      class: transaction ? "branch" : "branch bare",
      tabIndex: -1,
      "aria-level": String(level),
      "aria-posinset": String(branch.at),
      "aria-setsize": String(branch.parent?.children.length ?? 1),
    },
    el(
      "div",
      { class: "branch-box" },
      renderToggle(branch),
      el("div", { class: "edge" }, renderEdge(message, level, page)),
      " ",
      el("div", { class: "node" }, renderNode(branch, page.book)),
    ),
  );
  item.style.setProperty("--level", String(Math.min(level, MAX_INDENT_LEVELS) - 1));
  item.dataset.key = branch.key;
  item.dataset.hash = branch.hash ?? "";
  item.dataset.message = message?.hash ?? "";
  item.dataset.parent = branch.parent?.hash ?? "";
  return item;
}

/** A control for pointers; with the keyboard, the line itself expands and collapses. */
const renderToggle = ({ children }) =>
  children.length === 0
    ? el("span", { class: "toggle" })
    : el("button", { type: "button", class: "toggle", tabIndex: -1 });

function renderEdge(message, level, page) {
  return [
    level > MAX_INDENT_LEVELS && el("span", { class: "deep" }, t("level {level}", { level })),
    message
      ? el(
          "span",
          { class: "worth" },
          formatTon(message.value) ?? t(message.source ? "no value" : "from outside the chain"),
        )
      : el("span", { class: "worth" }, t("no message")),
    ...(message ? renderMessageSummary(message, page) : []),
  ];
}

function renderNode({ message, transaction, hash }, book) {
  if (!transaction && hash) return el("span", { class: "note" }, t("The API did not send this transaction."));
  if (!transaction) {
    const destination = message?.destination;
    const isOutside = !destination || String(destination).startsWith("ext$");
    return isOutside
      ? el("span", { class: "note" }, t("to outside the chain: a log"))
      : [
          `${t("to")} `,
          renderAccountLink(String(destination), book),
          el("span", { class: "badge plain" }, t("On its way")),
        ];
  }
  return [
    renderAccountLink(String(transaction.account), book),
    transaction.emulated === true ? el("span", { class: "badge plain" }, t("Expected")) : renderVerdict(transaction),
    el("span", { class: "fees" }, t("fees {fees}", { fees: formatTon(transaction.total_fees) ?? t("unknown") })),
  ];
}
