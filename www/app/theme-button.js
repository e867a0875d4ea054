// The button that switches the theme: as the system, light, dark.

import { icon } from "../design/icons.js";
import { setTheme, THEMES, readTheme } from "../design/theme.js";
import { byId, fill } from "../shared/dom.js";

const ICONS = /** @type {const} */ ({ auto: "contrast", light: "sun", dark: "moon" });
const THEME_TEXTS = { auto: "as the system", light: "light", dark: "dark" };

export function paintTheme() {
  const button = byId("theme");
  const paintButton = () => {
    const currentTheme = readTheme();
    fill(button, icon(ICONS[currentTheme]));
    button.setAttribute("aria-label", `Theme: ${THEME_TEXTS[currentTheme]}`);
    button.title = `Theme: ${THEME_TEXTS[currentTheme]}`;
  };
  button.addEventListener("click", () => {
    setTheme(THEMES[(THEMES.indexOf(readTheme()) + 1) % THEMES.length]);
    paintButton();
  });
  paintButton();
}
