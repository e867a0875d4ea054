// A link to the account view.

import { addressesEqual, isAddress, packAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { el } from "./dom.js";
import { shorten } from "./format.js";
import { networkOf } from "./network.js";
import { written } from "./token.js";
import { visibleText } from "./visible-text.js";

/** Characters of a domain. */
const LONGEST = 60;

/** The domain of an account as it may be shown: its owner chose it. Undefined without one. @param {any} known of the address book */
export function domainOf(known) {
  const domain = written(known?.domain, LONGEST);
  return domain === undefined ? undefined : visibleText(domain);
}

/** @param {string} address @param {Record<string, any>} book the address book of its page */
export function renderAccountLink(address, book) {
  const known = book[address];
  const friendly = friendlyOf(address, known);
  const domain = domainOf(known);
  return el(
    "a",
    { class: domain ? "" : "mono", href: formatRoute({ view: "account", text: friendly }), title: friendly },
    domain ? el("bdi", {}, domain) : shorten(friendly),
  );
}

/**
 * The account's domain, else the ends of its address, as text.
 * @param {string} address @param {Record<string, any>} book @param {number} [first] characters @param {number} [last]
 */
export function addressName(address, book, first, last) {
  const known = book[address];
  return domainOf(known) ?? shorten(friendlyOf(address, known), first, last);
}

/**
 * The friendly form. The address book knows which accounts are wallets; its form is used only if it is an address of the same account.
 * @param {string} address @param {any} [known] of the address book
 */
export function friendlyOf(address, known) {
  const listed = known?.user_friendly;
  if (!isAddress(address)) return address;
  return isAddress(listed) && addressesEqual(listed, address)
    ? listed
    : packAddress(address, { testOnly: networkOf() === "testnet" || undefined });
}
