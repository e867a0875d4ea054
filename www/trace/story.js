// Describes a trace in sentences: from the actions that the API found in it, else from its first message.

import { KINDS } from "../activity/action-table.js";
import { describeAction } from "../activity/describe-action.js";
import { writeAmount } from "../activity/format-amount.js";
import { renderAccountLink } from "../shared/account-link.js";
import { renderComment } from "../shared/comment.js";
import { summarizeTransaction } from "../shared/summarize-transaction.js";
import { el } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { findToken, readChainText } from "../shared/token.js";
import { cutText, visibleText } from "../shared/visible-text.js";

/** The most informative kinds come first: a transfer often deploys a wallet, or calls a contract. */
const KIND_ORDER = ["swap", "jetton", "nft", "domain", "stake", "ton", "contract"];
/** Maximum number of amounts that are named for each side of an action. */
const MAX_AMOUNTS = 3;
const MAX_NAME_CHARS = 80;

/**
 * @typedef {import("../activity/describe-action.js").Activity} Activity
 * @typedef {{ icon: string, failed: boolean, words: import("../shared/dom.js").Child[] }} Sentence
 */

/**
 * Returns the sentences, the most informative one first.
 * @param {any} trace of v3 @param {import("./branches.js").Branch[]} branches @param {import("../shared/body-view.js").Page} page
 * @returns {Sentence[]}
 */
export function tellTrace(trace, branches, page) {
  const [root] = branches;
  const groups = groupActivities((trace.actions ?? []).map((action) => describeAction(action)));
  if (groups.length === 0) return root?.transaction ? [tellTransaction(root.transaction, page)] : [];
  // Actions of the account that started the trace come before all others.
  const rankGroup = (/** @type {Activity[]} */ activities) => {
    const [{ from, kind }] = activities;
    return (from === root?.transaction?.account ? 0 : KIND_ORDER.length) + KIND_ORDER.indexOf(kind);
  };
  return groups.sort((a, b) => rankGroup(a) - rankGroup(b)).map((activities) => tellGroup(activities, page));
}

/** Groups actions of the same type, sender and outcome, each group becomes one sentence. @param {Activity[]} activities */
function groupActivities(activities) {
  /** @type {Map<string, Activity[]>} */
  const groups = new Map();
  for (const activity of activities) {
    const key = [activity.type, activity.from, activity.state].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), activity]);
  }
  return [...groups.values()];
}

/** @param {Activity[]} activities at least one @returns {Sentence} */
function tellGroup(activities, { book, metadata }) {
  const [{ kind, type, title, from, preposition, words, comment, encrypted, state }] = activities;
  const renderLink = (/** @type {string} */ account) => renderAccountLink(account, book);
  const isSingle = activities.length === 1;
  const commonField = (/** @type {"to" | "item"} */ field) =>
    new Set(activities.map((activity) => activity[field])).size === 1 ? activities[0][field] : undefined;
  const [to, item] = [commonField("to"), commonField("item")];
  const amounts = sumAmounts(activities, metadata);
  const details = isSingle ? words : [];
  const receivers = new Set(activities.map((activity) => activity.to)).size;
  const partyElements = to && to !== from ? [` ${preposition ? `${preposition} ` : ""}`, renderLink(to)] : [];
  return {
    icon: KINDS.find(({ name }) => name === kind)?.icon ?? "contract",
    failed: state !== "done",
    words: [
      from && renderLink(from),
      from
        ? ` ${VERB_BY_TITLE[title] ?? visibleText(title.charAt(0).toLowerCase() + title.slice(1))}`
        : visibleText(title),
      // The order of words differs: a contract is called with an amount, but an amount is sent to an account.
      ...(kind === "contract" ? [...partyElements, amounts && ` with ${amounts}`] : []),
      ...(kind !== "contract" && amounts ? [` ${amounts}`] : []),
      !isSingle && describeRepetition(type, activities.length, receivers),
      ...(item ? [" ", renderItem(item, book, metadata)] : []),
      ...(kind === "contract" ? [] : partyElements),
      details.length > 0 && `, ${visibleText(details.join(", "))}`,
      state === "bounced" ? ", which came back" : state === "failed" && ", which failed",
      ...(isSingle && comment !== undefined ? [" ", ...renderComment(comment, false)] : []),
      isSingle && encrypted && ", with an encrypted comment",
    ],
  };
}

/** Describes the number of repetitions in words. @param {string} type @param {number} count @param {number} receivers */
function describeRepetition(type, count, receivers) {
  if (type === "contract_deploy") return ` ${formatCount(receivers, "contract")}`;
  const repetitionText = type === "ton_transfer" ? ` in ${count} transfers` : `, ${count} times`;
  return receivers > 1
    ? `${repetitionText}${type === "ton_transfer" ? "" : ","} to ${receivers} accounts`
    : repetitionText;
}

/** Verbs for the titles of the table of actions that are nouns. @type {Record<string, string>} */
const VERB_BY_TITLE = {
  Transfer: "sent",
  Call: "called",
  "NFT transfer": "sent NFT",
  "NFT sale": "sold NFT",
  Liquidation: "liquidated",
  Subscription: "subscribed",
  "Subscription ended": "unsubscribed",
};

/** Returns the amounts by asset, given and received. @param {Activity[]} activities */
function sumAmounts(activities, metadata) {
  const formatTotal = (/** @type {"gives" | "gets"} */ side) => {
    /** @type {Map<string, bigint>} */
    const sums = new Map();
    for (const { asset, units } of activities.flatMap(({ amounts }) =>
      amounts.filter((activity) => activity.side === side),
    ))
      sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(units));
    return [...sums]
      .slice(0, MAX_AMOUNTS)
      .map(([asset, units]) => writeAmount({ sign: "", units: String(units), asset }, metadata))
      .join(" and ");
  };
  return [formatTotal("gives"), formatTotal("gets")].filter(Boolean).join(" for ");
}

/** Renders the name of the NFT, if the response has it. */
function renderItem(item, book, metadata) {
  const renderLink = renderAccountLink(item, book);
  const token = findToken(metadata, item);
  const name = readChainText(token?.extra?.domain) ?? readChainText(token?.name);
  if (name === undefined) return renderLink;
  renderLink.className = "";
  renderLink.replaceChildren(el("bdi", {}, visibleText(cutText(name, MAX_NAME_CHARS))));
  return renderLink;
}

/** @returns {Sentence} */
function tellTransaction(tx, page) {
  const { icon, title, from, to, amount, failed, comment } = summarizeTransaction(tx, page);
  const knownAmounts = amount.filter((activity) => activity !== "");
  return {
    icon,
    failed: failed !== undefined,
    words: [
      ...(from ? [renderAccountLink(from, page.book), ": "] : []),
      title,
      ...(knownAmounts.length > 0 ? [", ", ...knownAmounts] : []),
      ...(to ? [from ? " to " : ": ", renderAccountLink(to, page.book)] : []),
      ...(comment === undefined ? [] : [" ", ...renderComment(comment, false)]),
    ],
  };
}
