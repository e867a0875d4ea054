// Accounts that are named by something else than an address: by a domain, or in a link.

import { parseRoute } from "../app/route.js";
import { recognise } from "../search/recognise.js";
import { loadClient } from "../shared/client.js";

/**
 * The address that a text names: undefined if it names none, null if it is a domain without an account.
 * @param {string} text @param {AbortSignal} signal @param {(domain: string) => void} resolving called before a domain is resolved
 * @returns {Promise<string | null | undefined>}
 */
export async function findNamedAccount(text, signal, resolving) {
  const [found] = recognise(text);
  if (found?.domain !== undefined) {
    resolving(found.domain);
    return (await loadClient()).resolve(found.domain, { signal });
  }
  return found?.kind === "account" && found.href ? parseRoute(found.href).text : undefined;
}
