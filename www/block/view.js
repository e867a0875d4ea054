// The block view: a block's header, its shards and its transactions, and the way to the blocks before and after.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { blockText } from "../shared/block-link.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { createLiveAges } from "../shared/live-ages.js";
import { createPagedList } from "../shared/paged-list.js";
import { countColumns, renderTransactionCells, renderTransactionHead } from "../shared/transaction-table.js";
import { createVirtualList } from "../shared/virtual-list.js";
import { listNext, listPrevious, MASTERCHAIN, nameBlock, readBlockId } from "./block-id.js";
import { findBlock, findEnds } from "./find-block.js";
import { paintBlock } from "./paint-block.js";
import { renderSignatures } from "./signatures.js";

const PAGE_SIZE = 50;
/** Milliseconds to the next request for a block that is about to be made. */
const DELAY_MS = 2000;
/** The aside is beside the rows from this width on. */
const WIDE = "(min-width: 68.75rem)";
const KEYS = { "[": "previous", "]": "next" };

/** A shard block has its number of transactions, so no request is needed to find the end of the list. */
function endAfter(pager, count) {
  let seen = 0;
  return {
    get cursor() {
      return pager.cursor;
    },
    async *pages() {
      for await (const page of pager.pages()) {
        seen += page.rows.length;
        yield { ...page, last: page.last || seen >= count };
      }
    },
  };
}

/** @param {{ replace(text: string, query: object): void }} url */
export function createView(url) {
  const message = byId("block-message");
  const section = byId("view-block");
  const table = /** @type {HTMLTableElement} */ (byId("block-transactions"));
  table.append(renderTransactionHead("fees"));
  const place = table.appendChild(el("tbody"));
  /** @type {ReturnType<typeof createVirtualList<{ tx: any, page: any }>>} */
  const rows = createVirtualList({
    place,
    render: ({ tx, page }) => renderTransactionCells(tx, page, "fees"),
    makeSpacer: () => el("tr", { class: "away", "aria-hidden": "true" }, el("td", { colSpan: countColumns("fees") })),
    heights: { "": 42 },
  });
  const list = createPagedList({
    box: byId("block-list"),
    name: "block-rows",
    none: "This block has no transactions.",
    one: "transaction",
    append({ rows: found, address_book: book, metadata }) {
      const page = { book: book ?? {}, metadata: metadata ?? {} };
      rows.push(found.map((tx) => ({ tx, page })));
    },
    clear: rows.clear,
    async start({ workchain, shard, seqno, tx_count: count }, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      const options = { pageSize, prefetch: 0, signal, cursor };
      if (workchain === MASTERCHAIN) return v3.transactions.paginate({ mc_seqno: seqno, sort: "asc" }, options);
      return endAfter(v3.transactions.paginate({ workchain, shard, seqno, sort: "asc" }, options), count);
    },
  });
  /** The block shown. Replaced, so that a late response sees that it is outdated. */
  let run;
  let timer;
  const ages = createLiveAges(section);

  /** @type {HTMLDetailsElement} */ (byId("block-header")).open = matchMedia(WIDE).matches;
  byId("block-retry").addEventListener("click", () => {
    byId("block-heading").focus({ preventScroll: true });
    if (run) search(run);
  });
  document.addEventListener("keydown", (event) => {
    const step = KEYS[event.key];
    const { target } = event;
    if (!step || section.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest("input, textarea, select")) return;
    byId(`block-${step}`)?.click();
  });
  document.addEventListener("visibilitychange", () => {
    if (run?.waiting && document.visibilityState === "visible") search(run);
  });

  function say(kind, ...words) {
    message.className = `message ${kind}`;
    fill(message, ...words);
    byId("block-again").hidden = kind !== "bad" && kind !== "note";
  }

  function forget() {
    clearTimeout(timer);
    run?.stop.abort();
    run = undefined;
    list.close();
  }

  async function search(mine) {
    clearTimeout(timer);
    mine.waiting = false;
    const { signal } = mine.stop;
    if (!mine.late) say("", "Searching…");
    try {
      // Asks for the block only once it exists.
      if (mine.late && (await findEnds(signal)).last < mine.id.seqno) {
        if (mine === run) again(mine);
        return;
      }
      if (!mine.id) {
        const { last } = await findEnds(signal);
        if (mine !== run) return;
        if (last === undefined) return say("note", "The chain has no block yet. Retry in a moment.");
        mine.id = readBlockId(String(last));
        mine.text = String(last);
        url.replace(mine.text, {});
      }
      const found = await findBlock(mine.id, signal);
      if (mine !== run) return;
      if (!found) return await missing(mine);
      say("");
      mine.found = true;
      paint(mine, found);
    } catch (error) {
      if (mine === run) say("bad", ...describeError(error));
    }
  }

  /** For the block after the newest one, which appears in a moment. */
  async function missing(mine) {
    const { id, stop } = mine;
    if (id.workchain !== MASTERCHAIN)
      return say("note", `${nameBlock(id)} is not known. It may not exist yet, or its shard was split or merged.`);
    const { first, last } = await findEnds(stop.signal);
    if (mine !== run) return;
    if (last === undefined || (first !== undefined && id.seqno < first))
      return say("note", `${nameBlock(id)} is not known. The API has the blocks from ${first ?? "none"} on.`);
    if (id.seqno > last + 1) return say("note", `${nameBlock(id)} does not exist yet. The newest is ${last}.`);
    if (!mine.late) say("note", `${nameBlock(id)} does not exist yet. It appears here once it is made.`);
    mine.late = true;
    again(mine);
  }

  function again(mine) {
    mine.waiting = true;
    if (document.visibilityState === "visible") timer = setTimeout(() => search(mine), DELAY_MS);
  }

  function paint(mine, found) {
    paintBlock(found);
    fill(
      byId("block-signatures"),
      found.block.workchain === MASTERCHAIN && renderSignatures(found.block.seqno, mine.stop.signal),
    );
    fill(
      byId("block-steps"),
      ...listPrevious(found.block).map((id, at) => step(id, at, "previous")),
      ...listNext(found.block).map((id, at) => step(id, at, "next")),
    );
    byId("block-shown").hidden = false;
    list.open(found.block, PAGE_SIZE);
  }

  /** The first of two keeps the key. */
  function step(id, at, name) {
    const before = name === "previous";
    const link = el(
      "a",
      {
        id: at === 0 ? `block-${name}` : undefined,
        class: "chip",
        href: formatRoute({ view: "block", text: blockText(id) }),
        title: `${nameBlock(id)}${at === 0 ? `, key ${before ? "[" : "]"}` : ""}`,
      },
      before && icon("chevron-left"),
      el("span", { class: "hidden" }, before ? "Previous: " : "Next: "),
      String(id.seqno),
      !before && icon("chevron-right"),
    );
    return link;
  }

  function open(text) {
    forget();
    byId("block-shown").hidden = true;
    byId("block-heading").textContent = "Block";
    const id = readBlockId(text);
    if (text !== "" && !id) {
      say(
        "bad",
        el("p", {}, el("strong", {}, "This is not a block.")),
        el("p", {}, "Write its number in the masterchain, as in 662, or workchain:shard:seqno."),
      );
      byId("block-retry").hidden = true;
      return;
    }
    byId("block-retry").hidden = false;
    run = { text, id, stop: new AbortController() };
    search(run);
  }

  return {
    show(text, _query, again) {
      ages.start();
      if (again || run?.text !== text || !run.found) return open(text);
      list.resume();
      rows.update();
    },
    leave() {
      ages.stop();
      if (run?.found) return list.pause();
      forget();
    },
  };
}
