// Renders the changes of balances that a message would cause.

import { renderAccountLink } from "../shared/account-link.js";
import { el } from "../shared/dom.js";
import { formatTon, formatUnits } from "../shared/format.js";
import { readSymbol } from "../ton-edge/lib/sentences/token-symbol.js";
import { readDecimals, findToken } from "../ton-edge/lib/sentences/token.js";
import { t } from "../shared/messages.js";

/** @typedef {import("../shared/body-view.js").Page} Page */

const formatSigned = (change, text) => `${change > 0n ? "+" : ""}${text}`;
const changeClass = (change) => (change > 0n ? "plus" : change < 0n ? "minus" : "");

function renderAmount(change, text, ...more) {
  return el(
    "li",
    {},
    el("strong", { class: changeClass(change) }, formatSigned(change, text), ...more.slice(0, 2)),
    ...more.slice(2),
  );
}

const renderRange = (before, after) => el("span", { class: "range" }, `${before} → ${after}`);

function renderCoins({ change, before, after }) {
  if (change === 0n) return el("li", {}, el("strong", {}, t("no change")));
  const formatPlain = (units) => formatUnits(units, 9) ?? "";
  return renderAmount(
    change,
    formatTon(change) ?? "",
    undefined,
    undefined,
    renderRange(formatPlain(before), formatPlain(after)),
  );
}

const renderCurrencies = ({ extraCurrencies }) =>
  Object.entries(extraCurrencies).map(([id, change]) =>
    renderAmount(change, formatUnits(change, 0) ?? "", ` ${t("of currency {currency}", { currency: id })}`),
  );

/** @param {import("ton-edge/tvm").JettonChange} jetton @param {Page} page */
function renderJettonAmount({ master, change, before, after }, { metadata, book }) {
  const token = findToken(metadata, master);
  const decimals = token?.type === "jetton_masters" ? readDecimals(token) : undefined;
  const symbol = decimals === undefined ? undefined : readSymbol(token, master);
  const formatAmount = (units) => formatUnits(units, decimals ?? 0) ?? "";
  return el(
    "li",
    {},
    el(
      "strong",
      {
        class: changeClass(change),
        title: decimals === undefined ? t("In smallest units: decimals unknown") : undefined,
      },
      formatSigned(change, formatAmount(change)),
      " ",
      symbol === undefined ? (decimals === undefined ? t("units") : "") : el("bdi", {}, symbol),
    ),
    renderRange(formatAmount(before), formatAmount(after)),
    el("span", { class: "of" }, `${t("jetton")} `, renderAccountLink(master, book)),
  );
}

const renderNftLine = (sign, { nft }, book) =>
  el(
    "li",
    {},
    el("strong", { class: sign === "+" ? "plus" : "minus" }, `${sign === "+" ? "+" : "\u2212"}1 NFT`),
    renderAccountLink(nft, book),
  );

/** Renders the new status of an account, if it changes. */
function renderNewStatus({ statusBefore: before, statusAfter: after }) {
  if (before === after) return undefined;
  const statusTexts = { active: "deployed", nonexist: "deleted", frozen: "frozen", uninit: "no contract" };
  return el("span", { class: "tag" }, t(statusTexts[after] ?? after));
}

/** @param {import("ton-edge/tvm").CompletePreview} preview @param {Page} page */
export function renderChanges({ accounts, jettons, nfts }, page) {
  const wallets = new Set(jettons.map(({ wallet }) => wallet));
  const rows = new Map();
  const getRow = (account) => {
    if (!rows.has(account)) rows.set(account, []);
    return rows.get(account);
  };
  for (const change of accounts) getRow(change.account).push(renderCoins(change), ...renderCurrencies(change));
  for (const change of jettons) getRow(change.owner).push(renderJettonAmount(change, page));
  for (const change of nfts) {
    if (change.from !== null) getRow(change.from).push(renderNftLine("\u2212", change, page.book));
    if (change.to !== null) getRow(change.to).push(renderNftLine("+", change, page.book));
  }
  const accountByAddress = new Map(accounts.map((change) => [change.account, change]));
  return el(
    "ul",
    { class: "changes", "aria-label": t("Balance changes") },
    [...rows].map(([account, amounts]) =>
      el(
        "li",
        { "data-account": account },
        el(
          "div",
          { class: "who" },
          renderAccountLink(account, page.book),
          wallets.has(account) && el("span", { class: "tag" }, t("jetton wallet")),
          accountByAddress.has(account) && renderNewStatus(accountByAddress.get(account)),
        ),
        el("ul", { class: "amounts" }, amounts),
      ),
    ),
  );
}
