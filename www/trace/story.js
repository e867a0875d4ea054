// Describes a trace in sentences: from the actions that the API found in it, else from its first message.

import { KINDS } from "../activity/kinds.js";
import { listWords } from "../activity/translate-words.js";
import { formatFriendly, renderAccountLink } from "../shared/account-link.js";
import { renderComment } from "../shared/comment.js";
import { summarizeTransaction } from "../shared/summarize-transaction.js";
import { el } from "../shared/dom.js";
import { readAction } from "../ton-edge/lib/sentences/read-action.js";
import { writeSentence } from "../ton-edge/lib/sentences/write-sentence.js";
import { t, tCount, tNoun } from "../shared/messages.js";

/** The most informative kinds come first: a transfer often deploys a wallet, or calls a contract. */
const KIND_ORDER = ["swap", "jetton", "nft", "domain", "stake", "ton", "contract"];

/**
 * @typedef {import("../ton-edge/lib/sentences/read-action.js").Facts} Facts
 * @typedef {{ icon: string, failed: boolean, words: import("../shared/dom.js").Child[], title?: string }} Sentence
 */

/**
 * Returns the sentences, the most informative one first.
 * @param {any} trace of v3 @param {import("./branches.js").Branch[]} branches @param {import("../shared/body-view.js").Page} page
 * @returns {Sentence[]}
 */
export function describeTrace(trace, branches, page) {
  const [root] = branches;
  const groups = groupActions((trace.actions ?? []).map((action) => readAction(action)));
  if (groups.length === 0) return root?.transaction ? [describeTransaction(root.transaction, page)] : [];
  // Actions of the account that started the trace come before all others.
  const rankGroup = (/** @type {Facts[]} */ actions) => {
    const [{ from, kind }] = actions;
    return (from === root?.transaction?.account ? 0 : KIND_ORDER.length) + KIND_ORDER.indexOf(kind);
  };
  return groups.sort((a, b) => rankGroup(a) - rankGroup(b)).map((actions) => describeGroup(actions, page));
}

/** Groups actions of the same type, sender and outcome, each group becomes one sentence. @param {Facts[]} actions */
function groupActions(actions) {
  /** @type {Map<string, Facts[]>} */
  const groups = new Map();
  for (const action of actions) {
    const key = [action.type, action.from, action.status].join(" ");
    groups.set(key, [...(groups.get(key) ?? []), action]);
  }
  return [...groups.values()];
}

/** @param {Facts[]} actions at least one @returns {Sentence} */
function describeGroup(actions, { book, metadata }) {
  const [firstAction] = actions;
  const isSingle = actions.length === 1;
  const commonField = (/** @type {"to" | "item"} */ field) =>
    actions.every((action) => action[field] === firstAction[field]) ? firstAction[field] : undefined;
  const receivers = new Set(actions.map(({ to }) => to)).size;
  const items = new Set(actions.map(({ item }) => item)).size;
  const facts = isSingle
    ? { ...firstAction, words: listWords(firstAction.words, firstAction.kind) }
    : {
        ...firstAction,
        to: commonField("to"),
        item: commonField("item"),
        amounts: sumAmounts(actions),
        words: [],
        price: undefined,
      };
  const names = {
    other: receivers > 1 ? tNoun(receivers, "account") : undefined,
    item: items > 1 ? (firstAction.kind === "domain" ? tNoun(items, "domain") : tNoun(items, "NFT")) : undefined,
  };
  const parts = writeSentence(facts, { book: addFriendlyForms(book, facts), metadata, names, translate: t });
  return {
    title: parts.map(({ text }) => text).join(""),
    icon: KINDS.find(({ name }) => name === firstAction.kind)?.icon ?? "contract",
    failed: firstAction.status === "failed",
    words: [
      ...parts.map((part) => renderPart(part, book)),
      !isSingle && tCount(actions.length, ", {count} time", ", {count} times"),
      ...(isSingle && firstAction.comment !== undefined ? [" ", ...renderComment(firstAction.comment, false)] : []),
      isSingle && firstAction.encrypted && t(", with an encrypted comment"),
    ],
  };
}

/** Adds the usual forms of a sentence's addresses, which the address book of the response may lack. @param {Record<string, any>} book @param {any} facts */
const addFriendlyForms = (book, { from, to, item }) => ({
  ...book,
  ...Object.fromEntries(
    [from, to, item]
      .filter((address) => typeof address === "string")
      .map((address) => [address, { ...book[address], user_friendly: formatFriendly(address, book[address]) }]),
  ),
});

/** Adds up the amounts by side and asset. @param {Facts[]} actions */
function sumAmounts(actions) {
  /** @type {Map<string, Facts["amounts"][number]>} */
  const sums = new Map();
  for (const amount of actions.flatMap(({ amounts }) => amounts)) {
    const key = `${amount.side} ${amount.asset}`;
    const sum = sums.get(key) ?? { ...amount, units: "0" };
    const isKnown = sum.units !== null && amount.units !== null;
    sums.set(key, { ...sum, units: isKnown ? String(BigInt(sum.units) + BigInt(amount.units)) : null });
  }
  return [...sums.values()];
}

/** Renders a part of a sentence: accounts and NFTs as links. @param {import("../ton-edge/lib/sentences/write-sentence.js").Part} part */
function renderPart(part, book) {
  if (part.type === "amount" || part.type === "text" || part.address === null) return part.text;
  const link = renderAccountLink(part.address, book);
  if (part.type === "account" && part.text !== t("itself")) return link;
  // The name of a token stays as it is.
  delete link.dataset.named;
  link.className = "";
  link.replaceChildren(el("bdi", {}, part.text));
  return link;
}

/** @returns {Sentence} */
function describeTransaction(tx, page) {
  const { icon, title, from, to, amount, failed: failureText, comment } = summarizeTransaction(tx, page);
  const knownAmounts = amount.filter((activity) => activity !== "");
  return {
    icon,
    failed: failureText !== undefined,
    words: [
      ...(from ? [renderAccountLink(from, page.book), ": "] : []),
      title,
      ...(knownAmounts.length > 0 ? [", ", ...knownAmounts] : []),
      ...(to ? [from ? ` ${t("to")} ` : ": ", renderAccountLink(to, page.book)] : []),
      ...(comment === undefined ? [] : [" ", ...renderComment(comment, false)]),
    ],
  };
}
