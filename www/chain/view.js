// The chain view: polls the latest masterchain block and transactions, and searches for a hash.

import { formatRoute } from "../app/route.js";
import { loadClient } from "../shared/client.js";
import { renderAccountLink } from "../shared/account-link.js";
import { byId, el, fact, fill } from "../shared/dom.js";
import { formatTime, shorten } from "../shared/format.js";
import { createPolling } from "../shared/polling.js";
import { renderTime, renderVerdict } from "../shared/transaction-row.js";
import { createLookup } from "./lookup.js";

/** Rows shown, and rows requested: tick-tock transactions, which no message causes, are left out. */
const SHOWN = 10;
const REQUESTED = 50;
const WAITING = "…";

/** @param {{ push(text: string): void }} url */
export function createView(url) {
  const lookup = createLookup(url);
  // Two requests every two seconds: the rate that TON Center allows without an API key.
  const head = createPolling("chain", refresh);
  return {
    show(text, _query, again) {
      if (again) clear();
      lookup.show(text);
      head.open();
    },
    leave() {
      lookup.leave();
      head.close();
    },
  };
}

async function refresh(signal, current) {
  const { v3 } = await loadClient();
  const { last } = await v3.masterchainInfo({}, { signal });
  if (!current()) return;
  // A service that has indexed nothing yet has no last block.
  if (last) paintHead(last);
  const { transactions, address_book: book } = await v3.transactions({ limit: REQUESTED, sort: "desc" }, { signal });
  if (current()) paintLatest(transactions.filter((tx) => tx.in_msg).slice(0, SHOWN), book ?? {});
}

/** Shows nothing of the chain before. */
function clear() {
  for (const name of ["seqno", "time", "root"]) byId(`chain-${name}`).textContent = WAITING;
  byId("chain-root").title = "";
  fill(byId("latest"));
}

function paintHead({ seqno, gen_utime: made, root_hash: hash }) {
  byId("chain-seqno").textContent = String(seqno);
  const known = formatTime(Number(made));
  fill(byId("chain-time"), known ? el("time", { dateTime: known.iso, title: known.utc }, known.local) : "unknown");
  byId("chain-root").textContent = shorten(String(hash ?? "unknown"), 8);
  byId("chain-root").title = String(hash ?? "");
}

/** Draws the rows. It does not move rows that stay, so the focus remains. */
function paintLatest(rows, book) {
  const list = byId("latest");
  const there = new Map(/** @type {HTMLElement[]} */ ([...list.children]).map((item) => [item.dataset.hash, item]));
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
  const link = el(
    "a",
    { class: "mono", href: formatRoute({ view: "chain", text: hash }), title: hash },
    shorten(hash, 8),
  );
  const item = el(
    "li",
    { class: "tx" },
    el("div", { class: "tx-head" }, renderTime(tx.now), renderVerdict(tx.description)),
    el(
      "dl",
      { class: "tx-facts" },
      fact("Account", renderAccountLink(String(tx.account), book)),
      fact("Transaction", link),
      fact("Block", el("span", { class: "mono" }, String(tx.mc_block_seqno ?? "unknown"))),
    ),
  );
  item.dataset.hash = hash;
  return item;
}
