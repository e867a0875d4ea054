// The theme: that of the system, or the one that the visitor chose on this device.

const STORED = "ton-edge:theme";
/** `auto` follows the system. */
export const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** @typedef {typeof THEMES[number]} Theme */

const system = matchMedia("(prefers-color-scheme: dark)");
const redraws = new Set();
const redrawAll = () => redraws.forEach((work) => work());
system.addEventListener("change", redrawAll);

/** @returns {Theme} */
export function theme() {
  const { theme: chosen } = document.documentElement.dataset;
  return THEMES.find((one) => one === chosen) ?? "auto";
}

/** @param {Theme} name */
export function setTheme(name) {
  const { dataset } = document.documentElement;
  if (name === "auto") delete dataset.theme;
  else dataset.theme = name;
  try {
    if (name === "auto") localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, name);
  } catch {
    // Storage can be blocked: the theme then lasts until the page is left.
  }
  redrawAll();
}

/** Applies what the visitor chose before. */
export function restoreTheme() {
  try {
    const stored = THEMES.find((one) => one === localStorage.getItem(STORED));
    if (stored && stored !== "auto") document.documentElement.dataset.theme = stored;
  } catch {
    // Storage can be blocked.
  }
}

/** Calls back when the colours change: a canvas must be drawn again. @param {() => void} work */
export const onThemeChange = (work) => redraws.add(work);

/** The colour of a token such as `--soft` in the theme of now. @param {string} token */
export function colourOf(token) {
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.color = `var(${token})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
