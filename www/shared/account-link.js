// Names accounts: by the visitor's label, the domain, the list of known contracts, or the shortened address. Everything that names an account
// uses this module, so that a name never looks like one of another origin.

import { addressesEqual, isAddress, packAddress } from "../ton-edge/address.js";
import { readDomain } from "../ton-edge/lib/sentences/domain.js";
import { visibleText } from "../ton-edge/lib/sentences/visible-text.js";
import { formatRoute } from "../app/route.js";
import { icon } from "../design/icons.js";
import { el, fill } from "./dom.js";
import { shorten } from "./format.js";
import { renderIdenticon } from "./identicon.js";
import { findKnownContract, onKnownContracts } from "./known-names.js";
import { t } from "./messages.js";
import { readNetwork } from "./network.js";
import { onNamesChange, readLabel } from "./own-names.js";

/** How the name of each element is rendered again after a change. @type {WeakMap<Element, () => (Node | string | false)[]>} */
const renderByElement = new WeakMap();

/** Renders the names in the document again. They are searched each time, so that removed elements can be garbage-collected. */
function repaintNames() {
  for (const element of document.querySelectorAll("[data-named]")) {
    const render = renderByElement.get(element);
    if (render) fill(element, ...render());
  }
}
onNamesChange(repaintNames);
onKnownContracts(repaintNames);

/**
 * Fills an element with the name of an account, and again after each change of the names.
 * @template {HTMLElement} E @param {E} element @param {() => (Node | string | false)[]} render @returns {E}
 */
export function renderOnNameChange(element, render) {
  element.dataset.named = "";
  renderByElement.set(element, render);
  fill(element, ...render());
  return element;
}

/**
 * Renders the name of an account. Names of the visitor and of the list have a mark that no text of the chain can have.
 * @param {string} address raw @param {any} [bookEntry] of the address book
 * @param {[number?, number?]} [length] characters of a shortened address
 */
export function renderAccountName(address, bookEntry, length = []) {
  const shortAddress = shorten(formatFriendly(address, bookEntry), ...length);
  const label = readLabel(address);
  if (label !== undefined)
    return renderMarkedName("own-name", "tag", label, t(", your label of {address}", { address: shortAddress }));
  const domain = readDomain(bookEntry);
  if (domain) return el("bdi", {}, domain);
  const knownContract = findKnownContract(address);
  if (knownContract)
    return renderMarkedName(
      "known-name",
      "book",
      knownContract.name,
      t(", known contract {address}", { address: shortAddress }),
    );
  return el("span", { class: "mono" }, shortAddress);
}

/** @param {string} kind @param {"tag" | "book"} iconName @param {string} name @param {string} hiddenText */
const renderMarkedName = (kind, iconName, name, hiddenText) =>
  el(
    "span",
    { class: kind },
    icon(iconName),
    el("bdi", {}, visibleText(name)),
    el("span", { class: "hidden" }, hiddenText),
  );

/**
 * @param {string} address @param {Record<string, any>} book the address book of the response
 * @param {{ picture?: boolean }} [options] `picture`: with the small picture of an account without a domain
 */
export function renderAccountLink(address, book, { picture = false } = {}) {
  const bookEntry = book[address];
  const friendlyAddress = formatFriendly(address, bookEntry);
  const link = el("a", {
    class: picture ? "address" : "",
    href: formatRoute({ view: "account", text: friendlyAddress }),
    title: friendlyAddress,
  });
  return renderOnNameChange(link, () => [picture && renderIdenticon(address), renderAccountName(address, bookEntry)]);
}

/**
 * Returns the name of an account as text.
 * @param {string} address @param {Record<string, any>} book @param {number} [firstChars] characters @param {number} [lastChars]
 */
export function formatAddressName(address, book, firstChars, lastChars) {
  const bookEntry = book[address];
  return (
    readLabel(address) ??
    readDomain(bookEntry) ??
    findKnownContract(address)?.name ??
    shorten(formatFriendly(address, bookEntry), firstChars, lastChars)
  );
}

/**
 * Returns the friendly form of an address. The address book's form is preferred, because it is non-bounceable for wallets, but used
 * only if it is an address of the same account.
 * @param {string} address @param {any} [bookEntry] of the address book
 */
export function formatFriendly(address, bookEntry) {
  const listedForm = bookEntry?.user_friendly;
  if (!isAddress(address)) return address;
  return isAddress(listedForm) && addressesEqual(listedForm, address)
    ? listedForm
    : packAddress(address, { testOnly: readNetwork() === "testnet" || undefined });
}
