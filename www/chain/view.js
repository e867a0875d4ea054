// The chain view: the newest masterchain block and the newest transactions, asked for again and again while they are
// looked at, and the search for a hash.

import { loadClient } from "../page/client.js";
import { byId, el, fact, fill } from "../page/dom.js";
import { shorten, time } from "../page/format.js";
import { lookupView } from "./lookup.js";
import { formatRoute } from "../page/route.js";
import { partyLink, verdict, when } from "../page/transaction.js";
import { watch } from "../page/watch.js";

/** Rows that are shown, of those asked for: ticks and tocks, which no message causes, are left out. */
const SHOWN = 10;
const ASKED = 50;

/** @param {{ push(text: string): void }} url */
export function view(url) {
  const lookup = lookupView(url);
  // Each look asks twice: at the pace of `watch` that is what a service without a key allows.
  const head = watch("chain", refresh);
  return {
    show(text) {
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
