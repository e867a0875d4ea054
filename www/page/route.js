// The view and what it shows live in the fragment: it can be shared, and it is never sent to a server.
// `#/account/EQ…?rows=3`: the view, its text, and what else the view wants to be found again by.

export const VIEWS = ["address", "explorer", "account", "trace", "chain", "gateway"];
/** No text that means anything is longer; a pasted novel makes no URL. */
export const LONGEST = 512;

/** `{ view, text, query }` of a fragment; the address inspector for what names no view. `query` is an object of texts. */
export function parseRoute(hash) {
  const [, view, rest] = /^#\/([a-z]+)\/?(.*)$/s.exec(hash) ?? [];
  if (!VIEWS.includes(view)) return { view: VIEWS[0], text: "", query: {} };
  const cut = rest.indexOf("?");
  const [path, query] = cut < 0 ? [rest, ""] : [rest.slice(0, cut), rest.slice(cut + 1)];
  return { view, text: decoded(path), query: Object.fromEntries(new URLSearchParams(query)) };
}

/** Members of `query` that are undefined are left out. */
export function formatRoute({ view, text = "", query = {} }) {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const tail = given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, whole(String(value))]))}` : "";
  return `#/${view}/${encoded(text.slice(0, LONGEST))}${tail}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // Written by hand, with a lone `%`.
    return text;
  }
}

const encoded = (text) => encodeURIComponent(whole(text)).replaceAll("%3A", ":");

/** Half of a surrogate pair has no UTF-8; `slice` above can make one too. */
const whole = (text) => text.replace(/\p{Surrogate}/gu, "\uFFFD");
