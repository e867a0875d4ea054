// Finds accounts that a text names by a domain or a link instead of an address.

import { parseRoute } from "../app/route.js";
import { recognise } from "../search/recognise.js";
import { loadClient } from "../shared/client.js";

/**
 * Returns the address that a text names; undefined if the text is neither a domain nor a link, null if it is a domain without an
 * account.
 * @param {string} text @param {AbortSignal} signal @param {(domain: string) => void} onResolve called before a domain is resolved
 * @returns {Promise<string | null | undefined>}
 */
export async function findNamedAccount(text, signal, onResolve) {
  const [match] = recognise(text);
  if (match?.domain !== undefined) {
    onResolve(match.domain);
    return (await loadClient()).resolve(match.domain, { signal });
  }
  return match?.kind === "account" && match.href ? parseRoute(match.href).text : undefined;
}
