// The newest masterchain blocks, the last one on top.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { loadClient } from "../shared/client.js";
import { el } from "../shared/dom.js";
import { formatAge, formatCount, formatTime } from "../shared/format.js";
import { listNewestBlocks } from "../shared/newest-blocks.js";

const SHOWN = 6;
/** Rows of a request: a masterchain block comes with the shard blocks that it commits. */
const REQUESTED = 60;

/** @param {HTMLElement} list */
export function createBlockList(list) {
  /** @type {Map<number, { item: HTMLElement, age: HTMLElement, made: number }>} */
  const rows = new Map();

  /** The newest block, once there is one. @param {AbortSignal} signal @param {() => boolean} current */
  async function refresh(signal, current) {
    const { v3 } = await loadClient();
    const { blocks } = await v3.blocks({ limit: REQUESTED, sort: "desc" }, { signal });
    if (!current()) return undefined;
    const wanted = listNewestBlocks(blocks ?? [], blocks?.length === REQUESTED).slice(0, SHOWN);
    for (const [seqno, { item }] of rows)
      if (!wanted.some((block) => block.seqno === seqno)) {
        item.remove();
        rows.delete(seqno);
      }
    const first = rows.size === 0;
    for (const block of wanted.toReversed()) if (!rows.has(block.seqno)) add(block, first);
    for (const { age, made } of rows.values()) age.textContent = formatAge(made) ?? "";
    return wanted[0];
  }

  function add(block, quiet) {
    const made = block.at;
    const age = el("time", { class: "age", dateTime: formatTime(made)?.iso });
    const item = el(
      "li",
      { class: quiet ? "" : "new" },
      el(
        "a",
        { href: formatRoute({ view: "block", text: String(block.seqno) }) },
        icon("block"),
        el("span", {}, el("strong", {}, String(block.seqno)), ` · ${formatCount(block.transactions, "transaction")}`),
        age,
      ),
    );
    list.prepend(item);
    rows.set(block.seqno, { item, age, made });
  }

  return {
    refresh,
    clear() {
      list.replaceChildren();
      rows.clear();
    },
  };
}
