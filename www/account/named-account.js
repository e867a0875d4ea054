// Finds accounts that a text names by a domain or a link instead of an address.

import { parseRoute } from "../app/route.js";
import { recogniseText } from "../search/recognise.js";
import { isLink } from "../search/links.js";
import { loadClient } from "../shared/client.js";
import { readNetwork } from "../shared/network.js";

/**
 * Returns the address that a text names; undefined if the text is neither a domain nor a link, null if it is a domain without an
 * account, and the URL of a link to another network or to something else than an account.
 * @param {string} text @param {AbortSignal} signal @param {(domain: string) => void} onResolve called before a domain is resolved
 * @returns {Promise<string | { href: string } | null | undefined>}
 */
export async function findNamedAccount(text, signal, onResolve) {
  // A link to a jetton or a collection also names its account.
  const match = recogniseText(text).find(({ kind }) => kind !== "token");
  if (match?.domain !== undefined) {
    onResolve(match.domain);
    return (await loadClient()).resolve(match.domain, { signal });
  }
  if (match?.href === undefined) return undefined;
  const { view, network, text: account } = parseRoute(match.href);
  if (view === "account" && network === readNetwork()) return account;
  return isLink(text) || view === "account" ? { href: match.href } : undefined;
}
