// The account view: what an account is, and in tabs its transactions, its balance over time, its jettons and NFTs. A tab asks
// for nothing before it is looked at.

import { parseAddress } from "../ton-edge/address.js";
import { byId, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { chart } from "./chart.js";
import { jettons, nfts } from "./holdings.js";
import { busyAccount } from "./sample.js";
import { summary } from "./summary.js";
import { tabs } from "./tabs.js";
import { timeline } from "./timeline.js";

/** Rows at a time, as the choice in index.html has them. */
const PAGE_SIZES = [3, 10, 50];
const PAGE_SIZE = 10;
const TABS = ["transactions", "balance", "jettons", "nfts"];

/**
 * @param {{ push(text: string, query: object): void, replace(text: string, query: object): void }} url
 *   `push` shows the view even if the URL stays the same
 */
export function view(url) {
  const input = byId("account-input");
  const rows = byId("account-rows");
  const message = byId("account-message");
  const head = summary();
  const balance = chart();
  const transactions = timeline((found) => {
    head.newest(found[0]);
    balance.add(found);
  });
  const held = { jettons: jettons(), nfts: nfts() };
  const parts = [head, transactions, held.jettons, held.nfts];
  /** What is shown: account, its text, rows at a time, tab; and which of `held` were asked for. */
  let shown;
  let tab = TABS[0];

  const bar = tabs(TABS, (name) => {
    url.replace(shown.text, query(name));
    choose(name);
  });
  const query = (name = tab) => ({
    rows: Number(rows.value) === PAGE_SIZE ? undefined : rows.value,
    tab: name === TABS[0] ? undefined : name,
  });
  const submit = () => url.push(input.value.trim(), query());

  byId("account-form").addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  byId("account-sample").addEventListener("click", trySample);
  rows.addEventListener("change", () => shown && submit());

  async function trySample({ currentTarget: button }) {
    if (button.getAttribute("aria-disabled") === "true") return;
    const before = location.hash;
    button.setAttribute("aria-disabled", "true");
    const found = await busyAccount();
    button.removeAttribute("aria-disabled");
    // The visitor may have gone elsewhere.
    if (location.hash === before) url.push(found, query());
  }

  function choose(name) {
    tab = name;
    bar.select(name);
    byId("account-panels").dataset.tab = name;
    balance.look(name === "balance");
    if (held[name] && !shown.asked.has(name)) {
      shown.asked.add(name);
      held[name].open(shown.account);
    }
  }

  function close() {
    for (const part of parts) part.close();
    balance.clear();
    shown = undefined;
    byId("account-shown").hidden = true;
    input.removeAttribute("aria-invalid");
    message.className = "message";
    fill(message);
  }

  function refuse(error) {
    input.setAttribute("aria-invalid", "true");
    message.classList.add("bad");
    fill(message, describe(error));
    input.focus();
  }

  function open(text, pageSize) {
    close();
    input.value = text;
    rows.value = String(pageSize);
    if (text === "") return;
    let account;
    try {
      account = parseAddress(text).raw;
    } catch (error) {
      return refuse(error);
    }
    shown = { text, pageSize, account, asked: new Set() };
    byId("account-shown").hidden = false;
    head.open(account, text);
    transactions.open(account, pageSize);
  }

  return {
    show(text, query, again = false) {
      const pageSize = PAGE_SIZES.includes(Number(query.rows)) ? Number(query.rows) : PAGE_SIZE;
      if (again || shown?.text !== text || shown.pageSize !== pageSize) open(text, pageSize);
      else for (const part of parts) part.wake();
      if (shown) choose(TABS.includes(query.tab) ? query.tab : TABS[0]);
    },
    leave() {
      for (const part of parts) part.rest();
    },
  };
}
