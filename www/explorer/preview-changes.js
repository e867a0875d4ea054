// The changes of balances that a message would cause.

import { renderAccountLink } from "../shared/account-link.js";
import { el } from "../shared/dom.js";
import { formatTon, formatUnits } from "../shared/format.js";
import { symbolOf } from "../shared/token-symbol.js";
import { decimalsOf, tokenOf } from "../shared/token.js";

/** @typedef {import("../shared/body-view.js").Page} Page */

const signed = (change, text) => `${change > 0n ? "+" : ""}${text}`;
const look = (change) => (change > 0n ? "plus" : change < 0n ? "minus" : "");

function amount(change, text, ...more) {
  return el(
    "li",
    {},
    el("strong", { class: look(change) }, signed(change, text), ...more.slice(0, 2)),
    ...more.slice(2),
  );
}

const range = (before, after) => el("span", { class: "range" }, `${before} → ${after}`);

function coins({ change, before, after }) {
  if (change === 0n) return el("li", {}, el("strong", {}, "no change"));
  const plain = (units) => formatUnits(units, 9) ?? "";
  return amount(change, formatTon(change) ?? "", undefined, undefined, range(plain(before), plain(after)));
}

const currencies = ({ extraCurrencies }) =>
  Object.entries(extraCurrencies).map(([id, change]) =>
    amount(change, formatUnits(change, 0) ?? "", ` of currency ${id}`),
  );

/** @param {import("ton-edge/tvm").JettonChange} jetton @param {Page} page */
function jettonAmount({ master, change, before, after }, { metadata, book }) {
  const token = tokenOf(metadata, master);
  const decimals = token?.type === "jetton_masters" ? decimalsOf(token) : undefined;
  const symbol = decimals === undefined ? undefined : symbolOf(token, master);
  const text = (units) => formatUnits(units, decimals ?? 0) ?? "";
  return el(
    "li",
    {},
    el(
      "strong",
      { class: look(change), title: decimals === undefined ? "In smallest units: decimals unknown" : undefined },
      signed(change, text(change)),
      " ",
      symbol === undefined ? (decimals === undefined ? "units" : "") : el("bdi", {}, symbol),
    ),
    range(text(before), text(after)),
    el("span", { class: "of" }, "jetton ", renderAccountLink(master, book)),
  );
}

const nftLine = (sign, { nft }, book) =>
  el(
    "li",
    {},
    el("strong", { class: sign === "+" ? "plus" : "minus" }, `${sign === "+" ? "+" : "\u2212"}1 NFT`),
    renderAccountLink(nft, book),
  );

/** The new status of an account, if it changes. */
function becomes({ statusBefore: before, statusAfter: after }) {
  if (before === after) return undefined;
  const words = { active: "deployed", nonexist: "deleted", frozen: "frozen", uninit: "no contract" };
  return el("span", { class: "tag" }, words[after] ?? after);
}

/** @param {import("ton-edge/tvm").CompletePreview} preview @param {Page} page */
export function renderChanges({ accounts, jettons, nfts }, page) {
  const wallets = new Set(jettons.map(({ wallet }) => wallet));
  const rows = new Map();
  const rowOf = (account) => {
    if (!rows.has(account)) rows.set(account, []);
    return rows.get(account);
  };
  for (const one of accounts) rowOf(one.account).push(coins(one), ...currencies(one));
  for (const one of jettons) rowOf(one.owner).push(jettonAmount(one, page));
  for (const one of nfts) {
    if (one.from !== null) rowOf(one.from).push(nftLine("\u2212", one, page.book));
    if (one.to !== null) rowOf(one.to).push(nftLine("+", one, page.book));
  }
  const changed = new Map(accounts.map((one) => [one.account, one]));
  return el(
    "ul",
    { class: "changes", "aria-label": "Balance changes" },
    [...rows].map(([account, amounts]) =>
      el(
        "li",
        { "data-account": account },
        el(
          "div",
          { class: "who" },
          renderAccountLink(account, page.book),
          wallets.has(account) && el("span", { class: "tag" }, "jetton wallet"),
          changed.has(account) && becomes(changed.get(account)),
        ),
        el("ul", { class: "amounts" }, amounts),
      ),
    ),
  );
}
