// A link to the account view.

import { addressesEqual, isAddress, packAddress } from "../ton-edge/address.js";
import { readDomain } from "../ton-edge/lib/sentences/domain.js";
import { formatRoute } from "../app/route.js";
import { el } from "./dom.js";
import { shorten } from "./format.js";
import { readNetwork } from "./network.js";

/** @param {string} address @param {Record<string, any>} book the address book of the response */
export function renderAccountLink(address, book) {
  const bookEntry = book[address];
  const friendly = formatFriendly(address, bookEntry);
  const domain = readDomain(bookEntry);
  return el(
    "a",
    { class: domain ? "" : "mono", href: formatRoute({ view: "account", text: friendly }), title: friendly },
    domain ? el("bdi", {}, domain) : shorten(friendly),
  );
}

/**
 * Returns the account's domain as text, otherwise its shortened address.
 * @param {string} address @param {Record<string, any>} book @param {number} [first] characters @param {number} [last]
 */
export function formatAddressName(address, book, first, last) {
  const bookEntry = book[address];
  return readDomain(bookEntry) ?? shorten(formatFriendly(address, bookEntry), first, last);
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
