// A link to the account view.

import { addressesEqual, isAddress, packAddress } from "../ton-edge/address.js";
import { formatRoute } from "../app/route.js";
import { el } from "./dom.js";
import { shorten } from "./format.js";
import { networkOf } from "./network.js";

/** @param {string} address @param {Record<string, any>} book the address book of its page */
export function renderAccountLink(address, book) {
  const known = book[address];
  const friendly = friendlyOf(address, known);
  const domain = typeof known?.domain === "string" ? known.domain : undefined;
  return el(
    "a",
    { class: domain ? "" : "mono", href: formatRoute({ view: "account", text: friendly }), title: friendly },
    domain ?? shorten(friendly),
  );
}

/** The account's domain, else the ends of its address. @param {string} address @param {Record<string, any>} book @param {number} [ends] */
export function addressName(address, book, ends) {
  const known = book[address];
  return typeof known?.domain === "string" ? known.domain : shorten(friendlyOf(address, known), ends);
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
