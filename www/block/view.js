// The block view: a block's header, shards and transactions, and links to the previous and next blocks.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { formatBlockText } from "../shared/block-link.js";
import { loadClient } from "../shared/client.js";
import { byId, el, fill } from "../shared/dom.js";
import { describeError } from "../shared/errors.js";
import { createLiveAges } from "../shared/live-ages.js";
import { createPagedList } from "../shared/paged-list.js";
import { countColumns, renderTransactionCells, renderTransactionHead } from "../shared/transaction-table.js";
import { createShareButton } from "../shared/share-button.js";
import { createVirtualList } from "../shared/virtual-list.js";
import { listNextBlocks, listPreviousBlocks, MASTERCHAIN, nameBlock, readBlockId } from "./block-id.js";
import { findBlock, findEnds } from "./find-block.js";
import { paintBlock } from "./paint-block.js";
import { renderSignatures } from "./signatures.js";
import { t } from "../shared/messages.js";

const PAGE_SIZE = 50;
/** Milliseconds between two requests for a block that will be created soon. */
const DELAY_MS = 2000;
/** From this width on, the aside is next to the rows. */
const WIDE_SCREEN = "(min-width: 68.75rem)";
const STEP_BY_KEY = { "[": "previous", "]": "next" };

/**
 * Ends a pager after `count` rows: a shard block states its number of transactions, so no further request is needed to
 * find the end.
 */
function endAfter(pager, count) {
  let seenCount = 0;
  return {
    get cursor() {
      return pager.cursor;
    },
    async *pages() {
      for await (const page of pager.pages()) {
        seenCount += page.rows.length;
        yield { ...page, last: page.last || seenCount >= count };
      }
    },
  };
}

/** @param {import("../app/route.js").ViewUrl} url */
export function createView(url) {
  const message = byId("block-message");
  byId("block-share").append(createShareButton(t("this block")));
  const section = byId("view-block");
  const table = /** @type {HTMLTableElement} */ (byId("block-transactions"));
  table.append(renderTransactionHead("fees"));
  const container = table.appendChild(el("tbody"));
  /** @type {ReturnType<typeof createVirtualList<{ tx: any, page: any }>>} */
  const rows = createVirtualList({
    place: container,
    render: ({ tx, page }) => renderTransactionCells(tx, page, "fees"),
    makeSpacer: () => el("tr", { class: "away", "aria-hidden": "true" }, el("td", { colSpan: countColumns("fees") })),
    heights: { "": 42 },
  });
  const list = createPagedList({
    box: byId("block-list"),
    name: "block-rows",
    none: t("This block has no transactions."),
    one: "transaction",
    append({ rows: transactions, address_book: book, metadata }) {
      const page = { book: book ?? {}, metadata: metadata ?? {} };
      rows.push(transactions.map((tx) => ({ tx, page })));
    },
    clear: rows.clear,
    async start({ workchain, shard, seqno, tx_count: count }, { pageSize, signal, cursor }) {
      const { v3 } = await loadClient();
      const options = { pageSize, prefetch: 0, signal, cursor };
      if (workchain === MASTERCHAIN) return v3.transactions.paginate({ mc_seqno: seqno, sort: "asc" }, options);
      return endAfter(v3.transactions.paginate({ workchain, shard, seqno, sort: "asc" }, options), count);
    },
  });
  /** The state of the block shown. Each block gets a new object, so that a late response can detect that it is outdated. */
  let currentRun;
  let timer;
  const ages = createLiveAges(section);

  /** @type {HTMLDetailsElement} */ (byId("block-header")).open = matchMedia(WIDE_SCREEN).matches;
  byId("block-retry").addEventListener("click", () => {
    byId("block-heading").focus({ preventScroll: true });
    if (currentRun) searchBlock(currentRun);
  });
  document.addEventListener("keydown", (event) => {
    const step = STEP_BY_KEY[event.key];
    const { target } = event;
    if (!step || section.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest("input, textarea, select")) return;
    byId(`block-${step}`)?.click();
  });
  document.addEventListener("visibilitychange", () => {
    if (currentRun?.waiting && document.visibilityState === "visible") searchBlock(currentRun);
  });

  function showMessage(kind, ...words) {
    message.className = `message ${kind}`;
    fill(message, ...words);
    byId("block-again").hidden = kind !== "bad" && kind !== "note";
  }

  function closeCurrentBlock() {
    clearTimeout(timer);
    currentRun?.stop.abort();
    currentRun = undefined;
    list.close();
  }

  async function searchBlock(thisRun) {
    clearTimeout(timer);
    thisRun.waiting = false;
    const { signal } = thisRun.stop;
    if (!thisRun.late) showMessage("", t("Searching…"));
    try {
      // The block is requested only once it exists.
      if (thisRun.late && (await findEnds(signal)).last < thisRun.id.seqno) {
        if (thisRun === currentRun) scheduleSearch(thisRun);
        return;
      }
      if (!thisRun.id) {
        const { last: lastSeqno } = await findEnds(signal);
        if (thisRun !== currentRun) return;
        if (lastSeqno === undefined) return showMessage("note", t("The chain has no block yet. Retry in a moment."));
        thisRun.id = readBlockId(String(lastSeqno));
        thisRun.text = String(lastSeqno);
        url.replace(thisRun.text, {});
      }
      const transactions = await findBlock(thisRun.id, signal);
      if (thisRun !== currentRun) return;
      if (!transactions) return await handleMissing(thisRun);
      showMessage("");
      thisRun.found = true;
      showBlock(thisRun, transactions);
    } catch (error) {
      if (thisRun === currentRun) showMessage("bad", ...describeError(error));
    }
  }

  /** Shows why a block is missing. If it is the next one after the newest, waits for it. */
  async function handleMissing(thisRun) {
    const { id, stop } = thisRun;
    if (id.workchain !== MASTERCHAIN)
      return showMessage(
        "note",
        t("{block} is not known. It may not exist yet, or its shard was split or merged.", { block: nameBlock(id) }),
      );
    const { first: firstSeqno, last: lastSeqno } = await findEnds(stop.signal);
    if (thisRun !== currentRun) return;
    if (lastSeqno === undefined || (firstSeqno !== undefined && id.seqno < firstSeqno)) {
      const knownBlocks =
        firstSeqno === undefined
          ? t("The API has no blocks.")
          : t("The API has blocks from {first} on.", { first: firstSeqno });
      return showMessage("note", `${t("{block} is not known.", { block: nameBlock(id) })} ${knownBlocks}`);
    }
    if (id.seqno > lastSeqno + 1)
      return showMessage(
        "note",
        t("{block} does not exist yet. The newest is {last}.", { block: nameBlock(id), last: lastSeqno }),
      );
    if (!thisRun.late)
      showMessage("note", t("{block} does not exist yet. It appears here once it is made.", { block: nameBlock(id) }));
    thisRun.late = true;
    scheduleSearch(thisRun);
  }

  function scheduleSearch(thisRun) {
    thisRun.waiting = true;
    if (document.visibilityState === "visible") timer = setTimeout(() => searchBlock(thisRun), DELAY_MS);
  }

  function showBlock(thisRun, transactions) {
    paintBlock(transactions);
    url.title(nameBlock(transactions.block));
    fill(
      byId("block-signatures"),
      transactions.block.workchain === MASTERCHAIN && renderSignatures(transactions.block.seqno, thisRun.stop.signal),
    );
    fill(
      byId("block-steps"),
      ...listPreviousBlocks(transactions.block).map((id, index) => renderStep(id, index, "previous")),
      ...listNextBlocks(transactions.block).map((id, index) => renderStep(id, index, "next")),
    );
    byId("block-shown").hidden = false;
    list.open(transactions.block, PAGE_SIZE);
  }

  /** Renders a link to a previous or next block. If there are two, the first one has the keyboard shortcut. */
  function renderStep(id, index, name) {
    const isPrevious = name === "previous";
    const link = el(
      "a",
      {
        id: index === 0 ? `block-${name}` : undefined,
        class: "chip",
        href: formatRoute({ view: "block", text: formatBlockText(id) }),
        title:
          index === 0 ? t("{block}, key {key}", { block: nameBlock(id), key: isPrevious ? "[" : "]" }) : nameBlock(id),
      },
      isPrevious && icon("chevron-left"),
      el("span", { class: "hidden" }, `${t(isPrevious ? "Previous:" : "Next:")} `),
      String(id.seqno),
      !isPrevious && icon("chevron-right"),
    );
    return link;
  }

  function openBlock(text) {
    closeCurrentBlock();
    byId("block-shown").hidden = true;
    byId("block-heading").textContent = t("Block");
    const id = readBlockId(text);
    if (text !== "" && !id) {
      showMessage(
        "bad",
        el("p", {}, el("strong", {}, t("This is not a block."))),
        el("p", {}, t("Write its number in the masterchain, as in 662, or workchain:shard:seqno.")),
      );
      byId("block-retry").hidden = true;
      return;
    }
    byId("block-retry").hidden = false;
    currentRun = { text, id, stop: new AbortController() };
    searchBlock(currentRun);
  }

  return {
    show(text, _query, isRefresh) {
      ages.start();
      if (isRefresh || currentRun?.text !== text || !currentRun.found) return openBlock(text);
      list.resume();
      rows.update();
    },
    leave() {
      ages.stop();
      if (currentRun?.found) return list.pause();
      closeCurrentBlock();
    },
  };
}
