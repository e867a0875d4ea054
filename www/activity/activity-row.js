// Renders an activity as a row of a table: icon, title, party, details, amounts, age.

import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { formatFriendly as friendlyForm, renderAccountLink } from "../shared/account-link.js";
import { el } from "../shared/dom.js";
import { renderRelative } from "../shared/relative-time.js";
import { findJettonMaster, findToken, readChainText } from "../ton-edge/lib/sentences/token.js";
import { cutText, visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { KINDS } from "./kinds.js";
import { formatAmount, writeAmount } from "./format-amount.js";
import { listWords, translateWords } from "./translate-words.js";
import { t } from "../shared/messages.js";

/** Maximum characters of a comment in a row. */
const MAX_COMMENT_CHARS = 160;

/** @typedef {import("./describe-action.js").Page} Page */

const renderCell = (/** @type {string} */ name, /** @type {import("../shared/dom.js").Child[]} */ ...children) =>
  el("td", { class: name, role: "cell" }, ...children);

/** Returns the friendly form of an address, according to the address book of the response. @param {string} address @param {Page} page */
export const formatFriendly = (address, { book }) => friendlyForm(address, book[address]);

/** Renders a link to an account: its name, with a small picture. @param {string} address @param {Page} page */
export const renderParty = (address, { book }) => renderAccountLink(address, book, { picture: true });

/** Renders one amount of an activity. @param {import("./describe-action.js").Amount} amount @param {Page} page */
function renderAmount(amount, { metadata }) {
  const { digits, symbol, exact: exactAmount } = formatAmount(amount, metadata);
  return el(
    "span",
    {
      class: `amount ${amount.sign}`,
      title: exactAmount
        ? writeAmount(amount, metadata)
        : t("{amount}, in smallest units", { amount: writeAmount(amount, metadata) }),
    },
    `${{ in: "+", out: "\u2212", "": "" }[amount.sign]}${digits} `,
    el("bdi", { class: "symbol" }, symbol),
    findJettonMaster(metadata, amount.asset)?.is_scam === true && el("span", { class: "badge bad" }, t("scam")),
  );
}

const STATE_TEXTS = { failed: "failed", bounced: "bounced", done: "" };

/** @param {import("./describe-action.js").Activity} activity */
function renderMark({ state, why }) {
  if (state === "done") return undefined;
  return el("span", { class: "badge bad", title: translateWords(why ?? "") }, t(STATE_TEXTS[state]));
}

/** Returns the picture of a row: an arrow for a transfer, otherwise the icon of the activity's kind. */
function renderPicture({ direction, kind, state }) {
  if (state !== "done") return icon(state === "bounced" ? "history" : "cross");
  if ((kind === "ton" || kind === "jetton") && direction === "in") return icon("arrow-in");
  if ((kind === "ton" || kind === "jetton") && direction === "out") return icon("arrow-out");
  return icon(KINDS.find(({ name }) => name === kind)?.icon ?? "contract");
}

/** Renders the name of an NFT as a link to it. @param {string} item @param {Page} page */
function renderItem(item, page) {
  const token = findToken(page.metadata, item);
  const name = readChainText(token?.name) ?? readChainText(token?.extra?.domain);
  if (!name) return renderParty(item, page);
  const friendlyAddress = formatFriendly(item, page);
  return el(
    "a",
    { class: "address", href: formatRoute({ view: "account", text: friendlyAddress }), title: friendlyAddress },
    el("bdi", {}, visibleText(name)),
  );
}

/** @param {import("./describe-action.js").Activity} activity @param {Page} page */
function renderDetails({ item, words, comment, encrypted, why, state, kind }, page) {
  const commentText = comment === undefined ? undefined : visibleText(cutText(comment, MAX_COMMENT_CHARS));
  return [
    item && renderItem(item, page),
    words.length > 0 && el("span", { class: "words" }, visibleText(listWords(words, kind).join(" · "))),
    state === "failed" && why && el("span", { class: "words" }, translateWords(why)),
    commentText !== undefined &&
      el("q", { class: "comment", title: visibleText(cutText(comment ?? "", 2000)) }, el("bdi", {}, commentText)),
    encrypted && el("span", { class: "words" }, t("encrypted comment")),
  ];
}

/** Renders the other party; if the view does not belong to an account, both parties. */
function renderParties(activity, page, isFromAccount) {
  const { party, preposition, from, to } = activity;
  if (isFromAccount) {
    if (!party) return [];
    return [preposition !== "" && el("span", { class: "word" }, t(preposition)), renderParty(party, page)];
  }
  return [
    from && renderParty(from, page),
    from && to && icon("arrow-right"),
    from && to && el("span", { class: "hidden" }, ` ${t("to")} `),
    to && renderParty(to, page),
  ];
}

/**
 * @param {import("./describe-action.js").Activity} activity @param {Page} page
 * @param {{ isFromAccount?: boolean, daysAbove?: boolean }} [options] `isFromAccount`: whether the view belongs to an account;
 *   `daysAbove`: whether rows are grouped under their days
 */
export function renderActivityRow(activity, page, { isFromAccount = true, daysAbove = false } = {}) {
  const { id, kind, direction, state, title, amounts, time, hash, type } = activity;
  const isSeenFromAccount = isFromAccount && direction !== "none";
  const row = el(
    "tr",
    { class: "activity", role: "row", "data-kind": kind, "data-direction": direction, "data-state": state },
    renderCell(
      "what",
      el("span", { class: "picture" }, renderPicture(activity)),
      el("span", { class: "title" }, visibleText(t(title))),
      renderMark(activity),
    ),
    renderCell("who", ...renderParties(activity, page, isSeenFromAccount)),
    renderCell("details", ...renderDetails(activity, page)),
    renderCell("sum", ...amounts.map((amount) => renderAmount(amount, page))),
    renderCell(
      "when",
      el(
        "a",
        { href: formatRoute({ view: "trace", text: hash }) },
        renderRelative(time, daysAbove),
        el("span", { class: "hidden" }, t(", show the trace")),
      ),
    ),
  );
  row.dataset.id = id;
  row.dataset.hash = hash;
  row.dataset.type = type;
  row.dataset.lt = activity.lt;
  return row;
}
