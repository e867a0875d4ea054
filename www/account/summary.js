// The summary of an account: its balance, state and contract, from v3.

import { formatRoute } from "../app/route.js";
import { domainOf, friendlyOf } from "../shared/account-link.js";
import { loadClient } from "../shared/client.js";
import { byId, copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatTon, formatUnits, shorten } from "../shared/format.js";
import { renderIdenticon } from "../shared/identicon.js";
import { renderRelative } from "../shared/relative-time.js";
import { written } from "../shared/token.js";
import { cutText, visibleText } from "../shared/visible-text.js";

/** Short, since all of them must fit the space reserved for them. */
const WORDS = {
  active: ["Active", "Contract deployed."],
  uninit: ["Not deployed", "Can hold TON; has no contract yet."],
  frozen: ["Frozen", "Owes storage fees; its owner can unfreeze it."],
  nonexist: ["No account", "Not on the chain now; it may have been."],
};
const NEVER_SEEN = ["Not seen yet", "The API has no state of it."];
const WAITING = "…";
const NAMES = ["balance", "status", "kind", "domain", "last", "interfaces", "code", "data", "state-hash"];
/** Domains of an account that are counted. */
const MOST_DOMAINS = 100;
/** Characters of a domain or a name of a token. */
const LONGEST = 60;

/** @param {(state: any) => void} found gets the account's state; undefined if the chain has none */
export function createSummary(found) {
  const box = byId("account-summary");
  /** The account shown. Replaced as a whole, so that a late response sees that it is outdated. */
  let run;

  byId("account-state-retry").addEventListener("click", () => {
    byId("account-title").focus();
    load();
  });

  const element = (name) => byId(`account-${name}`);

  function state(name, ...failure) {
    box.dataset.state = name;
    byId("account-state-error").hidden = name !== "failed";
    fill(byId("account-state-why"), ...failure);
  }

  /** Returns whether it was read. `quietly`: if that fails, the shown data stays. */
  async function load(quietly = false) {
    const mine = (run = { ...run, stop: new AbortController(), done: quietly });
    if (!quietly) state("loading");
    try {
      const { v3 } = await loadClient();
      const { signal } = mine.stop;
      const {
        accounts,
        address_book: book,
        metadata,
      } = await v3.accountStates({ address: mine.account, include_boc: false }, { signal });
      if (mine !== run) return false;
      mine.state = accounts[0];
      paint(mine, { known: book?.[mine.account], tokens: metadata?.[mine.account]?.token_info });
      mine.done = true;
      state("done");
      found(mine.state);
      if (isWallet(mine.state)) seqno(mine, v3, signal);
      if (hasDomain(book, mine)) domains(mine, v3, signal);
      return true;
    } catch (error) {
      if (mine === run && !mine.stop.signal.aborted && !quietly) state("failed", ...describeError(error));
      return false;
    }
  }

  /** Adds the seqno of a wallet; the summary works without it. */
  async function seqno(mine, v3, signal) {
    try {
      const {
        wallets: [wallet],
      } = await v3.walletStates({ address: mine.account }, { signal });
      if (mine !== run || !wallet?.is_wallet) return;
      const kind = element("kind");
      if (wallet.wallet_type && !mine.state.interfaces?.length) kind.textContent = capital(wallet.wallet_type);
      if (Number.isInteger(wallet.seqno)) kind.append(` · seqno ${wallet.seqno}`);
    } catch {
      // An older API lacks this operation.
    }
  }

  /** Counts the other domains of the account; the summary works without them. */
  async function domains(mine, v3, signal) {
    try {
      const { records } = await v3.dns.records({ wallet: mine.account, limit: MOST_DOMAINS }, { signal });
      const names = (records ?? []).map(({ domain }) => String(domain)).filter((name) => name !== mine.domain);
      if (mine !== run || names.length === 0) return;
      const shown = names.map((name) => visibleText(cutText(name, LONGEST))).join(", ");
      element("domain").append(el("span", { class: "tag", title: shown }, `+${names.length}`));
    } catch {
      // An older API lacks this operation.
    }
  }

  function hasDomain(book, mine) {
    const { domain } = book?.[mine.account] ?? {};
    mine.domain = typeof domain === "string" && domain !== "" ? domain : undefined;
    return mine.domain !== undefined;
  }

  function paint(mine, { known, tokens }) {
    const { state: found } = mine;
    fill(element("balance"), ...balanceOf(found));
    const [status, words] = (found ? WORDS[found.status] : NEVER_SEEN) ?? [String(found.status), ""];
    fill(
      element("status"),
      el("span", { class: `badge ${BADGES[found?.status] ?? "plain"}`, title: words }, status),
      found?.suspended === true && el("span", { class: "badge bad" }, "suspended"),
    );
    element("words").textContent = words;
    byId("account-advice").hidden = Boolean(found);
    fill(element("kind"), kindOf(found, tokens));
    name(mine, known);
    const domain = domainOf(known);
    fill(element("domain"), domain ? el("bdi", {}, domain) : "none");
    fill(
      element("interfaces"),
      interfacesOf(found).join(", ") || (found?.status === "active" ? "not recognised" : "none"),
    );
    fill(element("code"), hashOf(found?.code_hash, "code hash"));
    fill(element("data"), hashOf(found?.data_hash, "data hash"));
    fill(element("state-hash"), hashOf(found?.account_state_hash, "state hash"));
    last(mine);
  }

  /** The state names the last transaction, the history knows its time. */
  function last({ state: found, newest }) {
    const hash = found?.last_transaction_hash ?? newest?.hash;
    if (!hash) return fill(element("last"), "none");
    fill(
      element("last"),
      el(
        "a",
        { href: formatRoute({ view: "trace", text: hash }) },
        newest?.hash === hash ? renderRelative(newest.now) : `lt ${found?.last_transaction_lt ?? newest?.lt}`,
      ),
    );
  }

  /** A friendly address stays as it was given; for a raw one the address book knows the form. */
  function name({ account, text }, known) {
    const shown = text.includes(":") ? friendlyOf(account, known) : text;
    // Unchanged elements stay, since they may have the focus.
    if (byId("account-title").textContent === shown) return;
    fill(byId("account-title"), el("span", { class: "mono" }, shown));
    fill(
      byId("account-address"),
      copyButton(shown, "address"),
      el("a", { href: formatRoute({ view: "address", text: shown }) }, "All forms"),
      el("a", { href: formatRoute({ view: "account" }) }, "Other account"),
    );
  }

  function clear() {
    for (const name of NAMES) fill(element(name), WAITING);
    element("words").textContent = "Loading…";
    byId("account-advice").hidden = true;
  }

  return {
    /** @param {string} account raw @param {string} text the address as given */
    open(account, text) {
      run?.stop.abort();
      run = { account, text };
      clear();
      fill(byId("account-picture"), renderIdenticon(account));
      name(run);
      load();
    },
    close() {
      run?.stop.abort();
      run = undefined;
    },
    pause: () => run?.stop.abort(),
    /** Reads again what was aborted or failed; pending requests continue. */
    resume: () => run && !run.done && (run.stop.signal.aborted || box.dataset.state === "failed") && load(),
    /** Reads it again; the shown data stays until then. @param {boolean} quietly it stays if that fails, too */
    async refresh(quietly) {
      if (!run) return false;
      run.stop.abort();
      return load(quietly && run.done);
    },
    /** Takes the newest transaction from the timeline. */
    newest(tx) {
      if (!run || Number(run.newest?.lt) >= Number(tx.lt)) return;
      run.newest = tx;
      if (run.done) last(run);
    },
  };
}

const isWallet = (found) =>
  found?.status === "active" &&
  (!found.interfaces?.length || found.interfaces.some((each) => String(each).includes("wallet")));

const BADGES = { active: "good", frozen: "bad", nonexist: "bad" };

/** The contract's interfaces as the API recognised them. */
const interfacesOf = (found) =>
  found?.status === "active"
    ? (found.interfaces ?? []).map((each) => visibleText(String(each)).replaceAll("_", " "))
    : [];

/** Describes the contract's kind, with the name of a token. */
function kindOf(found, tokens) {
  if (!found || found.status !== "active") return ["none"];
  const kinds = interfacesOf(found);
  const name = (tokens ?? []).map((each) => written(each?.name, LONGEST)).find(Boolean);
  return [
    kinds.length > 0 ? capital(kinds.join(", ")) : "not recognised",
    name && el("bdi", { class: "tag" }, visibleText(name)),
  ];
}

/** TON, and how many extra currencies there are. */
function balanceOf(found) {
  const others = Object.entries(found?.extra_currencies ?? {});
  const listed = others.map(([id, units]) => `${formatUnits(units, 0) ?? "?"} of currency ${id}`).join(", ");
  const text = formatTon(found?.balance ?? (found ? "unknown" : "0")) ?? "unknown";
  const [, whole, fraction = ""] = /^([^.\s]+)(.*)$/.exec(text) ?? [];
  return [
    el("span", {}, el("span", {}, whole), el("small", {}, fraction)),
    others.length > 0 && el("span", { class: "tag", title: listed }, `+${others.length}`),
  ];
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const hashOf = (hash, what) =>
  hash ? [el("span", { class: "mono", title: hash }, shorten(hash, 12)), copyButton(hash, what)] : ["none"];
