// Renders the transactions of a preview as a tree: each line is a message with the transaction that it causes.

import { renderAccountLink } from "../shared/account-link.js";
import { el } from "../shared/dom.js";
import { toSentence } from "../shared/errors.js";
import { formatTon } from "../shared/format.js";
import { renderMessageDetails, renderMessageSummary } from "../shared/message-summary.js";
import { explainRefused, explainUnknown } from "./preview-words.js";
import { t, tNoun } from "../shared/messages.js";

/** @typedef {import("ton-edge/tvm").PreviewNode} Node @typedef {import("../shared/body-view.js").Page} Page */

/** Converts a decoded message to a row of v3, which the views read. @param {any} message */
export function toMessageRow({ info, body }) {
  const isInternal = info.type === "internal";
  return {
    source: isInternal ? info.src : null,
    destination: info.dest,
    value: isInternal ? String(info.value.coins) : undefined,
    bounced: isInternal && info.bounced === true,
    message_content: { body: body.toBase64() },
  };
}

/** @param {Node} root @param {Page} page */
export const renderPreviewTree = (root, page) =>
  el("ul", { class: "preview-tree", "aria-label": t("Transactions") }, renderNode(root, page));

function renderNode(node, page) {
  const children = node.status === "done" ? node.children : [];
  return el(
    "li",
    { "data-account": node.account },
    el(
      "div",
      { class: "step" },
      node.status === "done" ? renderTransaction(node, page) : renderStoppedCall(node, page),
    ),
    children.length > 0 &&
      el(
        "ul",
        {},
        children.map((child) => renderNode(child, page)),
      ),
  );
}

function renderTransaction({ account, success, reason, bounced, transaction: tx }, page) {
  const message = tx.inMsg ? toMessageRow(tx.inMsg) : undefined;
  const logCount = tx.outMsgs.filter(({ info }) => info.type === "external-out").length;
  return [
    el(
      "div",
      { class: "edge" },
      el("span", { class: "worth" }, (message && formatTon(message.value)) ?? t("from outside the chain")),
      ...(message ? renderMessageSummary(message, page) : []),
    ),
    el(
      "div",
      { class: "node" },
      `${t("to")} `,
      renderAccountLink(account, page.book),
      el("span", { class: `badge ${success ? "good" : "bad"}` }, t(success ? "Success" : "Failed")),
      bounced && el("span", { class: "tag bounced" }, t("bounces")),
      el("span", {}, t("fees {fees}", { fees: formatTon(tx.totalFees.coins) ?? "" })),
      logCount > 0 && el("span", {}, tNoun(logCount, "log")),
    ),
    reason && el("p", { class: "why", lang: "en" }, toSentence(reason)),
    message && renderMessageDetails(message, page),
  ];
}

function renderStoppedCall(node, page) {
  const statusText =
    node.status === "unknown"
      ? t("Not followed: {reason}.", { reason: explainUnknown(node) })
      : t("Not accepted: {reason}.", { reason: explainRefused(node) });
  return [
    el(
      "div",
      { class: "node" },
      `${t("to")} `,
      renderAccountLink(node.account, page.book),
      el("span", { class: "badge plain" }, t("Unknown")),
    ),
    el("p", { class: "why" }, statusText),
  ];
}
