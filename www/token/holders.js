// The holders of a jetton: its wallets, the largest first, and their share of the supply.

import { renderParty } from "./party.js";
import { el, fill } from "../shared/dom.js";
import { createRowList } from "../shared/row-list.js";
import { formatCount } from "../shared/format.js";
import { formatShare, isDescending, sumBalances } from "./share.js";
import { renderUnits } from "./jetton-units.js";

/** Assumed height of a row in pixels, until the first one is measured. */
const ROW_HEIGHT = 41;

/**
 * Creates the list in the elements `NAME-list` and `NAME-rows`.
 * @param {string} name
 * @param {{ whenRead(): Promise<void>, readJetton(): { supply?: unknown, symbol?: string, decimals?: number } }} options `whenRead` resolves
 *   when the supply is known, or will not be
 */
export function createHolderList(name, { whenRead, readJetton }) {
  const summary = el("p", { class: "holders-summary", hidden: true });
  const list = createRowList(name, {
    none: "No account is known to hold this jetton.",
    one: "holder",
    height: ROW_HEIGHT,
    prepare: whenRead,
    paginate: ({ v3 }, jetton, options) =>
      v3.jetton.wallets.paginate({ jetton_address: jetton, exclude_zero_balance: true, sort: "desc" }, options),
    onRows(wallets, isEnded) {
      summary.hidden = wallets.length === 0;
      fill(summary, describeHolders(wallets, isEnded, readJetton().supply));
    },
    row: (wallet, page, index) => renderHolder(wallet, page, index, readJetton()),
  });
  document.getElementById(`${name}-rows`)?.before(summary);
  return list;
}

/** Says what the rows show: the largest holders only if the API has sorted them. */
function describeHolders(wallets, isEnded, supply) {
  const balances = wallets.map(({ balance }) => balance);
  const share = formatShare(sumBalances(balances), supply);
  const count = formatCount(wallets.length, "holder");
  const subject = isEnded
    ? wallets.length === 1
      ? "The only holder holds"
      : `All ${count} hold`
    : isDescending(balances)
      ? wallets.length === 1
        ? "The largest holder holds"
        : `The ${wallets.length} largest holders hold`
      : `The ${count} shown, in no particular order, hold`;
  return share === undefined
    ? `${count} shown; the share of the supply is not known.`
    : `${subject} ${share} of the supply.`;
}

function renderHolder({ address, owner, balance }, page, index, jetton) {
  const share = formatShare(balance, jetton.supply);
  const part = el("span");
  part.style.width = share === undefined ? "0" : share.replace("<", "");
  const row = el(
    "div",
    { class: "holder", role: "listitem" },
    el("span", { class: "holder-rank" }, String(index + 1)),
    el("span", { class: "holder-party" }, renderParty(String(owner ?? address), page)),
    el(
      "span",
      { class: "holder-share" },
      el("span", { class: "share-bar", "aria-hidden": "true" }, part),
      el("span", {}, share ?? "share not known"),
    ),
    el("span", { class: "holder-sum" }, ...renderUnits(balance, jetton)),
  );
  row.dataset.address = String(address);
  return row;
}
