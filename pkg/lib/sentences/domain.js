// Domains of accounts, according to the address book of a response.

import { readChainText } from "./token.js";
import { visibleText } from "./visible-text.js";

/** Maximum characters of a domain. */
const MAX_DOMAIN_CHARS = 60;

/**
 * Returns the domain of an account, or undefined. Its owner chose the text, so it is made safe to show. A text with a space is not a
 * domain, and could continue the sentence around it.
 *
 * @param {any} bookEntry of the address book
 */
export function readDomain(bookEntry) {
  const domain = readChainText(bookEntry?.domain, MAX_DOMAIN_CHARS);
  return domain === undefined || /\s/.test(domain) ? undefined : visibleText(domain);
}
