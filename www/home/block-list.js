// Lists the newest masterchain blocks, the latest on top.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { loadClient } from "../shared/client.js";
import { el, fill } from "../shared/dom.js";
import { formatAge, formatTime } from "../shared/format.js";
import { tNoun } from "../shared/messages.js";
import { listNewestBlocks } from "../shared/newest-blocks.js";

const SHOWN_BLOCKS = 6;
/** Number of requested blocks of all workchains: each masterchain block commits blocks of several shards. */
const REQUESTED_BLOCKS = 60;

/** @param {HTMLElement} list */
export function createBlockList(list) {
  /** @type {Map<number, { item: HTMLElement, age: HTMLElement, made: number }>} */
  const rows = new Map();
  clearBlocks();

  /** Resolves to the newest block, as soon as there is one. @param {AbortSignal} signal @param {() => boolean} isCurrent */
  async function refresh(signal, isCurrent) {
    const { v3 } = await loadClient();
    const { blocks } = await v3.blocks({ limit: REQUESTED_BLOCKS, sort: "desc" }, { signal });
    if (!isCurrent()) return undefined;
    const newestBlocks = listNewestBlocks(blocks ?? [], blocks?.length === REQUESTED_BLOCKS).slice(0, SHOWN_BLOCKS);
    for (const [seqno, { item }] of rows)
      if (!newestBlocks.some((block) => block.seqno === seqno)) {
        item.remove();
        rows.delete(seqno);
      }
    const isFirstTime = rows.size === 0;
    if (isFirstTime && newestBlocks.length > 0) fill(list);
    for (const block of newestBlocks.toReversed()) if (!rows.has(block.seqno)) addBlock(block, isFirstTime);
    for (const { age, made: createdAt } of rows.values()) age.textContent = formatAge(createdAt) ?? "";
    return newestBlocks[0];
  }

  function addBlock(block, isQuiet) {
    const createdAt = block.at;
    const age = el("time", { class: "age", dateTime: formatTime(createdAt)?.iso });
    const item = el(
      "li",
      { class: isQuiet ? "" : "new" },
      el(
        "a",
        { href: formatRoute({ view: "block", text: String(block.seqno) }) },
        icon("block"),
        el(
          "span",
          {},
          el("strong", {}, String(block.seqno)),
          el("span", { class: "dot" }, " · "),
          el("span", { class: "count" }, tNoun(block.transactions, "transaction")),
        ),
        age,
      ),
    );
    list.prepend(item);
    rows.set(block.seqno, { item, age, made: createdAt });
  }

  /** Shows placeholders until the first blocks arrive. */
  function clearBlocks() {
    rows.clear();
    const renderPlaceholder = () => el("li", { "aria-hidden": "true" }, el("span", { class: "skeleton wide" }));
    fill(list, Array.from({ length: SHOWN_BLOCKS }, renderPlaceholder));
  }

  return { refresh, clear: clearBlocks };
}
