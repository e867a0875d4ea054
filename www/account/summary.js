// The summary of an account: its balance, state and contract, from v3.

import { formatRoute } from "../app/route.js";
import { formatFriendly } from "../shared/account-link.js";
import { readDomain } from "../ton-edge/lib/sentences/domain.js";
import { loadClient } from "../shared/client.js";
import { byId, copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatTon, formatUnits, shorten } from "../shared/format.js";
import { renderIdenticon } from "../shared/identicon.js";
import { renderRelative } from "../shared/relative-time.js";
import { rememberTokens } from "../shared/seen-tokens.js";
import { readChainText } from "../ton-edge/lib/sentences/token.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { t } from "../shared/messages.js";

/** Texts by the state of the account. They are short, since each must fit the space reserved for it. */
const STATUS_TEXTS = {
  active: ["Active", "Contract deployed."],
  uninit: ["Not deployed", "Can hold TON; has no contract yet."],
  frozen: ["Frozen", "Owes storage fees; its owner can unfreeze it."],
  nonexist: ["No account", "Not on the chain now; it may have existed before."],
};
const NEVER_SEEN_TEXTS = ["Not seen yet", "The API has no state of this account."];
const WAITING_TEXT = "…";
const FIELD_NAMES = ["balance", "status", "kind", "domain", "last", "interfaces", "code", "data", "state-hash"];
/** Maximum domains of an account that are counted. */
const MAX_DOMAINS = 100;
/** Maximum characters of a domain or of a token's name. */
const MAX_NAME_CHARS = 60;

/** @param {(state: any, bookEntry: any) => void} onState gets the account's state; undefined if the account has no state */
export function createSummary(onState) {
  const box = byId("account-summary");
  /** The state of the account shown. Each account gets a new object, so that a late response can detect that it is outdated. */
  let currentRun;

  byId("account-state-retry").addEventListener("click", () => {
    byId("account-title").focus();
    loadState();
  });

  const findElement = (name) => byId(`account-${name}`);

  function showState(name, ...failure) {
    box.dataset.state = name;
    byId("account-state-error").hidden = name !== "failed";
    fill(byId("account-state-why"), ...failure);
  }

  async function loadState() {
    const thisRun = (currentRun = { ...currentRun, stop: new AbortController(), done: false });
    showState("loading");
    try {
      const { v3 } = await loadClient();
      const { signal } = thisRun.stop;
      const {
        accounts,
        address_book: book,
        metadata,
      } = await v3.accountStates({ address: thisRun.account, include_boc: false }, { signal });
      if (thisRun !== currentRun) return;
      rememberTokens(metadata);
      thisRun.state = accounts[0];
      thisRun.names = { known: book?.[thisRun.account], tokens: metadata?.[thisRun.account]?.token_info };
      paintState(thisRun);
      thisRun.done = true;
      showState("done");
      onState(thisRun.state, thisRun.names.known);
      addDetails(thisRun, v3, signal);
    } catch (error) {
      if (thisRun === currentRun && !thisRun.stop.signal.aborted) showState("failed", ...describeError(error));
    }
  }

  function addDetails(thisRun, v3, signal) {
    if (isWallet(thisRun.state)) addSeqno(thisRun, v3, signal);
    const { domain } = thisRun.names.known ?? {};
    thisRun.domain = typeof domain === "string" && domain !== "" ? domain : undefined;
    if (thisRun.domain !== undefined) addDomains(thisRun, v3, signal);
  }

  /** Adds the seqno of a wallet; the summary is complete without it. */
  async function addSeqno(thisRun, v3, signal) {
    try {
      const {
        wallets: [wallet],
      } = await v3.walletStates({ address: thisRun.account }, { signal });
      if (thisRun !== currentRun || !wallet?.is_wallet) return;
      const kind = findElement("kind");
      if (wallet.wallet_type && !thisRun.state.interfaces?.length) kind.textContent = capitalize(wallet.wallet_type);
      if (Number.isInteger(wallet.seqno)) kind.append(` · seqno ${wallet.seqno}`);
    } catch {
      // Ignored: an older API lacks this operation.
    }
  }

  /** Counts the other domains of the account; the summary is complete without them. */
  async function addDomains(thisRun, v3, signal) {
    try {
      const { records } = await v3.dns.records({ wallet: thisRun.account, limit: MAX_DOMAINS }, { signal });
      const names = (records ?? []).map(({ domain }) => String(domain)).filter((name) => name !== thisRun.domain);
      if (thisRun !== currentRun || names.length === 0) return;
      const domainList = names.map((name) => visibleText(cutText(name, MAX_NAME_CHARS))).join(", ");
      findElement("domain").append(el("span", { class: "tag", title: domainList }, `+${names.length}`));
    } catch {
      // Ignored: an older API lacks this operation.
    }
  }

  function paintState(thisRun) {
    const {
      state: accountState,
      names: { known: bookEntry, tokens },
    } = thisRun;
    fill(findElement("balance"), ...renderBalance(accountState));
    const [status, statusText] = (
      (accountState ? STATUS_TEXTS[accountState.status] : NEVER_SEEN_TEXTS) ?? [String(accountState.status), ""]
    ).map((text) => t(text));
    fill(
      findElement("status"),
      el("span", { class: `badge ${BADGE_BY_STATE[accountState?.status] ?? "plain"}`, title: statusText }, status),
      accountState?.suspended === true && el("span", { class: "badge bad" }, t("suspended")),
    );
    findElement("words").textContent = statusText;
    byId("account-advice").hidden = Boolean(accountState);
    fill(findElement("kind"), describeKind(accountState, tokens, thisRun.account));
    name(thisRun, bookEntry);
    const domain = readDomain(bookEntry);
    fill(findElement("domain"), domain ? el("bdi", {}, domain) : t("none"));
    fill(
      findElement("interfaces"),
      listInterfaces(accountState).join(", ") || t(accountState?.status === "active" ? "not recognised" : "none"),
    );
    fill(findElement("code"), renderHash(accountState?.code_hash, t("code hash")));
    fill(findElement("data"), renderHash(accountState?.data_hash, t("data hash")));
    fill(findElement("state-hash"), renderHash(accountState?.account_state_hash, t("state hash")));
    showLastTransaction(thisRun);
  }

  /** Shows the time of the last transaction. The state has only its hash; its time comes from the history. */
  function showLastTransaction({ state: accountState, newest }) {
    const hash = accountState?.last_transaction_hash ?? newest?.hash;
    if (!hash) return fill(findElement("last"), t("none"));
    fill(
      findElement("last"),
      el(
        "a",
        { href: formatRoute({ view: "trace", text: hash }) },
        newest?.hash === hash ? renderRelative(newest.now) : t("time not read yet"),
      ),
    );
  }

  /** Shows the address: a friendly one unchanged, a raw one in the form of the address book. */
  function name({ account, text }, bookEntry) {
    const shownAddress = text.includes(":") ? formatFriendly(account, bookEntry) : text;
    // Elements are not replaced needlessly, since one may have the focus.
    if (byId("account-title").textContent === shownAddress) return;
    fill(byId("account-title"), el("span", { class: "mono" }, shownAddress));
    fill(
      byId("account-address"),
      copyButton(shownAddress, t("address")),
      el("a", { href: formatRoute({ view: "address", text: shownAddress }) }, t("All forms")),
      el("a", { href: formatRoute({ view: "account" }) }, t("Other account")),
    );
  }

  function clearFields() {
    for (const name of FIELD_NAMES) fill(findElement(name), WAITING_TEXT);
    findElement("words").textContent = t("Loading…");
    byId("account-advice").hidden = true;
  }

  return {
    /** @param {string} account raw @param {string} text the address as given */
    open(account, text) {
      currentRun?.stop.abort();
      currentRun = { account, text };
      clearFields();
      fill(byId("account-picture"), renderIdenticon(account));
      name(currentRun);
      loadState();
    },
    close() {
      currentRun?.stop.abort();
      currentRun = undefined;
    },
    pause: () => currentRun?.stop.abort(),
    /** Reloads the parts that failed or were aborted; pending requests continue. */
    resume: () =>
      currentRun &&
      !currentRun.done &&
      (currentRun.stop.signal.aborted || box.dataset.state === "failed") &&
      loadState(),
    /** Loads the summary again; the shown data stays until then. */
    async refresh() {
      if (!currentRun) return;
      currentRun.stop.abort();
      await loadState();
    },
    /** Shows a later state of the account, a row of v3. */
    async change(state) {
      if (!currentRun?.done || !currentRun.names) return;
      // A new object, so that a late response about the previous state is ignored.
      const thisRun = (currentRun = { ...currentRun, state });
      paintState(thisRun);
      onState(state, thisRun.names.known);
      const { v3 } = await loadClient();
      if (thisRun === currentRun) addDetails(thisRun, v3, thisRun.stop.signal);
    },
    /** Called with the newest transaction from the history. */
    noteNewest(tx) {
      if (!currentRun || Number(currentRun.newest?.lt) >= Number(tx.lt)) return;
      currentRun.newest = tx;
      if (currentRun.done) showLastTransaction(currentRun);
    },
  };
}

const isWallet = (accountState) =>
  accountState?.status === "active" &&
  (!accountState.interfaces?.length || accountState.interfaces.some((item) => String(item).includes("wallet")));

const BADGE_BY_STATE = { active: "good", frozen: "bad", nonexist: "bad" };

/** Returns the interfaces that the API recognized in the contract. */
const listInterfaces = (accountState) =>
  accountState?.status === "active"
    ? (accountState.interfaces ?? []).map((item) => visibleText(String(item)).replaceAll("_", " "))
    : [];

/** The views of tokens, by the type of their metadata and by the interface of their contract. @type {Record<string, string>} */
const TOKEN_VIEWS = {
  jetton_masters: "jetton",
  jetton_master: "jetton",
  nft_collections: "collection",
  nft_collection: "collection",
  nft_items: "nft",
  nft_item: "nft",
};

/** @type {Record<string, string>} */
const SHOW_TEXTS = { jetton: "Show as jetton", collection: "Show as collection", nft: "Show as NFT" };

/** Describes the contract's kind, with a link to the view of a token. */
function describeKind(accountState, tokens, account) {
  if (!accountState || accountState.status !== "active") return [t("none")];
  const kinds = listInterfaces(accountState);
  const name = (tokens ?? []).map((item) => readChainText(item?.name, MAX_NAME_CHARS)).find(Boolean);
  const types = [...(tokens ?? []).map((item) => item?.type), ...(accountState.interfaces ?? [])].map(String);
  const tokenView = types.filter((type) => Object.hasOwn(TOKEN_VIEWS, type)).map((type) => TOKEN_VIEWS[type])[0];
  const showText = tokenView === undefined ? "" : t(SHOW_TEXTS[tokenView]);
  const label = name ? el("bdi", {}, visibleText(name)) : showText;
  return [
    kinds.length > 0 ? capitalize(kinds.join(", ")) : t("not recognised"),
    tokenView !== undefined
      ? el(
          "a",
          { id: "account-token", href: formatRoute({ view: tokenView, text: formatFriendly(account) }) },
          label,
          el("span", { class: "hidden" }, `, ${showText.charAt(0).toLowerCase()}${showText.slice(1)}`),
        )
      : name && el("bdi", { class: "tag" }, visibleText(name)),
  ];
}

/** Shows the TON balance, and the number of extra currencies. */
function renderBalance(accountState) {
  const extraCurrencies = Object.entries(accountState?.extra_currencies ?? {});
  const currencyList = extraCurrencies
    .map(([id, units]) => t("{amount} of currency {currency}", { amount: formatUnits(units, 0) ?? "?", currency: id }))
    .join(", ");
  const text = formatTon(accountState?.balance ?? (accountState ? "unknown" : "0")) ?? t("unknown");
  const [, wholeDigits, fraction = ""] = /^([^.\s]+)(.*)$/.exec(text) ?? [];
  return [
    el("span", {}, el("span", {}, wholeDigits), el("small", {}, fraction)),
    extraCurrencies.length > 0 && el("span", { class: "tag", title: currencyList }, `+${extraCurrencies.length}`),
  ];
}

const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const renderHash = (hash, label) =>
  hash ? [el("span", { class: "mono", title: hash }, shorten(hash, 12)), copyButton(hash, label)] : [t("none")];
