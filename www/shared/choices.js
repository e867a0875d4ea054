// The theme and the language that the visitor chose on this device. The script of the first paint contains this module too.

/** `auto` follows the system. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);
/** `auto` follows the browser. */
export const LANGUAGES = /** @type {const} */ (["auto", "en", "ru"]);

/** @typedef {typeof THEMES[number]} Theme */
/** @typedef {typeof LANGUAGES[number]} LanguageChoice */

/** @template {string} Choice @param {string} key @param {readonly Choice[]} choices @returns {Choice | undefined} */
function readChoice(key, choices) {
  try {
    const storedChoice = localStorage.getItem(key);
    return choices.find((choice) => choice === storedChoice);
  } catch {
    // Storage can be blocked.
    return undefined;
  }
}

/** Stores a choice; returns false if the storage is blocked or full. @param {string} key @param {string} choice */
function storeChoice(key, choice) {
  try {
    if (choice === "auto") localStorage.removeItem(key);
    else localStorage.setItem(key, choice);
    return true;
  } catch {
    return false;
  }
}

const THEME_KEY = "ton-edge:theme";
export const readThemeChoice = () => readChoice(THEME_KEY, THEMES) ?? "auto";
/** @param {Theme} choice */
export const storeThemeChoice = (choice) => storeChoice(THEME_KEY, choice);

const LANGUAGE_KEY = "ton-edge:language";
export const readLanguageChoice = () => readChoice(LANGUAGE_KEY, LANGUAGES) ?? "auto";
/** @param {LanguageChoice} choice */
export const storeLanguageChoice = (choice) => storeChoice(LANGUAGE_KEY, choice);

/** The languages that the visitor prefers; none outside of a browser. */
export const browserLanguages = globalThis.navigator?.languages ?? [];

/** The first language of the visitor that the web app has, otherwise English. */
const findBrowserLanguage = () =>
  browserLanguages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => tag === "en" || tag === "ru") ?? "en";

/** The language that a choice means. @param {LanguageChoice} choice */
export const resolveLanguage = (choice) => (choice === "auto" ? findBrowserLanguage() : choice);
