// The account view: a summary, and tabs with transactions, balance over time, jettons and NFTs. A tab sends no request before it
// is first opened.

import { parseAddress } from "../ton-edge/address.js";
import { byId, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { connectTabs } from "./account-tabs.js";
import { createBalanceChart } from "./balance-chart.js";
import { createJettonList, createNftList } from "./holdings.js";
import { findBusyAccount } from "./sample-account.js";
import { createSummary } from "./summary.js";
import { createTimeline } from "./timeline.js";

/** Rows per page, the options in view.html. */
const PAGE_SIZES = [3, 10, 50];
const PAGE_SIZE = 10;
const TABS = ["transactions", "balance", "jettons", "nfts"];

/**
 * @param {import("../app/route.js").ViewUrl} url
 *   `push` shows the view even if the URL stays the same
 */
export function createView(url) {
  const input = /** @type {HTMLInputElement} */ (byId("account-input"));
  const rows = /** @type {HTMLSelectElement} */ (byId("account-rows"));
  const message = byId("account-message");
  const head = createSummary();
  const balance = createBalanceChart();
  const transactions = createTimeline((found) => {
    head.newest(found[0]);
    balance.add(found);
  });
  const held = { jettons: createJettonList(), nfts: createNftList() };
  const parts = [head, transactions, held.jettons, held.nfts];
  /** The account shown: its text, its raw form, rows per page, and the tabs of `held` already requested. */
  let shown;
  let tab = TABS[0];

  const bar = connectTabs(TABS, (name) => {
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
    const found = await findBusyAccount();
    button.removeAttribute("aria-disabled");
    // The visitor may have moved on.
    if (location.hash === before) url.push(found, query());
  }

  function choose(name) {
    tab = name;
    bar.select(name);
    byId("account-panels").dataset.tab = name;
    balance.look(name === "balance");
    if (held[name] && !shown.requested.has(name)) {
      shown.requested.add(name);
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
    fill(message, describeError(error));
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
    shown = { text, pageSize, account, requested: new Set() };
    byId("account-shown").hidden = false;
    head.open(account, text);
    transactions.open(account, pageSize);
  }

  return {
    show(text, query, again = false) {
      const pageSize = PAGE_SIZES.includes(Number(query.rows)) ? Number(query.rows) : PAGE_SIZE;
      if (again || shown?.text !== text || shown.pageSize !== pageSize) open(text, pageSize);
      else for (const part of parts) part.resume();
      if (shown) choose(TABS.includes(query.tab) ? query.tab : TABS[0]);
    },
    leave() {
      for (const part of parts) part.pause();
    },
  };
}
