// The account view: a summary, and tabs with history, tokens, NFTs, balance over time and the contract. A tab sends no request before it is
// first opened.

import { parseAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { byId, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { isPhrase, PHRASE_WARNING } from "../shared/secrets.js";
import { connectTabs } from "./account-tabs.js";
import { createBalanceChart } from "./balance-chart.js";
import { createContractPanel } from "./contract-panel.js";
import { createFreshness } from "./freshness.js";
import { createHistory } from "./history.js";
import { readFilter, writeFilter } from "./history-filter.js";
import { createJettonList, createNftList } from "./holdings.js";
import { findNamedAccount } from "./named-account.js";
import { createSamples } from "./samples.js";
import { createSummary } from "./summary.js";

/** Rows of each request; the URL may name another number. */
const PAGE_SIZE = 50;
const MOST_ROWS = 1000;
const BALANCE_ROWS = 100;
const TABS = ["history", "tokens", "nfts", "balance", "contract"];
/** Names of tabs in older links. @type {Record<string, string>} */
const OLDER = { transactions: "history", jettons: "tokens" };

/**
 * @param {import("../app/route.js").ViewUrl} url
 *   `push` shows the view even if the URL stays the same
 */
export function createView(url) {
  const input = /** @type {HTMLInputElement} */ (byId("account-input"));
  const message = byId("account-message");
  const contract = createContractPanel();
  const head = createSummary((state) => {
    if (!shown) return;
    const before = shown.state;
    shown.state = { known: true, found: state };
    dispatchEvent(
      new CustomEvent((state?.status ?? "nonexist") === "nonexist" ? "missed" : "found", { detail: shown.text }),
    );
    freshness.read();
    // The result of a get-method stays if the contract is of the same kind.
    if (tab === "contract" && !(before.known && isSameKind(before.found, state))) contract.show(shown.account, state);
  });
  const history = createHistory({
    newest: head.newest,
    filtered: (filter) => url.push(shown.text, { ...base(), ...writeFilter(filter) }),
  });
  const tokens = createJettonList((jetton) =>
    formatRoute({ view: "account", text: shown.text, query: { ...base(), token: jetton.toUpperCase() } }),
  );
  const nfts = createNftList();
  const balance = createBalanceChart();
  const samples = createSamples();
  /** The contents of the tabs beside the history, loaded on first use. */
  const lazy = {
    tokens: () => tokens.open(shown.account),
    nfts: () => nfts.open(shown.account),
    balance: () => balance.open(shown.account, BALANCE_ROWS),
    contract: () => contract.prepare(),
  };
  const lists = { tokens, nfts, balance };
  const parts = [head, history, tokens, nfts, balance];
  const freshness = createFreshness({ readHead: head.refresh, readLists });
  /** The account shown: its text, its raw form, rows per page, filter, state, and the tabs already opened. */
  let shown;
  let tab = TABS[0];
  /** The name that is being resolved: its text, and what stops it. @type {{ text: string, stop: AbortController } | undefined} */
  let naming;

  const bar = connectTabs(TABS, (name) => {
    url.replace(shown.text, query(name));
    choose(name);
  });
  const base = () => ({
    rows: shown?.pageSize === undefined || shown.pageSize === PAGE_SIZE ? undefined : String(shown.pageSize),
  });
  const query = (name = tab) => ({
    ...base(),
    ...writeFilter(shown.filter),
    tab: name === TABS[0] ? undefined : name,
  });

  byId("account-form").addEventListener("submit", (event) => {
    event.preventDefault();
    url.push(input.value.trim(), {});
  });

  function choose(name) {
    tab = name;
    bar.select(name);
    openTab();
    if (name === "contract" && shown.state.known) contract.show(shown.account, shown.state.found);
    // A list that was hidden had no height.
    for (const list of [history, tokens, nfts]) list.update();
  }

  function openTab() {
    if (!lazy[tab] || shown.opened.has(tab)) return;
    shown.opened.add(tab);
    lazy[tab]();
  }

  /** Reads again the history and what the tab shows, the others when their tabs are opened. */
  function readLists() {
    history.open(shown.account, shown.filter, shown.pageSize);
    for (const [name, list] of Object.entries(lists)) if (shown.opened.delete(name)) list.close();
    openTab();
  }

  function close() {
    freshness.close();
    naming?.stop.abort();
    naming = undefined;
    for (const part of [...parts, contract]) part.close();
    shown = undefined;
    byId("account-shown").hidden = true;
    byId("account-entry").hidden = false;
    input.removeAttribute("aria-invalid");
    message.className = "message";
    fill(message);
  }

  /** @param {any} error @param {string} [words] instead of those about an address */
  function refuse(error, words) {
    input.setAttribute("aria-invalid", "true");
    message.classList.add("bad");
    fill(message, isPhrase(input.value) ? PHRASE_WARNING : (words ?? describeError(error)));
    input.focus();
    samples.load();
  }

  /** Opens the account of a domain or of a link; any other text is not an address. */
  async function openNamed(text, query, error) {
    const mine = (naming = { text, stop: new AbortController() });
    try {
      const account = await findNamedAccount(text, mine.stop.signal, (domain) => fill(message, `Resolving ${domain}…`));
      if (mine !== naming) return;
      naming = undefined;
      if (account === undefined) return refuse(error);
      if (account === null) return refuse(error, `${text} is not registered, or names no account.`);
      url.replace(account, query);
      view.show(account, query);
    } catch (failure) {
      if (mine === naming && !mine.stop.signal.aborted) refuse(failure);
    }
  }

  function open(text, filter, pageSize, query) {
    close();
    input.value = text;
    if (text === "") return samples.load();
    let account;
    try {
      account = parseAddress(text).raw;
    } catch (error) {
      return openNamed(text, query, error);
    }
    shown = { text, pageSize, account, filter, state: { known: false }, opened: new Set() };
    byId("account-shown").hidden = false;
    byId("account-entry").hidden = true;
    freshness.open();
    head.open(account, text);
    history.open(account, filter, pageSize);
  }

  const view = {
    show(text, query, again = false) {
      const pageSize = /^\d{1,4}$/.test(query.rows ?? "")
        ? Math.min(Math.max(Number(query.rows), 1), MOST_ROWS)
        : PAGE_SIZE;
      const filter = readFilter(query);
      /** @type {(() => void) | undefined} */
      let resumed;
      if (again) samples.forget();
      if (!again && naming?.text === text) return;
      if (again || shown?.text !== text || shown.pageSize !== pageSize) open(text, filter, pageSize, query);
      else {
        for (const part of parts) part.resume();
        const another = JSON.stringify(filter) !== JSON.stringify(shown.filter);
        shown.filter = filter;
        if (another) history.open(shown.account, filter, pageSize);
        resumed = () => freshness.resume(another);
      }
      if (!shown) return;
      const named = OLDER[query.tab] ?? query.tab;
      choose(TABS.includes(named) ? named : TABS[0]);
      resumed?.();
    },
    leave() {
      freshness.pause();
      naming?.stop.abort();
      naming = undefined;
      for (const part of parts) part.pause();
    },
  };
  return view;
}

/** Whether two states have the same get-methods. */
const isSameKind = (one, other) =>
  one?.status === other?.status && String(one?.interfaces ?? "") === String(other?.interfaces ?? "");
