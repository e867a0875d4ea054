// The theme: the system's, or the one that the visitor chose on this device.

import { storeThemeChoice, THEMES } from "../shared/choices.js";

const systemTheme = matchMedia("(prefers-color-scheme: dark)");
const redrawCallbacks = new Set();
const redrawAll = () => redrawCallbacks.forEach((redraw) => redraw());
systemTheme.addEventListener("change", redrawAll);

/** @returns {import("../shared/choices.js").Theme} */
export function readTheme() {
  const { theme: chosenTheme } = document.documentElement.dataset;
  return THEMES.find((themeName) => themeName === chosenTheme) ?? "auto";
}

/**
 * Shows a theme and stores it. If the storage is blocked, the theme lasts until the page is closed.
 *
 * @param {import("../shared/choices.js").Theme} name
 */
export function setTheme(name) {
  const { dataset } = document.documentElement;
  if (name === "auto") delete dataset.theme;
  else dataset.theme = name;
  storeThemeChoice(name);
  redrawAll();
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
