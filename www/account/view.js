// The account view: a summary, and tabs with history, tokens, NFTs, balance over time and the contract. A tab sends no request until it is
// first opened.

import { parseAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { formatFriendly } from "../shared/account-link.js";
import { byId, fill } from "../shared/dom.js";
import { shorten } from "../shared/format.js";
import { findKnownContract } from "../shared/known-names.js";
import { readDomain } from "../ton-edge/lib/sentences/domain.js";
import { describeError } from "../shared/errors.js";
import { connectTabs } from "../shared/connect-tabs.js";
import { createNewsButton } from "../shared/news-button.js";
import { createWatching } from "../shared/watching.js";
import { isPhrase, PHRASE_WARNING } from "../shared/secrets.js";
import { createLazyBalance } from "./lazy-balance.js";
import { createContractPanel } from "./contract-panel.js";
import { createFreshness } from "./freshness.js";
import { createHistory } from "./history.js";
import { readFilter, writeFilter } from "./history-filter.js";
import { createJettonList, createNftList } from "./holdings.js";
import { findNamedAccount } from "./named-account.js";
import { paintNetworkNote } from "./network-note.js";
import { createOwnPanel } from "./own-panel.js";
import { rememberAccount } from "../shared/recent-accounts.js";
import { createSamples } from "./samples.js";
import { createSummary } from "./summary.js";
import { t } from "../shared/messages.js";

/** Default number of rows per request; the URL may set another one. */
const PAGE_SIZE = 50;
const MAX_ROWS = 1000;
const BALANCE_ROWS = 100;
const TABS = ["history", "tokens", "nfts", "balance", "contract"];
/** Names of tabs in older links. @type {Record<string, string>} */
const OLD_TAB_NAMES = { transactions: "history", jettons: "tokens" };

/**
 * @param {import("../app/route.js").ViewUrl} url
 *   `push` shows the view even if the URL stays the same
 */
export function createView(url) {
  const input = /** @type {HTMLInputElement} */ (byId("account-input"));
  const message = byId("account-message");
  const contract = createContractPanel();
  const summary = createSummary((state, bookEntry) => {
    if (!shownAccount) return;
    const previousState = shownAccount.state;
    shownAccount.state = { known: true, found: state };
    dispatchEvent(
      new CustomEvent((state?.status ?? "nonexist") === "nonexist" ? "missed" : "found", { detail: shownAccount.text }),
    );
    if (state && state.status !== "nonexist") rememberAccount(shownAccount.account);
    url.title(`${nameForTitle(shownAccount.account, bookEntry)} · ${t("Account")}`);
    freshnessPart.read();
    watchControl.open(shownAccount.account, state);
    // Keeps the result of a get-method if the contract has the same get-methods in its new state.
    if (tab === "contract" && !(previousState.known && isSameKind(previousState.found, state)))
      contract.show(shownAccount.account, state);
  });
  const history = createHistory({
    onNewest: summary.noteNewest,
    onFilter: (filter) => url.push(shownAccount.text, { ...baseQuery(), ...writeFilter(filter) }),
  });
  const ownPanel = createOwnPanel();
  const tokens = createJettonList((jetton) =>
    formatRoute({ view: "account", text: shownAccount.text, query: { ...baseQuery(), token: jetton.toUpperCase() } }),
  );
  const nfts = createNftList();
  const balance = createLazyBalance();
  const samples = createSamples();
  /** The contents of the other tabs, loaded on first use. */
  const openFunctions = {
    tokens: () => tokens.open(shownAccount.account),
    nfts: () => nfts.open(shownAccount.account),
    balance: () => balance.open(shownAccount.account, BALANCE_ROWS),
    contract: () => contract.prepare(),
  };
  const lists = { tokens, nfts, balance };
  const parts = [summary, history, tokens, nfts, balance];
  const freshnessPart = createFreshness({ readHead: summary.refresh, readLists });
  const watchControl = createWatching(byId("account-live"), showChange);
  const changedTab = createNewsButton(byId("tab-news"), "tab-show-new", () => {
    changedTab.show("");
    shownAccount.opened.delete(tab);
    openCurrentTab();
  });
  /** The account shown: its text, raw form, rows per page, filter, state, and the tabs that have been opened. */
  let shownAccount;
  let tab = TABS[0];
  /**
   * The name that is being resolved: its text, and the controller that aborts this.
   *
   * @type {{ text: string, stop: AbortController } | undefined}
   */
  let pendingSearch;

  const tabBar = connectTabs(TABS, (name) => {
    url.replace(shownAccount.text, makeQuery(name));
    chooseTab(name);
  });
  const baseQuery = () => ({
    rows:
      shownAccount?.pageSize === undefined || shownAccount.pageSize === PAGE_SIZE
        ? undefined
        : String(shownAccount.pageSize),
  });
  const makeQuery = (name = tab) => ({
    ...baseQuery(),
    ...writeFilter(shownAccount.filter),
    tab: name === TABS[0] ? undefined : name,
  });

  byId("account-form").addEventListener("submit", (event) => {
    event.preventDefault();
    url.push(input.value.trim(), {});
  });

  /** Shows the state of the account after a change. The other tabs load again when they are opened. */
  function showChange(state) {
    history.findNewest(BigInt(state.last_transaction_lt ?? 0));
    summary.change(state);
    for (const name of Object.keys(lists)) if (name !== tab) shownAccount.opened.delete(name);
    if (tab in lists) changedTab.show(t("The account has changed: show"));
  }

  function chooseTab(name) {
    if (tab !== name) changedTab.show("");
    tab = name;
    tabBar.select(name);
    openCurrentTab();
    if (name === "contract" && shownAccount.state.known) contract.show(shownAccount.account, shownAccount.state.found);
    // Updated now, because a hidden list could not measure its rows.
    for (const list of [history, tokens, nfts]) list.update();
  }

  function openCurrentTab() {
    if (!openFunctions[tab] || shownAccount.opened.has(tab)) return;
    shownAccount.opened.add(tab);
    openFunctions[tab]();
  }

  /** Loads the history and the visible tab again; the other tabs when they are opened. */
  function readLists() {
    history.open(shownAccount.account, shownAccount.filter, shownAccount.pageSize);
    changedTab.show("");
    for (const [name, list] of Object.entries(lists)) if (shownAccount.opened.delete(name)) list.close();
    openCurrentTab();
  }

  function closeAccount() {
    freshnessPart.close();
    watchControl.close();
    changedTab.show("");
    pendingSearch?.stop.abort();
    pendingSearch = undefined;
    for (const part of [...parts, contract]) part.close();
    shownAccount = undefined;
    byId("account-shown").hidden = true;
    byId("account-entry").hidden = false;
    input.removeAttribute("aria-invalid");
    message.className = "message";
    fill(message);
  }

  /** @param {any} error @param {string} [refusalText] a text that replaces the one about invalid addresses */
  function showRefusal(error, refusalText) {
    input.setAttribute("aria-invalid", "true");
    message.classList.add("bad");
    fill(message, isPhrase(input.value) ? t(PHRASE_WARNING) : (refusalText ?? describeError(error)));
    input.focus();
    samples.load();
  }

  /** Opens the account that a domain or link names; for any other text shows that it is not an address. */
  async function openNamedAccount(text, query, error) {
    const ownSearch = (pendingSearch = { text, stop: new AbortController() });
    try {
      const account = await findNamedAccount(text, ownSearch.stop.signal, (domain) =>
        fill(message, t("Resolving {domain}…", { domain })),
      );
      if (ownSearch !== pendingSearch) return;
      pendingSearch = undefined;
      if (account === undefined) return showRefusal(error);
      if (account === null)
        return showRefusal(error, t("{domain} is not registered, or names no account.", { domain: text }));
      if (typeof account === "object") return location.replace(account.href);
      url.replace(account, query);
      view.show(account, query);
    } catch (failure) {
      if (ownSearch === pendingSearch && !ownSearch.stop.signal.aborted) showRefusal(failure);
    }
  }

  function openAccount(text, filter, pageSize, query) {
    closeAccount();
    input.value = text;
    if (text === "") return samples.load();
    let address;
    try {
      address = parseAddress(text);
    } catch (error) {
      return openNamedAccount(text, query, error);
    }
    const account = address.raw;
    paintNetworkNote(text, address);
    shownAccount = { text, pageSize, account, filter, state: { known: false }, opened: new Set() };
    byId("account-shown").hidden = false;
    byId("account-entry").hidden = true;
    freshnessPart.open();
    ownPanel.open(account);
    summary.open(account, text);
    history.open(account, filter, pageSize);
  }

  const view = {
    show(text, query, isRefresh = false) {
      const pageSize = /^\d{1,4}$/.test(query.rows ?? "")
        ? Math.min(Math.max(Number(query.rows), 1), MAX_ROWS)
        : PAGE_SIZE;
      const filter = readFilter(query);
      /** @type {(() => void) | undefined} */
      let afterResume;
      if (isRefresh) samples.forget();
      if (!isRefresh && pendingSearch?.text === text) return;
      if (isRefresh || shownAccount?.text !== text || shownAccount.pageSize !== pageSize)
        openAccount(text, filter, pageSize, query);
      else {
        for (const part of parts) part.resume();
        const isOtherFilter = JSON.stringify(filter) !== JSON.stringify(shownAccount.filter);
        shownAccount.filter = filter;
        if (isOtherFilter) history.open(shownAccount.account, filter, pageSize);
        afterResume = freshnessPart.resume;
      }
      if (!shownAccount) return;
      watchControl.show();
      const tabName = OLD_TAB_NAMES[query.tab] ?? query.tab;
      chooseTab(TABS.includes(tabName) ? tabName : TABS[0]);
      afterResume?.();
    },
    leave() {
      freshnessPart.pause();
      watchControl.leave();
      pendingSearch?.stop.abort();
      pendingSearch = undefined;
      for (const part of parts) part.pause();
    },
  };
  return view;
}

/** The domain, the name of a known contract, or the shortened address: never a label. */
const nameForTitle = (account, bookEntry) =>
  readDomain(bookEntry) ?? findKnownContract(account)?.name ?? shorten(formatFriendly(account, bookEntry));

/** Whether two states have the same get-methods. */
const isSameKind = (firstState, secondState) =>
  firstState?.status === secondState?.status &&
  String(firstState?.interfaces ?? "") === String(secondState?.interfaces ?? "");
