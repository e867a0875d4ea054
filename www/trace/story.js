// Describes a trace in sentences: from the actions that the API found in it, else from its first message.

import { KINDS } from "../activity/action-table.js";
import { describeAction } from "../activity/describe-action.js";
import { writeAmount } from "../activity/format-amount.js";
import { renderAccountLink } from "../shared/account-link.js";
import { renderComment } from "../shared/comment.js";
import { summarizeTransaction } from "../shared/summarize-transaction.js";
import { el } from "../shared/dom.js";
import { formatCount } from "../shared/format.js";
import { tokenOf, written } from "../shared/token.js";
import { cutText, visibleText } from "../shared/visible-text.js";

/** The kinds that say most come first: a transfer often deploys a wallet, or calls a contract. */
const TELLING = ["swap", "jetton", "nft", "domain", "stake", "ton", "contract"];
/** Amounts of an action that are named, of each side. */
const MOST_AMOUNTS = 3;
const LONGEST_NAME = 80;

/**
 * @typedef {import("../activity/describe-action.js").Activity} Activity
 * @typedef {{ icon: string, failed: boolean, words: import("../shared/dom.js").Child[] }} Sentence
 */

/**
 * The most telling sentence first.
 * @param {any} trace of v3 @param {import("./branches.js").Branch[]} branches @param {import("../shared/body-view.js").Page} page
 * @returns {Sentence[]}
 */
export function tellTrace(trace, branches, page) {
  const [root] = branches;
  const groups = group((trace.actions ?? []).map((action) => describeAction(action)));
  if (groups.length === 0) return root?.transaction ? [tellTransaction(root.transaction, page)] : [];
  // The action of the account that started the trace is more important than those that followed.
  const rank = (/** @type {Activity[]} */ alike) => {
    const [{ from, kind }] = alike;
    return (from === root?.transaction?.account ? 0 : TELLING.length) + TELLING.indexOf(kind);
  };
  return groups.sort((a, b) => rank(a) - rank(b)).map((alike) => tell(alike, page));
}

/** Actions of one type, sender and outcome are one sentence. @param {Activity[]} activities */
function group(activities) {
  /** @type {Map<string, Activity[]>} */
  const groups = new Map();
  for (const one of activities) {
    const key = [one.type, one.from, one.state].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

/** @param {Activity[]} alike at least one @returns {Sentence} */
function tell(alike, { book, metadata }) {
  const [{ kind, type, title, from, preposition, words, comment, encrypted, state }] = alike;
  const link = (/** @type {string} */ account) => renderAccountLink(account, book);
  const single = alike.length === 1;
  const same = (/** @type {"to" | "item"} */ field) =>
    new Set(alike.map((one) => one[field])).size === 1 ? alike[0][field] : undefined;
  const [to, item] = [same("to"), same("item")];
  const amounts = sumOf(alike, metadata);
  const more = single ? words : [];
  const receivers = new Set(alike.map((one) => one.to)).size;
  const party = to && to !== from ? [` ${preposition ? `${preposition} ` : ""}`, link(to)] : [];
  return {
    icon: KINDS.find(({ name }) => name === kind)?.icon ?? "contract",
    failed: state !== "done",
    words: [
      from && link(from),
      from ? ` ${VERBS[title] ?? visibleText(title.charAt(0).toLowerCase() + title.slice(1))}` : visibleText(title),
      // A contract is called with an amount; an amount is sent to an account.
      ...(kind === "contract" ? [...party, amounts && ` with ${amounts}`] : []),
      ...(kind !== "contract" && amounts ? [` ${amounts}`] : []),
      !single && times(type, alike.length, receivers),
      ...(item ? [" ", renderItem(item, book, metadata)] : []),
      ...(kind === "contract" ? [] : party),
      more.length > 0 && `, ${visibleText(more.join(", "))}`,
      state === "bounced" ? ", which came back" : state === "failed" && ", which failed",
      ...(single && comment !== undefined ? [" ", ...renderComment(comment, false)] : []),
      single && encrypted && ", with an encrypted comment",
    ],
  };
}

/** The number of repetitions, in words. @param {string} type @param {number} count @param {number} receivers */
function times(type, count, receivers) {
  if (type === "contract_deploy") return ` ${formatCount(receivers, "contract")}`;
  const many = type === "ton_transfer" ? ` in ${count} transfers` : `, ${count} times`;
  return receivers > 1 ? `${many}${type === "ton_transfer" ? "" : ","} to ${receivers} accounts` : many;
}

/** Titles of the table that name a thing, as what somebody did. @type {Record<string, string>} */
const VERBS = {
  Transfer: "sent",
  Call: "called",
  "NFT transfer": "sent NFT",
  "NFT sale": "sold NFT",
  Liquidation: "liquidated",
  Subscription: "subscribed",
  "Subscription ended": "unsubscribed",
};

/** The amounts by asset: given and received. @param {Activity[]} alike */
function sumOf(alike, metadata) {
  const total = (/** @type {"gives" | "gets"} */ side) => {
    /** @type {Map<string, bigint>} */
    const sums = new Map();
    for (const { asset, units } of alike.flatMap(({ amounts }) => amounts.filter((one) => one.side === side)))
      sums.set(asset, (sums.get(asset) ?? 0n) + BigInt(units));
    return [...sums]
      .slice(0, MOST_AMOUNTS)
      .map(([asset, units]) => writeAmount({ sign: "", units: String(units), asset }, metadata))
      .join(" and ");
  };
  return [total("gives"), total("gets")].filter(Boolean).join(" for ");
}

/** The NFT by its name, if the response knows it. */
function renderItem(item, book, metadata) {
  const link = renderAccountLink(item, book);
  const token = tokenOf(metadata, item);
  const name = written(token?.extra?.domain) ?? written(token?.name);
  if (name === undefined) return link;
  link.className = "";
  link.replaceChildren(el("bdi", {}, visibleText(cutText(name, LONGEST_NAME))));
  return link;
}

/** @returns {Sentence} */
function tellTransaction(tx, page) {
  const { icon, title, from, to, amount, failed, comment } = summarizeTransaction(tx, page);
  const known = amount.filter((one) => one !== "");
  return {
    icon,
    failed: failed !== undefined,
    words: [
      ...(from ? [renderAccountLink(from, page.book), ": "] : []),
      title,
      ...(known.length > 0 ? [", ", ...known] : []),
      ...(to ? [from ? " to " : ": ", renderAccountLink(to, page.book)] : []),
      ...(comment === undefined ? [] : [" ", ...renderComment(comment, false)]),
    ],
  };
}
