// Describes an action of v3 as a sentence and as data.

import { pickOptions } from "../util/options.js";
import { nameAccount, readViewer } from "./account-name.js";
import { describeAsset } from "./asset.js";
import { writeAmount } from "./format-amount.js";
import { makeNumberStyle } from "./number-style.js";
import { readAction } from "./read-action.js";
import { cutText, visibleText } from "./visible-text.js";
import { writeSentence } from "./write-sentence.js";

const OPTIONS = ["viewer", "addressBook", "metadata", "locale"];
/** Maximum characters of a comment. */
const MAX_COMMENT_CHARS = 2000;

/**
 * The number style of the last locale. It is cached, because the actions of a list have the same locale, and creating a style takes longer
 * than writing a sentence.
 */
let lastStyle = { locale: /** @type {unknown} */ (undefined), style: makeNumberStyle(undefined) };

function findStyle(locale) {
  if (locale !== lastStyle.locale) lastStyle = { locale, style: makeNumberStyle(locale) };
  return lastStyle.style;
}

const toMap = (/** @type {any} */ value) => (typeof value === "object" && value !== null ? value : {});

function toAccount(address, book) {
  const { text, ...account } = nameAccount(address, book);
  return account.address === null ? null : { ...account, name: text };
}

function toAmount(amount, { metadata, style }) {
  const { symbol, decimals, isScam } = describeAsset(amount.asset, metadata);
  return {
    asset: amount.asset === "" ? null : amount.asset,
    value: amount.units === null ? null : BigInt(amount.units),
    decimals: decimals ?? null,
    symbol: symbol ?? null,
    isScam,
    sign: amount.sign === "" ? "none" : amount.sign,
    text: writeAmount(amount, metadata, style),
  };
}

/** @param {any} action of v3 @param {any} [rawOptions] */
export function describeAction(action, rawOptions = {}) {
  const { viewer, addressBook, metadata, locale } = pickOptions(rawOptions, OPTIONS, "describeAction");
  const page = { book: toMap(addressBook), metadata: toMap(metadata), style: findStyle(locale) };
  const facts = readAction(action, readViewer(viewer));
  const parts = writeSentence(facts, page);
  return {
    type: facts.type,
    kind: facts.kind,
    direction: facts.direction,
    status: facts.status,
    title: visibleText(facts.title),
    text: parts.map(({ text }) => text).join(""),
    parts: parts.map((part) => (part.type === "amount" ? { ...part, amount: toAmount(part.amount, page) } : part)),
    amounts: facts.amounts.map((amount) => toAmount(amount, page)),
    actor: toAccount(facts.from, page.book),
    other: toAccount(facts.to, page.book),
    counterparty: facts.role === 2 ? null : toAccount(facts.party, page.book),
    nft: nameAccount(facts.item, page.book).address,
    comment: facts.comment === undefined ? null : visibleText(cutText(facts.comment, MAX_COMMENT_CHARS)),
    isCommentEncrypted: facts.encrypted,
  };
}
