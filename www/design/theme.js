// The theme: the system's, or the one that the visitor chose on this device.

const STORAGE_KEY = "ton-edge:theme";
/** `auto` follows the system. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

const systemTheme = matchMedia("(prefers-color-scheme: dark)");
const redrawCallbacks = new Set();
const redrawAll = () => redrawCallbacks.forEach((redraw) => redraw());
systemTheme.addEventListener("change", redrawAll);

/** @returns {Theme} */
export function readTheme() {
  const { theme: chosenTheme } = document.documentElement.dataset;
  return THEMES.find((themeName) => themeName === chosenTheme) ?? "auto";
}

/** @param {Theme} name */
export function setTheme(name) {
  const { dataset } = document.documentElement;
  if (name === "auto") delete dataset.theme;
  else dataset.theme = name;
  try {
    if (name === "auto") localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, name);
  } catch {
    // Storage may be blocked; then the theme lasts only until the page is closed.
  }
  redrawAll();
}

/** Applies the theme that the visitor chose earlier. */
export function restoreTheme() {
  try {
    const storedTheme = THEMES.find((themeName) => themeName === localStorage.getItem(STORAGE_KEY));
    if (storedTheme && storedTheme !== "auto") document.documentElement.dataset.theme = storedTheme;
  } catch {
    // Storage can be blocked.
  }
}

/** Calls `redraw` when the colours change, since a canvas does not follow style sheets. @param {() => void} redraw */
export const onThemeChange = (redraw) => redrawCallbacks.add(redraw);

/** Returns the colour of a token such as `--soft` in the current theme. @param {string} token */
export function readColour(token) {
  const probeElement = document.body.appendChild(document.createElement("i"));
  probeElement.style.color = `var(${token})`;
  const { color } = getComputedStyle(probeElement);
  probeElement.remove();
  return color;
}
