// What an account is: its balance, state and contract, from the states that v3 tells.

import { loadClient } from "../page/client.js";
import { byId, copyButton, el, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { shorten, time, ton } from "../page/format.js";
import { formatRoute } from "../page/route.js";

/** Short: the place that is kept free for them must do for each. */
const WORDS = {
  active: ["Active", "A contract lives here."],
  uninit: ["Not deployed", "It can hold TON; it has no contract yet."],
  frozen: ["Frozen", "It owes rent; its owner can bring it back."],
  nonexist: ["Gone", "It was removed from the chain."],
};
const NEVER_SEEN = ["Never seen", "The chain has no such account yet."];
const WAITING = "…";
const NAMES = ["balance", "status", "kind", "last", "code", "data"];

export function summary() {
  const box = byId("account-summary");
  /** What is shown. Replaced as a whole, so a late answer finds itself outdated. */
  let run;

  byId("account-state-retry").addEventListener("click", () => {
    byId("account-title").focus();
    load();
  });

  const place = (name) => byId(`account-${name}`);

  function state(name, ...failure) {
    box.dataset.state = name;
    byId("account-state-error").hidden = name !== "failed";
    fill(byId("account-state-why"), ...failure);
  }

  async function load() {
    const mine = (run = { ...run, stop: new AbortController(), done: false });
    state("loading");
    try {
      const { v3 } = await loadClient();
      const { signal } = mine.stop;
      const { accounts, address_book: book, metadata } = await v3.accountStates({ address: mine.account, include_boc: false }, { signal });
      if (mine !== run) return;
      mine.state = accounts[0];
      paint(mine, { known: book?.[mine.account], tokens: metadata?.[mine.account]?.token_info });
      mine.done = true;
      state("done");
      if (isWallet(mine.state)) await seqno(mine, v3, signal);
    } catch (error) {
      if (mine === run && !mine.stop.signal.aborted) state("failed", ...describe(error));
    }
  }

  /** Of wallets only; the rest of the header stands without it. */
  async function seqno(mine, v3, signal) {
    try {
      const { wallets: [wallet] } = await v3.walletStates({ address: mine.account }, { signal });
      if (mine !== run || !wallet?.is_wallet) return;
      const kind = place("kind");
      if (wallet.wallet_type && !mine.state.interfaces?.length) kind.textContent = capital(wallet.wallet_type);
      if (Number.isInteger(wallet.seqno)) kind.append(` · seqno ${wallet.seqno}`);
    } catch {
      // An older service has no such operation.
    }
  }

  function paint(mine, { known, tokens }) {
    const { state: found } = mine;
    place("balance").textContent = ton(found?.balance ?? (found ? "unknown" : "0")) ?? "unknown";
    const [status, words] = (found ? WORDS[found.status] : NEVER_SEEN) ?? [String(found.status), ""];
    fill(place("status"), el("span", { class: `badge ${found?.status === "active" ? "good" : "plain"}` }, status), found?.suspended === true && el("span", { class: "badge bad" }, "suspended"));
    place("words").textContent = words;
    byId("account-advice").hidden = Boolean(found);
    fill(place("kind"), kindOf(found, tokens));
    fill(place("domain"), typeof known?.domain === "string" && el("span", { class: "tag" }, el("bdi", {}, known.domain)));
    fill(place("code"), hashOf(found?.code_hash, "code hash"));
    fill(place("data"), hashOf(found?.data_hash, "data hash"));
    last(mine);
  }

  /** The service tells which transaction was the last, the timeline when it was. */
  function last({ state: found, newest }) {
    const hash = found?.last_transaction_hash ?? newest?.hash;
    if (!hash) return fill(place("last"), "none");
    const when = newest?.hash === hash ? time(newest.now) : undefined;
    fill(place("last"), el("a", { href: formatRoute({ view: "trace", text: hash }) },
      when ? el("time", { dateTime: when.iso, title: when.utc }, when.local) : `logical time ${found?.last_transaction_lt ?? newest?.lt}`));
  }

  function clear() {
    for (const name of NAMES) place(name).textContent = WAITING;
    place("words").textContent = "Asking the service…";
    byId("account-advice").hidden = true;
    fill(place("domain"));
  }

  return {
    /** @param {string} account raw @param {string} text the address as it was given */
    open(account, text) {
      run?.stop.abort();
      run = { account };
      clear();
      fill(byId("account-title"), el("span", { class: "mono" }, text));
      fill(byId("account-address"), copyButton(text, "address"),
        el("a", { href: formatRoute({ view: "address", text }) }, "All forms of this address"));
      load();
    },
    close() {
      run?.stop.abort();
      run = undefined;
    },
    rest: () => run?.stop.abort(),
    wake: () => run && !run.done && load(),
    /** The newest transaction, once the timeline has it. */
    newest(tx) {
      if (!run || run.newest) return;
      run.newest = tx;
      if (run.done) last(run);
    },
  };
}

const isWallet = (found) => found?.status === "active" && (!found.interfaces?.length || found.interfaces.some((each) => String(each).includes("wallet")));

/** The kinds that the service recognised, and the name of the token if it is one. */
function kindOf(found, tokens) {
  if (!found || found.status !== "active") return ["none"];
  const kinds = (found.interfaces ?? []).map((each) => String(each).replaceAll("_", " "));
  const token = (tokens ?? []).find((each) => typeof each?.name === "string" && each.name !== "");
  return [kinds.length > 0 ? capital(kinds.join(", ")) : "not recognised", token && el("bdi", { class: "tag" }, token.name.slice(0, 60))];
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const hashOf = (hash, what) => (hash ? [el("span", { class: "mono", title: hash }, shorten(hash)), copyButton(hash, what)] : ["none"]);
