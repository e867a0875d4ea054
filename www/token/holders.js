// The holders of a jetton: its wallets, the largest first, and their share of the supply.

import { renderParty } from "./party.js";
import { el, fill } from "../shared/dom.js";
import { createRowList } from "../shared/row-list.js";
import { formatShare, isDescending, sumBalances } from "./share.js";
import { renderUnits } from "./jetton-units.js";
import { t, tCount } from "../shared/messages.js";

/** Assumed height of a row in pixels, until the first one is measured. */
const ROW_HEIGHT = 41;

/**
 * Creates the list in the elements `NAME-list` and `NAME-rows`.
 * @param {string} name
 * @param {{ whenRead(): Promise<void>, readJetton(): { supply?: unknown, symbol?: string, decimals?: number } }} options `whenRead`
 * resolves when the supply has been read, or cannot be read
 */
export function createHolderList(name, { whenRead, readJetton }) {
  const summary = el("p", { class: "holders-summary", hidden: true });
  const list = createRowList(name, {
    none: t("No account is known to hold this jetton."),
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

/** Describes the rows. They are the largest holders only if the API has sorted them. */
function describeHolders(wallets, isEnded, supply) {
  const balances = wallets.map(({ balance }) => balance);
  const share = formatShare(sumBalances(balances), supply);
  const count = wallets.length;
  if (share === undefined)
    return tCount(
      count,
      "{count} holder shown; the share of the supply is not known.",
      "{count} holders shown; the share of the supply is not known.",
    );
  if (isEnded)
    return tCount(
      count,
      "The only holder holds {share} of the supply.",
      "All {count} holders hold {share} of the supply.",
      { share },
    );
  return isDescending(balances)
    ? tCount(
        count,
        "The largest holder holds {share} of the supply.",
        "The {count} largest holders hold {share} of the supply.",
        { share },
      )
    : tCount(
        count,
        "The {count} holder shown, in no particular order, hold {share} of the supply.",
        "The {count} holders shown, in no particular order, hold {share} of the supply.",
        { share },
      );
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
      el("span", {}, share ?? t("share not known")),
    ),
    el("span", { class: "holder-sum" }, ...renderUnits(balance, jetton)),
  );
  row.dataset.address = String(address);
  return row;
}
