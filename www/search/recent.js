// Stores the last searches, only on this device.

const STORAGE_KEY = "ton-edge:searches";
const MAX_SEARCHES = 8;
/** Maximum characters of a stored search; a longer text is a list, which is not stored. */
const MAX_TEXT_CHARS = 200;

/** @typedef {{ text: string, href: string, icon: string }} Recent */

/** @returns {Recent[]} */
export function readRecentSearches() {
  try {
    const storedSearches = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
    return Array.isArray(storedSearches) ? storedSearches.filter(isRecent).slice(0, MAX_SEARCHES) : [];
  } catch {
    return [];
  }
}

/** Checks an entry, since other code of this origin, or the visitor, may have written it. */
const isRecent = (value) =>
  typeof value?.text === "string" &&
  value.text.length <= MAX_TEXT_CHARS &&
  typeof value.icon === "string" &&
  typeof value.href === "string" &&
  value.href.startsWith("#/");

/** @param {Recent} search */
export function rememberSearch(search) {
  if (!isRecent(search)) return;
  storeSearches([search, ...readRecentSearches().filter(({ href }) => href !== search.href)].slice(0, MAX_SEARCHES));
}

export const forgetSearches = () => storeSearches([]);

function storeSearches(searches) {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(searches));
  } catch {
    // Storage may be blocked or full; then the searches are not remembered.
  }
}
