// Shows the newest blocks as cards side by side. A new card moves in from the left. Cards move by `transform`, which causes no
// layout shift.

import { icon } from "../design/icons.js";
import { formatBlockText } from "../shared/block-link.js";
import { formatRoute } from "../app/route.js";
import { el, fill } from "../shared/dom.js";
import { renderRelative } from "../shared/relative-time.js";
import { t, tNoun } from "../shared/messages.js";

const MAX_CARDS = 14;

/** @param {HTMLElement} list */
export function createBlockStrip(list) {
  /** @type {Map<number, HTMLElement>} */
  const cards = new Map();

  const placeCard = (card, index) => card.style.setProperty("--at", String(index));

  function renderCard({ seqno, at: createdAt, transactions, keyBlock }) {
    const bar = el("span", { class: "block-bar", "aria-hidden": "true" });
    const card = el(
      "li",
      { class: "block-card" },
      el(
        "a",
        { href: formatRoute({ view: "block", text: formatBlockText({ seqno }) }) },
        el(
          "span",
          { class: "block-name" },
          icon(keyBlock ? "key" : "block"),
          el("span", { class: "hidden" }, `${t("Block")} `),
          String(seqno),
        ),
        el("span", {}, tNoun(transactions, "transaction")),
        el("span", { class: "soft" }, renderRelative(createdAt)),
        bar,
      ),
    );
    card.dataset.seqno = String(seqno);
    return card;
  }

  return {
    /** @param {import("../shared/newest-blocks.js").NewBlock[]} blocks the newest first */
    show(blocks) {
      const shownBlocks = blocks.slice(0, MAX_CARDS);
      const largestCount = Math.max(1, ...shownBlocks.map(({ transactions }) => transactions));
      const isFirstTime = cards.size === 0;
      for (const block of [...shownBlocks].reverse()) {
        if (cards.has(block.seqno)) continue;
        const card = renderCard(block);
        // A new card starts to the left of the first position.
        placeCard(card, isFirstTime ? shownBlocks.indexOf(block) : -1);
        cards.set(block.seqno, card);
        list.prepend(card);
      }
      // Forces a layout before the new positions are set, so that the browser animates the cards.
      void list.offsetWidth;
      shownBlocks.forEach((block, index) => {
        const card = cards.get(block.seqno);
        placeCard(card, index);
        const bar = /** @type {HTMLElement} */ (card.querySelector(".block-bar"));
        bar.style.setProperty("--part", String(block.transactions / largestCount));
      });
      const keptSeqnos = new Set(shownBlocks.map(({ seqno }) => seqno));
      for (const [seqno, card] of cards)
        if (!keptSeqnos.has(seqno) && !card.contains(document.activeElement)) {
          card.remove();
          cards.delete(seqno);
        }
    },
    clear() {
      cards.clear();
      fill(list);
    },
  };
}
