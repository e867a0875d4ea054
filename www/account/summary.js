// The summary of an account: its balance, state and contract, from v3.

import { formatRoute } from "../app/route.js";
import { loadClient } from "../shared/client.js";
import { byId, copyButton, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { formatTime, formatTon, shorten } from "../shared/format.js";

/** Short, since all of them must fit the space reserved for them. */
const WORDS = {
  active: ["Active", "Contract deployed."],
  uninit: ["Not deployed", "Can hold TON; has no contract yet."],
  frozen: ["Frozen", "Owes storage fees; its owner can unfreeze it."],
  nonexist: ["Deleted", "Removed from the chain."],
};
const NEVER_SEEN = ["Not used yet", "Not on the chain yet."];
const WAITING = "…";
const NAMES = ["balance", "status", "kind", "last", "code", "data"];

export function createSummary() {
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

  async function load() {
    const mine = (run = { ...run, stop: new AbortController(), done: false });
    state("loading");
    try {
      const { v3 } = await loadClient();
      const { signal } = mine.stop;
      const {
        accounts,
        address_book: book,
        metadata,
      } = await v3.accountStates({ address: mine.account, include_boc: false }, { signal });
      if (mine !== run) return;
      mine.state = accounts[0];
      paint(mine, { known: book?.[mine.account], tokens: metadata?.[mine.account]?.token_info });
      mine.done = true;
      state("done");
      if (isWallet(mine.state)) await seqno(mine, v3, signal);
    } catch (error) {
      if (mine === run && !mine.stop.signal.aborted) state("failed", ...describeError(error));
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

  function paint(mine, { known, tokens }) {
    const { state: found } = mine;
    element("balance").textContent = formatTon(found?.balance ?? (found ? "unknown" : "0")) ?? "unknown";
    const [status, words] = (found ? WORDS[found.status] : NEVER_SEEN) ?? [String(found.status), ""];
    fill(
      element("status"),
      el("span", { class: `badge ${found?.status === "active" ? "good" : "plain"}` }, status),
      found?.suspended === true && el("span", { class: "badge bad" }, "suspended"),
    );
    element("words").textContent = words;
    byId("account-advice").hidden = Boolean(found);
    fill(element("kind"), kindOf(found, tokens));
    fill(
      element("domain"),
      typeof known?.domain === "string" && el("span", { class: "tag" }, el("bdi", {}, known.domain)),
    );
    fill(element("code"), hashOf(found?.code_hash, "code hash"));
    fill(element("data"), hashOf(found?.data_hash, "data hash"));
    last(mine);
  }

  /** The state names the last transaction, the timeline knows its time. */
  function last({ state: found, newest }) {
    const hash = found?.last_transaction_hash ?? newest?.hash;
    if (!hash) return fill(element("last"), "none");
    const when = newest?.hash === hash ? formatTime(newest.now) : undefined;
    fill(
      element("last"),
      el(
        "a",
        { href: formatRoute({ view: "trace", text: hash }) },
        when
          ? el("time", { dateTime: when.iso, title: when.utc }, when.local)
          : `logical time ${found?.last_transaction_lt ?? newest?.lt}`,
      ),
    );
  }

  function clear() {
    for (const name of NAMES) element(name).textContent = WAITING;
    element("words").textContent = "Loading…";
    byId("account-advice").hidden = true;
    fill(element("domain"));
  }

  return {
    /** @param {string} account raw @param {string} text the address as given */
    open(account, text) {
      run?.stop.abort();
      run = { account };
      clear();
      fill(byId("account-title"), el("span", { class: "mono" }, text));
      fill(
        byId("account-address"),
        copyButton(text, "address"),
        el("a", { href: formatRoute({ view: "address", text }) }, "All forms of this address"),
      );
      load();
    },
    close() {
      run?.stop.abort();
      run = undefined;
    },
    pause: () => run?.stop.abort(),
    resume: () => run && !run.done && load(),
    /** Takes the newest transaction from the timeline. */
    newest(tx) {
      if (!run || run.newest) return;
      run.newest = tx;
      if (run.done) last(run);
    },
  };
}

const isWallet = (found) =>
  found?.status === "active" &&
  (!found.interfaces?.length || found.interfaces.some((each) => String(each).includes("wallet")));

/** The contract's interfaces as the API recognised them, and the name of a token. */
function kindOf(found, tokens) {
  if (!found || found.status !== "active") return ["none"];
  const kinds = (found.interfaces ?? []).map((each) => String(each).replaceAll("_", " "));
  const token = (tokens ?? []).find((each) => typeof each?.name === "string" && each.name !== "");
  return [
    kinds.length > 0 ? capital(kinds.join(", ")) : "not recognised",
    token && el("bdi", { class: "tag" }, token.name.slice(0, 60)),
  ];
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const hashOf = (hash, what) =>
  hash ? [el("span", { class: "mono", title: hash }, shorten(hash)), copyButton(hash, what)] : ["none"];
