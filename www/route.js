// The view and what it shows live in the fragment: it can be shared, and it is never sent to a server.

export const PAGE_SIZES = [3, 10, 50];
export const PAGE_SIZE = 10;
/** No text that means anything is longer; a pasted novel makes no URL. */
const LONGEST = 512;

/** `{ view, text, rows }` of a fragment; the address inspector for what names no view. */
export function parseRoute(hash) {
  const [, view, rest] = /^#\/(address|account|chain)\/?(.*)$/s.exec(hash) ?? [undefined, "address", ""];
  if (view !== "account") return { view, text: decoded(rest) };
  const [path, query] = rest.split("?", 2);
  const rows = Number(new URLSearchParams(query).get("rows"));
  return { view, text: decoded(path), rows: PAGE_SIZES.includes(rows) ? rows : PAGE_SIZE };
}

export function formatRoute({ view, text = "", rows = PAGE_SIZE }) {
  const query = view === "account" && rows !== PAGE_SIZE ? `?rows=${rows}` : "";
  return `#/${view}/${encoded(text.slice(0, LONGEST))}${query}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    // Written by hand, with a lone `%`.
    return text;
  }
}

function encoded(text) {
  // Half of a surrogate pair has no UTF-8; `slice` above can make one too.
  const whole = text.replace(/\p{Surrogate}/gu, "\uFFFD");
  return encodeURIComponent(whole).replaceAll("%3A", ":");
}
