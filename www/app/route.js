// Routes: the fragment of the URL names the view and its content. It can be shared, and browsers never send it to a server.
// `#/account/EQ…?rows=3` consists of the view, its text, and the view's own query; `#/testnet/account/EQ…` also names a
// network other than the first one.

import { readNetwork, formatNetworkPath } from "../shared/network.js";
import { isPhrase } from "../shared/secrets.js";
import { replaceLoneSurrogates } from "../shared/lone-surrogates.js";
import { VIEWS } from "./views.js";

/** Longer texts are cut: no address, hash or operation is longer. */
export const MAX_TEXT_CHARS = 512;

/**
 * @typedef {Record<string, string | undefined>} Query
 * @typedef {{ push(text: string, query: Query): void, replace(text: string, query: Query): void, title(subject: string): void }} ViewUrl
 *   `title` names what the view shows, for the title of the document; it must not contain a label of the visitor
 */

/** The view for fragments that name no existing view. */
const MISSING_VIEW = "missing";

/**
 * Parses a fragment. Without a view, the result names the first one; with an unknown view, the view `missing`.
 *
 * @returns {{ network: string, view: string, text: string, query: Record<string, string> }}
 */
export function parseRoute(hash) {
  const network = readNetwork(hash);
  if (/^(?:#?|#\/(?:(?:mainnet|testnet)\/?)?)$/.test(hash))
    return { network, view: VIEWS[0].name, text: "", query: {} };
  const [, view, restOfFragment] = /^#\/(?:(?:mainnet|testnet)\/)?([a-z]+)\/?(.*)$/s.exec(hash) ?? [];
  if (!VIEWS.some(({ name }) => name === view)) return { network, view: MISSING_VIEW, text: "", query: {} };
  const queryIndex = restOfFragment.indexOf("?");
  const [path, query] =
    queryIndex < 0 ? [restOfFragment, ""] : [restOfFragment.slice(0, queryIndex), restOfFragment.slice(queryIndex + 1)];
  return { network, view, text: decodeText(path), query: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * Formats a fragment. Leaves out undefined fields of `query`, and texts that look like a recovery phrase.
 * @param {{ network?: string, view: string, text?: string, query?: Query }} route the current network by default
 */
export function formatRoute({ network, view, text = "", query = {} }) {
  const setEntries = Object.entries(query).filter(([, value]) => value !== undefined && !isPhrase(String(value)));
  const queryText =
    setEntries.length > 0
      ? `?${new URLSearchParams(setEntries.map(([name, value]) => [name, replaceLoneSurrogates(String(value))]))}`
      : "";
  return `#/${formatNetworkPath(network)}${view}/${isPhrase(text) ? "" : encodeText(text.slice(0, MAX_TEXT_CHARS))}${queryText}`;
}

function decodeText(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // The text has a `%` that a person typed, so it is not encoded.
    return text;
  }
}

/** Lone surrogates have no UTF-8; `slice` above can leave one. */
const encodeText = (text) => encodeURIComponent(replaceLoneSurrogates(text)).replaceAll("%3A", ":");
