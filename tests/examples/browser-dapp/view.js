// The elements that the page shows. Texts from the chain are always inserted as plain text, since contracts write them.

import { fromNano, fromUnits } from "ton-edge/message";

import { formatFriendly } from "./client.js";
import { explain } from "./errors.js";

/**
 * @param {string} name @param {Record<string, string>} [attributes] @param {(string | Node)[]} children
 * @returns {HTMLElement}
 */
export function createElement(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** An exact amount in the reader's language. @param {string} amount */
const formatLocalized = (amount) =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(/** @type {any} */ (amount));

/** @param {bigint} nanotons */
export const formatTon = (nanotons) => `${formatLocalized(fromNano(nanotons))} TON`;

/** @param {import("ton-edge").JettonBalance} jetton */
export const formatJettonAmount = ({ balance, decimals, symbol }) =>
  decimals === null
    ? `${balance} units`
    : `${formatLocalized(fromUnits(balance, decimals))} ${symbol ?? "of a jetton without name"}`;

/** @param {Record<string, string | Node>} rows */
const list = (rows) =>
  createElement(
    "dl",
    {},
    ...Object.entries(rows).map(([name, value]) =>
      createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, value)),
    ),
  );

const address = (/** @type {string} */ raw, bounceable = false) =>
  createElement("code", {}, formatFriendly(raw, bounceable));

/** @param {import("ton-edge").AccountSummary} account @param {import("ton-edge").JettonBalance[]} jettons */
export function renderAccount(account, jettons) {
  const rows = { Address: address(account.address), Balance: formatTon(account.balance), State: account.state };
  if (account.walletType !== null) Object.assign(rows, { Wallet: account.walletType });
  if (account.domains.length > 0) Object.assign(rows, { Domains: account.domains.join(", ") });
  const jettonItems = jettons.map((jetton) =>
    createElement(
      "li",
      {},
      formatJettonAmount(jetton),
      ...(jetton.isScam ? [" ", createElement("strong", { class: "bad" }, "marked as scam")] : []),
      createElement("br"),
      createElement("small", {}, "master ", address(jetton.master, true)),
    ),
  );
  return [
    list(rows),
    jettonItems.length > 0 ? createElement("ul", {}, ...jettonItems) : createElement("p", {}, "No jettons."),
  ];
}

/**
 * The transactions of a trace, each below the one that caused it.
 * @param {import("ton-edge").TraceSummaryNode} node @returns {HTMLElement}
 */
function renderBranch(node) {
  const resultMark = node.success
    ? createElement("span", { class: "good" }, "done")
    : createElement("strong", { class: "bad" }, "failed");
  return createElement(
    "li",
    {},
    resultMark,
    ` ${node.reason ?? ""} `,
    createElement("small", {}, address(node.account, true), `, fees ${formatTon(node.totalFees)}`),
    ...(node.children.length > 0 ? [createElement("ol", {}, ...node.children.map(renderBranch))] : []),
  );
}

/** @param {Extract<import("ton-edge").SendResult, { status: "complete" }>} result */
export const renderOutcome = ({ success, reason, hash, trace }) => [
  createElement(
    "p",
    { class: success ? "good" : "bad" },
    success
      ? `Done: ${trace.transactions.length} transactions, all successful.`
      : success === null
        ? `It was executed. What came of it is ${reason}.`
        : `It failed: ${reason}.`,
  ),
  createElement("ol", { class: "trace" }, renderBranch(trace.root)),
  createElement("p", {}, createElement("small", {}, "Message ", createElement("code", {}, hash))),
];

/** Any value of a get-method as text: amounts with all digits, bytes as hexadecimal digits. @param {unknown} value */
export const renderValue = (value) => {
  const text = JSON.stringify(
    value,
    (_, item) => {
      if (typeof item === "bigint") return String(item);
      if (item instanceof Uint8Array) return Array.from(item, (byte) => byte.toString(16).padStart(2, "0")).join("");
      return item;
    },
    2,
  );
  // The name and the Tab stop let keyboard users scroll the box.
  return [createElement("pre", { tabindex: "0", role: "region", "aria-label": "Result" }, text)];
};

/** @param {unknown} error */
export function renderError(error) {
  const { message, hint, messageHash } = explain(error);
  return [
    createElement("p", { class: "bad" }, message),
    ...(hint ? [createElement("p", {}, hint)] : []),
    ...(messageHash
      ? [createElement("p", {}, createElement("small", {}, "Message ", createElement("code", {}, messageHash)))]
      : []),
  ];
}
