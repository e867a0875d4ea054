// The language of the web app: English texts are the keys of the messages, and the catalogue of another language is loaded only for it. A view
// that has no translation yet stays English as a whole.

import { VIEWS } from "../app/views.js";
import { browserLanguages, readLanguageChoice, resolveLanguage } from "./choices.js";

/** The views whose texts are in the catalogues: all but those for developers and operators. */
export const TRANSLATED_VIEWS = VIEWS.map(({ name }) => name).filter(
  (name) => !["explorer", "gateway", "design"].includes(name),
);

/** @typedef {Readonly<Record<string, string | Record<string, string>>>} Catalogue a message with a count has one text per plural category */

export const language = resolveLanguage(readLanguageChoice());
/** The visitor's own form of numbers and dates in this language. */
const locale = browserLanguages.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
/** Made when the first translated count is shown, since English counts do not need it. @type {Intl.PluralRules | undefined} */
let plurals;

/** @type {Catalogue} */
let catalogue = {};

/** Loads the catalogue of the language. If it does not load, the web app is English. */
export async function loadMessages() {
  if (language === "en") return;
  try {
    ({ MESSAGES: catalogue } = await import("../messages/ru.js"));
    document.documentElement.lang = language;
  } catch {
    // The next visit tries again.
  }
}

/** Loads the messages of the tab Contract, which few visitors open. If they do not load, the tab is English. */
export async function loadContractMessages() {
  if (language === "en") return;
  try {
    const { MESSAGES } = await import("../messages/ru-contract.js");
    catalogue = { ...catalogue, ...MESSAGES };
  } catch {
    // The next visit tries again.
  }
}

/** Whether the view that the URL names is translated. */
function isTranslated() {
  if (language === "en") return false;
  const [, name = ""] = /^#\/(?:(?:mainnet|testnet)(?:\/|$))?([a-z]*)/.exec(location.hash) ?? [];
  if (name === "") return TRANSLATED_VIEWS.includes(VIEWS[0].name);
  return TRANSLATED_VIEWS.includes(VIEWS.some((view) => view.name === name) ? name : "missing");
}

/** The locale of numbers and dates in the current view: undefined is the browser's. */
export const readLocale = () => (language === "en" ? undefined : locale);

/** Fills in the placeholders of a text, without a translation. @param {string} text @param {Record<string, string | number>} [values] */
export const fillPlaceholders = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));

/**
 * Returns a text of the frame around the views in the visitor's language.
 * @param {string} text in English @param {Record<string, string | number>} [values]
 */
export function tFrame(text, values = {}) {
  const message = catalogue[text];
  return fillPlaceholders(typeof message === "string" ? message : text, values);
}

/**
 * Returns a text with a count in the visitor's language.
 * @param {number} count @param {string} one in English @param {string} other in English, the key @param {Record<string, string | number>} [values]
 */
export function tCountFrame(count, one, other, values = {}) {
  const message = catalogue[other];
  const form =
    typeof message === "object"
      ? (message[(plurals ??= new Intl.PluralRules(language)).select(count)] ?? message.other)
      : undefined;
  return fillPlaceholders(form ?? (count === 1 ? one : other), { count: formatWhole(count), ...values });
}

/** Returns a text of a view, translated if the whole view is. @param {string} text in English @param {Record<string, string | number>} [values] */
export const t = (text, values = {}) => (isTranslated() ? tFrame(text, values) : fillPlaceholders(text, values));

/** @param {number} count @param {string} one @param {string} other @param {Record<string, string | number>} [values] */
export const tCount = (count, one, other, values = {}) =>
  isTranslated()
    ? tCountFrame(count, one, other, values)
    : fillPlaceholders(count === 1 ? one : other, { count: String(count), ...values });

/** Returns a count with its noun, whose plural ends with an s. @param {number} count @param {string} noun in English */
export const tNoun = (count, noun) => tCount(count, `{count} ${noun}`, `{count} ${noun}s`);

/** @param {number} n */
const formatWhole = (n) => (language === "en" ? String(n) : n.toLocaleString(locale));

const ATTRIBUTES = ["aria-label", "placeholder", "title"];
/** Elements whose text is the same in every language. */
const UNTRANSLATED_SELECTOR = "code, kbd, pre, noscript, [translate=no]";

/** Translates markup of index.html: the frame, or the section of a view, if this view is translated. @param {Element} [root] */
export function translateMarkup(root = document.body) {
  if (Object.keys(catalogue).length === 0) return;
  const isSkipped = (/** @type {Element | null} */ element) =>
    element === null || element.closest(UNTRANSLATED_SELECTOR) !== null || element.closest("section[lang]") !== null;
  for (const section of document.querySelectorAll("main > section"))
    if (!TRANSLATED_VIEWS.includes(section.id.slice("view-".length))) section.setAttribute("lang", "en");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    const text = readKey(node.data);
    if (!isSkipped(node.parentElement) && catalogue[text])
      node.data = node.data.replace(node.data.trim(), () => tFrame(text));
  }
  for (const name of ATTRIBUTES)
    for (const element of root.querySelectorAll(`[${name}]`)) {
      const text = readKey(element.getAttribute(name) ?? "");
      if (!isSkipped(element) && catalogue[text]) element.setAttribute(name, tFrame(text));
    }
}

/** A text of the markup without its line breaks. @param {string} text */
const readKey = (text) => text.trim().replace(/\s+/g, " ");
