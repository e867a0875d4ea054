// The last searches, on this device only.

const STORED = "ton-edge:searches";
const MOST = 8;
/** A longer text is a list, which is not stored. */
const LONGEST = 200;

/** @typedef {{ text: string, href: string, icon: string }} Recent */

/** @returns {Recent[]} */
export function recentSearches() {
  try {
    const read = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(read) ? read.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Another program of this origin, or the visitor, may have written it. */
const isRecent = (one) =>
  typeof one?.text === "string" &&
  one.text.length <= LONGEST &&
  typeof one.icon === "string" &&
  typeof one.href === "string" &&
  one.href.startsWith("#/");

/** @param {Recent} search */
export function rememberSearch(search) {
  if (!isRecent(search)) return;
  store([search, ...recentSearches().filter(({ href }) => href !== search.href)].slice(0, MOST));
}

export const forgetSearches = () => store([]);

function store(searches) {
  try {
    localStorage.setItem(STORED, JSON.stringify(searches));
  } catch {
    // Storage can be blocked or full: the searches are then not remembered.
  }
}
