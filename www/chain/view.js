// The chain view: polls the newest blocks and transactions, and compares the responses of v2 and v3 for a hash.

import { formatRoute } from "../app/route.js";
import { loadClient } from "../shared/client.js";
import { byId, fill } from "../shared/dom.js";
import { formatDecimal } from "../shared/format.js";
import { createLiveAges } from "../shared/live-ages.js";
import { listNewestBlocks, computePace } from "../shared/newest-blocks.js";
import { createPolling } from "../shared/polling.js";
import { renderRelative } from "../shared/relative-time.js";
import { createBlockStrip } from "./block-strip.js";
import { createLiveTable } from "./live-table.js";
import { createLookup } from "./lookup.js";
import { omitSenders } from "./omit-senders.js";
import { t } from "../shared/messages.js";

/**
 * Number of rows shown, and of rows requested: more, because tick-tock transactions, which have no message, and senders of messages that
 * are shown are left out.
 */
const SHOWN_ROWS = 15;
const REQUESTED_ROWS = 60;
/** Number of requested blocks of all workchains: each masterchain block commits blocks of several shards. */
const REQUESTED_BLOCKS = 48;
const WAITING_TEXT = "…";
const NUMBER_NAMES = ["seqno", "time", "pace", "rate", "shards"];

/** @param {{ push(text: string): void, replace(text: string): void }} url */
export function createView(url) {
  const hashSearch = createLookup(url);
  const blockStrip = createBlockStrip(byId("chain-strip"));
  const latestTable = createLiveTable(byId("latest"), SHOWN_ROWS);
  // Two requests every two seconds: the rate that TON Center allows without an API key.
  const polling = createPolling("chain", refresh);
  const ages = createLiveAges(byId("view-chain"));
  clearChain();

  async function refresh(signal, isCurrent) {
    const { v3 } = await loadClient();
    // The request is equal for all visitors, so the gateway serves it mostly from its cache.
    const { blocks } = await v3.blocks({ limit: REQUESTED_BLOCKS, sort: "desc" }, { signal });
    if (!isCurrent()) return;
    paintBlocks(listNewestBlocks(blocks, blocks.length === REQUESTED_BLOCKS));
    const { transactions, address_book: book } = await v3.transactions(
      { limit: REQUESTED_ROWS, sort: "desc" },
      { signal },
    );
    if (!isCurrent()) return;
    latestTable.show(omitSenders(transactions.filter((tx) => tx.in_msg)).slice(0, SHOWN_ROWS), {
      book: book ?? {},
      metadata: {},
    });
  }

  /** Clears the data of the previous chain. */
  function clearChain() {
    for (const name of NUMBER_NAMES) byId(`chain-${name}`).textContent = WAITING_TEXT;
    blockStrip.clear();
    latestTable.clear();
  }

  function paintBlocks(blocks) {
    const [newestBlock] = blocks;
    // There is no block if the service has not indexed any yet.
    if (!newestBlock) return;
    blockStrip.show(blocks);
    const link = byId("chain-seqno");
    link.textContent = String(newestBlock.seqno);
    link.setAttribute("href", formatRoute({ view: "block", text: String(newestBlock.seqno) }));
    fill(byId("chain-time"), renderRelative(newestBlock.at));
    byId("chain-shards").textContent = String(newestBlock.shards);
    const chainPace = computePace(blocks);
    byId("chain-pace").textContent = chainPace
      ? t("{seconds} s", { seconds: formatDecimal(chainPace.perBlock, 1) })
      : t("unknown");
    byId("chain-rate").textContent = chainPace ? formatDecimal(chainPace.perSecond, 1) : t("unknown");
  }

  return {
    show(text, _query, isRefresh) {
      if (isRefresh) clearChain();
      hashSearch.show(text);
      polling.open();
      ages.start();
    },
    leave() {
      hashSearch.leave();
      polling.close();
      ages.stop();
    },
  };
}
