// A link to the block view.

import { formatRoute } from "../app/route.js";
import { el } from "./dom.js";
import { t } from "./messages.js";

const MASTERCHAIN = -1;

/**
 * Returns the text of a block for a URL; for a masterchain block this is its seqno.
 *
 * @param {{ workchain?: any, shard?: any, seqno: any }} block
 */
export const formatBlockText = ({ workchain = MASTERCHAIN, shard, seqno }) =>
  Number(workchain) === MASTERCHAIN ? String(seqno) : `${workchain}:${shard}:${seqno}`;

/** @param {{ workchain?: any, shard?: any, seqno: any }} block @param {string} [text] */
export function renderBlockLink(block, text = String(block.seqno)) {
  if (!/^\d+$/.test(String(block.seqno ?? ""))) return el("span", {}, t("unknown"));
  return el(
    "a",
    { class: "mono block-link", href: formatRoute({ view: "block", text: formatBlockText(block) }) },
    text,
  );
}
