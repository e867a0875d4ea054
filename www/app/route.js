// Routes: the fragment of the URL names the view and what it shows. It can be shared, and no server receives it.
// `#/account/EQ…?rows=3` is the view, its text, and a query of the view's own; `#/testnet/account/EQ…` is on another network than
// the first one.

import { networkOf, networkPath } from "../shared/network.js";
import { isPhrase } from "../shared/secrets.js";
import { VIEWS } from "./views.js";

/** Longer texts are cut: no address, hash or operation is longer. */
export const LONGEST = 512;

/**
 * @typedef {Record<string, string | undefined>} Query
 * @typedef {{ push(text: string, query: Query): void, replace(text: string, query: Query): void }} ViewUrl
 */

/** Shown for fragments of views that do not exist. */
const MISSING = "missing";

/** Parses a fragment. One without a view gives the first one, one that names none of them the view `missing`. @returns {{ network: string, view: string, text: string, query: Record<string, string> }} */
export function parseRoute(hash) {
  const network = networkOf(hash);
  if (/^(?:#?|#\/(?:(?:mainnet|testnet)\/?)?)$/.test(hash))
    return { network, view: VIEWS[0].name, text: "", query: {} };
  const [, view, rest] = /^#\/(?:(?:mainnet|testnet)\/)?([a-z]+)\/?(.*)$/s.exec(hash) ?? [];
  if (!VIEWS.some(({ name }) => name === view)) return { network, view: MISSING, text: "", query: {} };
  const cut = rest.indexOf("?");
  const [path, query] = cut < 0 ? [rest, ""] : [rest.slice(0, cut), rest.slice(cut + 1)];
  return { network, view, text: decoded(path), query: Object.fromEntries(new URLSearchParams(query)) };
}

/**
 * Formats a fragment; leaves out fields of `query` that are undefined, and what looks like a recovery phrase.
 * @param {{ network?: string, view: string, text?: string, query?: Query }} route the current network by default
 */
export function formatRoute({ network, view, text = "", query = {} }) {
  const set = Object.entries(query).filter(([, value]) => value !== undefined && !isPhrase(String(value)));
  const tail =
    set.length > 0 ? `?${new URLSearchParams(set.map(([name, value]) => [name, whole(String(value))]))}` : "";
  return `#/${networkPath(network)}${view}/${isPhrase(text) ? "" : encoded(text.slice(0, LONGEST))}${tail}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone `%`, typed by hand.
    return text;
  }
}

const encoded = (text) => encodeURIComponent(whole(text)).replaceAll("%3A", ":");

/** Replaces half surrogate pairs, which have no UTF-8; `slice` above can leave one. */
const whole = (text) => text.replace(/\p{Surrogate}/gu, "\uFFFD");
