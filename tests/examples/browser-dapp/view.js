// The elements that the page shows. Texts from the chain are always inserted as plain text, since contracts write them.

import { fromNano, fromUnits } from "ton-edge/message";

import { friendly } from "./client.js";
import { explain } from "./errors.js";

/**
 * @param {string} name @param {Record<string, string>} [attributes] @param {(string | Node)[]} children
 * @returns {HTMLElement}
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** An exact amount in the reader's language. @param {string} amount */
const localized = (amount) =>
  new Intl.NumberFormat(undefined, { maximumFractionDigits: 20 }).format(/** @type {any} */ (amount));

/** @param {bigint} nanotons */
export const ton = (nanotons) => `${localized(fromNano(nanotons))} TON`;

/** @param {import("ton-edge").JettonBalance} jetton */
export const amountOf = ({ balance, decimals, symbol }) =>
  decimals === null
    ? `${balance} units`
    : `${localized(fromUnits(balance, decimals))} ${symbol ?? "of a jetton without name"}`;

/** @param {Record<string, string | Node>} rows */
const list = (rows) =>
  element(
    "dl",
    {},
    ...Object.entries(rows).map(([name, value]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value)),
    ),
  );

const address = (/** @type {string} */ raw, bounceable = false) => element("code", {}, friendly(raw, bounceable));

/** @param {import("ton-edge").AccountSummary} account @param {import("ton-edge").JettonBalance[]} jettons */
export function accountView(account, jettons) {
  const rows = { Address: address(account.address), Balance: ton(account.balance), State: account.state };
  if (account.walletType !== null) Object.assign(rows, { Wallet: account.walletType });
  if (account.domains.length > 0) Object.assign(rows, { Domains: account.domains.join(", ") });
  const held = jettons.map((jetton) =>
    element(
      "li",
      {},
      amountOf(jetton),
      ...(jetton.isScam ? [" ", element("strong", { class: "bad" }, "marked as scam")] : []),
      element("br"),
      element("small", {}, "master ", address(jetton.master, true)),
    ),
  );
  return [list(rows), held.length > 0 ? element("ul", {}, ...held) : element("p", {}, "No jettons.")];
}

/**
 * The transactions of a trace, each below the one that caused it.
 * @param {import("ton-edge").TraceSummaryNode} node @returns {HTMLElement}
 */
function branch(node) {
  const mark = node.success
    ? element("span", { class: "good" }, "done")
    : element("strong", { class: "bad" }, "failed");
  return element(
    "li",
    {},
    mark,
    ` ${node.reason ?? ""} `,
    element("small", {}, address(node.account, true), `, fees ${ton(node.totalFees)}`),
    ...(node.children.length > 0 ? [element("ol", {}, ...node.children.map(branch))] : []),
  );
}

/** @param {Extract<import("ton-edge").SendResult, { status: "complete" }>} result */
export const outcomeView = ({ success, reason, hash, trace }) => [
  element(
    "p",
    { class: success ? "good" : "bad" },
    success
      ? `Done: ${trace.transactions.length} transactions, all successful.`
      : success === null
        ? `It was executed. What came of it is ${reason}.`
        : `It failed: ${reason}.`,
  ),
  element("ol", { class: "trace" }, branch(trace.root)),
  element("p", {}, element("small", {}, "Message ", element("code", {}, hash))),
];

/** Any value of a get-method as text: amounts with all digits, bytes as hexadecimal digits. @param {unknown} value */
export const valueView = (value) => {
  const text = JSON.stringify(
    value,
    (_, item) => {
      if (typeof item === "bigint") return String(item);
      if (item instanceof Uint8Array) return Array.from(item, (byte) => byte.toString(16).padStart(2, "0")).join("");
      return item;
    },
    2,
  );
  // With a name, the box can be scrolled with the keyboard.
  return [element("pre", { tabindex: "0", role: "region", "aria-label": "Result" }, text)];
};

/** @param {unknown} error */
export function errorView(error) {
  const { message, hint, messageHash } = explain(error);
  return [
    element("p", { class: "bad" }, message),
    ...(hint ? [element("p", {}, hint)] : []),
    ...(messageHash ? [element("p", {}, element("small", {}, "Message ", element("code", {}, messageHash)))] : []),
  ];
}
