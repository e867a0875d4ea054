// Writes what an action did as an English sentence, in parts that a page can turn into links.
//
// A template is text with placeholders: {actor}, {other}, {gives}, {gets}, {price}, {item}, {words}, {type}. A part of it in brackets is
// left out if a value in it is missing. Outside of brackets a missing value is named as unknown.

import { nameAccount } from "./account-name.js";
import { writeAmount } from "./format-amount.js";
import { OTHER_SENTENCES, SENTENCES } from "./sentence-table.js";
import { findToken, readChainText } from "./token.js";
import { cutText, quoteName, toOneLine, visibleText } from "./visible-text.js";

/** Maximum number of amounts that are named for each side of an action. */
const MAX_AMOUNTS = 3;
const MAX_WORDS_CHARS = 160;
const MAX_TYPE_CHARS = 60;
/** Splits a template into text, placeholders and bracketed parts. */
const PIECES = /(\[[^\]]*\]|\{\w+\})/;
/** Matches a letter that is written from right to left, or a mark that changes the direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * @typedef {import("./read-action.js").Facts} Facts @typedef {import("./read-action.js").Amount} Amount
 * @typedef {{ type: "text", text: string }
 *   | { type: "account", text: string, address: string | null, role: "actor" | "other" }
 *   | { type: "amount", text: string, amount: Amount }
 *   | { type: "nft", text: string, address: string | null }} Part
 * @typedef {{ book: Record<string, any>, metadata: Record<string, any>, style?: import("./format-units.js").NumberStyle,
 *   names?: { other?: string, item?: string }, translate?: import("./format-amount.js").Translate }} Page `names`: of several accounts or NFTs,
 *   instead of the name of one; `translate`: from English, the default
 */

/** @type {import("./format-amount.js").Translate} */
const returnText = (text) => text;
const textPart = (/** @type {string} */ text) => /** @type {Part} */ ({ type: "text", text });

/** Isolates a text that is written from right to left, so that it does not reorder the text around it. @param {string} text */
const isolate = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text);

/** Makes a text of the response safe to show in one line. @param {string} text @param {number} maxChars */
const toLine = (text, maxChars) => isolate(toOneLine(visibleText(cutText(text, maxChars))));

/** Joins amounts: "1 TON, 2 A and 3 B". @param {Amount[]} amounts @param {Page} page @returns {Part[]} */
function listAmounts(amounts, { metadata, style, translate = returnText }) {
  const shownAmounts = amounts.slice(0, MAX_AMOUNTS);
  const hiddenCount = amounts.length - shownAmounts.length;
  const parts = shownAmounts.map((amount) => ({
    type: "amount",
    text: isolate(writeAmount(amount, metadata, style, translate)),
    amount,
  }));
  const allParts =
    hiddenCount > 0 ? [...parts, textPart(translate("{count} more").replace("{count}", String(hiddenCount)))] : parts;
  return /** @type {Part[]} */ (
    allParts.flatMap((part, index) =>
      index === 0 ? [part] : [textPart(index === allParts.length - 1 ? translate(" and ") : ", "), part],
    )
  );
}

/** Returns the amounts of one side; amounts of zero only if it has no other. @param {Facts} facts @param {"gives" | "gets"} side */
function pickAmounts({ amounts }, side) {
  const sideAmounts = amounts.filter((amount) => amount.side === side);
  const nonZeroAmounts = sideAmounts.filter(({ units }) => units !== "0");
  return {
    shown: nonZeroAmounts.length > 0 ? nonZeroAmounts : sideAmounts.slice(0, 1),
    isMissing: nonZeroAmounts.length === 0,
  };
}

/** Names an NFT or a domain. @param {Facts} facts @param {Page} page @returns {Part} */
function nameItem({ item, kind }, { book, metadata, translate = returnText }) {
  const isDomain = kind === "domain";
  const { address, text } = nameAccount(item, book);
  if (address === null)
    return { type: "nft", text: translate(isDomain ? "an unknown domain" : "an unknown NFT"), address };
  const token = findToken(metadata, address);
  const [name, domain] = [readChainText(token?.name), readChainText(token?.extra?.domain)];
  const shownName = isDomain ? (domain ?? name) : (name ?? domain);
  const shownText = shownName === undefined ? text : quoteName(toLine(shownName, MAX_WORDS_CHARS));
  return { type: "nft", text: `${translate(isDomain ? "domain" : "NFT")} ${shownText}`, address };
}

/** Joins the details of an action. Those of a domain after the first one are a stranger's. @param {Facts} facts */
function joinWords({ words, kind }) {
  const safeWords = words.map((word, index) => {
    const line = toLine(word, MAX_WORDS_CHARS);
    return kind === "domain" && index > 0 ? quoteName(line) : line;
  });
  return safeWords.join(", ");
}

/**
 * Returns the parts of a placeholder, and whether its value is missing.
 *
 * @param {string} name @param {Facts} facts @param {Page} page @returns {{ parts: Part[], isMissing: boolean }}
 */
function fillPlaceholder(name, facts, page) {
  const { translate = returnText } = page;
  const pluralName = page.names?.[name];
  if (pluralName !== undefined) return { parts: [textPart(pluralName)], isMissing: false };
  const nameParty = (/** @type {"actor" | "other"} */ role, /** @type {string | undefined} */ account) => {
    const { address, text } = nameAccount(account, page.book);
    const isActorAgain = role === "other" && address !== null && address === nameAccount(facts.from, page.book).address;
    const shownText = isActorAgain ? translate("itself") : isolate(address === null ? translate(text) : text);
    const part = /** @type {Part} */ ({ type: "account", text: shownText, address, role });
    return { parts: [part], isMissing: address === null || isActorAgain };
  };
  const nameSide = (/** @type {"gives" | "gets"} */ side) => {
    const { shown: shownAmounts, isMissing } = pickAmounts(facts, side);
    return {
      parts: shownAmounts.length > 0 ? listAmounts(shownAmounts, page) : [textPart(translate("an unknown amount"))],
      isMissing,
    };
  };
  switch (name) {
    case "actor":
      return nameParty("actor", facts.from);
    case "other":
      return nameParty("other", facts.to);
    case "gives":
    case "gets":
      return nameSide(name);
    case "price": {
      const { price } = facts;
      return price
        ? { parts: listAmounts([price], page), isMissing: price.units === "0" }
        : { parts: [], isMissing: true };
    }
    case "item": {
      const part = nameItem(facts, page);
      return { parts: [part], isMissing: /** @type {any} */ (part).address === null };
    }
    case "words": {
      const text = joinWords(facts);
      return { parts: [textPart(text)], isMissing: text === "" };
    }
    default: {
      const type = quoteName(toLine(facts.type, MAX_TYPE_CHARS));
      return { parts: [textPart(translate("action {type}").replace("{type}", () => type))], isMissing: false };
    }
  }
}

/** Fills a template or a bracketed part of it. @param {string} template @param {Facts} facts @param {Page} page @returns {Part[]} */
function fillTemplate(template, facts, page) {
  return template.split(PIECES).flatMap((piece) => {
    if (piece.startsWith("{")) return fillPlaceholder(piece.slice(1, -1), facts, page).parts;
    if (!piece.startsWith("[")) return piece === "" ? [] : [textPart(piece)];
    const innerTemplate = piece.slice(1, -1);
    const names = [...innerTemplate.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    return names.some((name) => fillPlaceholder(name, facts, page).isMissing)
      ? []
      : fillTemplate(innerTemplate, facts, page);
  });
}

/** Returns the template for the view of the account, or for everyone else. @param {Facts} facts */
function chooseTemplate({ meaning, role, hasActor }) {
  const sentences = Object.hasOwn(SENTENCES, meaning) ? SENTENCES[meaning] : OTHER_SENTENCES;
  const [does, undergoes, neutral = hasActor ? `{actor} ${does}` : does] =
    typeof sentences === "string" ? [sentences] : sentences;
  return [does, undergoes ?? neutral, neutral][role];
}

/** Uses the plural if the sentence begins with several accounts or NFTs: "5 NFTs were minted". @param {string} template @param {Page} page */
function agreeWithSubject(template, { names }) {
  const [, subject = ""] = /^\{(\w+)\} was /.exec(template) ?? [];
  return names?.[subject] === undefined ? template : template.replace(" was ", " were ");
}

const STATUS_MARKS = { done: "", failed: "Failed: ", pending: "Pending: ", unknown: "Outcome unknown: " };

/** Joins parts of text that follow each other. @param {Part[]} parts */
function joinTexts(parts) {
  /** @type {Part[]} */
  const joinedParts = [];
  for (const part of parts) {
    const last = joinedParts.at(-1);
    if (part.type === "text" && last?.type === "text")
      joinedParts[joinedParts.length - 1] = textPart(last.text + part.text);
    else joinedParts.push(part);
  }
  return joinedParts;
}

/**
 * Writes the sentence. It begins with a capital letter, unless it begins with a name.
 *
 * @param {Facts} facts @param {Page} page @returns {Part[]}
 */
export function writeSentence(facts, page) {
  const { translate = returnText } = page;
  const parts = fillTemplate(translate(agreeWithSubject(chooseTemplate(facts), page)), facts, page);
  const [first, ...rest] = joinTexts(
    [textPart(translate(STATUS_MARKS[facts.status])), ...parts].filter(({ text }) => text !== ""),
  );
  const isName = first.type === "account" && first.address !== null;
  return [isName ? first : { ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest];
}
