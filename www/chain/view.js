// The chain view: the newest masterchain block and the newest transactions, asked for again and again while they are
// looked at, and the search for a hash.

import { loadClient } from "../page/client.js";
import { byId, el, fill } from "../page/dom.js";
import { describe } from "../page/errors.js";
import { shorten, time } from "../page/format.js";
import { lookupView } from "./lookup.js";
import { formatRoute } from "../page/route.js";
import { fact, partyLink, verdict, when } from "../page/transaction.js";

/** Milliseconds from an answer to the next question. Each look asks twice: without a key one request a second is allowed. */
const PAUSE = 2000;
const PAUSE_AFTER_ERROR = 5000;
/** Rows that are shown, of those asked for: ticks and tocks, which no message causes, are left out. */
const SHOWN = 10;
const ASKED = 50;

/** @param {{ push(text: string): void }} url */
export function view(url) {
  const lookup = lookupView(url);
  const button = byId("chain-pause");
  let open = false;
  let paused = false;
  let timer;
  /** The look that is under way. Replaced, so that a late answer finds itself outdated. */
  let look;
  /** What the alert says already: said again every few seconds it would be noise. */
  let told;

  button.addEventListener("click", () => {
    paused = !paused;
    button.setAttribute("aria-pressed", String(paused));
    turn();
  });
  document.addEventListener("visibilitychange", turn);

  /** Looks, or rests, as it should be now. */
  function turn() {
    clearTimeout(timer);
    if (!open || paused || document.visibilityState !== "visible") {
      look?.abort();
      look = undefined;
      state(paused ? "Paused." : "");
    } else if (!look) poll();
  }

  async function poll() {
    const mine = (look = new AbortController());
    const current = () => mine === look;
    let failure;
    try {
      await refresh(mine.signal, current);
    } catch (error) {
      failure = error;
    }
    if (!current()) return;
    look = undefined;
    complain(failure);
    state(failure ? "Trying again every few seconds." : "Live.");
    timer = setTimeout(turn, failure ? PAUSE_AFTER_ERROR : PAUSE);
  }

  function complain(error) {
    const text = error && `${error.code} ${error.message}`;
    if (text === told) return;
    told = text;
    byId("chain-error").classList.toggle("bad", Boolean(error));
    fill(byId("chain-error"), ...(error ? describe(error) : []));
  }

  return {
    show(text) {
      open = true;
      lookup.show(text);
      turn();
    },
    leave() {
      open = false;
      lookup.leave();
      turn();
    },
  };
}

const state = (text) => {
  if (byId("chain-state").textContent !== text) byId("chain-state").textContent = text;
};

async function refresh(signal, current) {
  const { v3 } = await loadClient();
  const { last } = await v3.masterchainInfo({}, { signal });
  if (!current()) return;
  paintHead(last);
  const { transactions, address_book: book } = await v3.transactions({ limit: ASKED, sort: "desc" }, { signal });
  if (current()) paintLatest(transactions.filter((tx) => tx.in_msg).slice(0, SHOWN), book ?? {});
}

function paintHead({ seqno, gen_utime: made, root_hash: hash }) {
  byId("chain-seqno").textContent = String(seqno);
  const known = time(Number(made));
  fill(byId("chain-time"), known ? el("time", { dateTime: known.iso, title: known.utc }, known.local) : "unknown");
  byId("chain-root").textContent = shorten(String(hash ?? "unknown"), 8);
  byId("chain-root").title = String(hash ?? "");
}

/** Rows that stay are left where they are, with the focus they may have. */
function paintLatest(rows, book) {
  const list = byId("latest");
  const there = new Map([...list.children].map((item) => [item.dataset.hash, item]));
  const wanted = rows.map((tx) => there.get(tx.hash) ?? latestRow(tx, book));
  for (const [hash, item] of there) if (!rows.some((tx) => tx.hash === hash)) item.remove();
  let at = list.firstElementChild;
  for (const item of wanted) {
    if (item === at) at = at.nextElementSibling;
    else list.insertBefore(item, at);
  }
}

function latestRow(tx, book) {
  const hash = String(tx.hash);
  const link = el("a", { class: "mono", href: formatRoute({ view: "chain", text: hash }), title: hash }, shorten(hash, 8));
  const item = el("li", { class: "tx" },
    el("div", { class: "tx-head" }, when(tx.now), verdict(tx.description)),
    el("dl", { class: "tx-facts" },
      fact("Account", partyLink(String(tx.account), book)),
      fact("Transaction", link),
      fact("Block", el("span", { class: "mono" }, String(tx.mc_block_seqno ?? "unknown")))));
  item.dataset.hash = hash;
  return item;
}
