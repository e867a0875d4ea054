// The button that switches the theme: the system's theme, light, dark.

import { icon } from "../design/icons.js";
import { setTheme, readTheme } from "../design/theme.js";
import { THEMES } from "../shared/choices.js";
import { byId, fill } from "../shared/dom.js";
import { tFrame } from "../shared/messages.js";

const ICONS = /** @type {const} */ ({ auto: "contrast", light: "sun", dark: "moon" });
const THEME_TEXTS = { auto: "Theme: same as the system", light: "Theme: light", dark: "Theme: dark" };

export function paintTheme() {
  const button = byId("theme");
  const paintButton = () => {
    const currentTheme = readTheme();
    fill(button, icon(ICONS[currentTheme]));
    const text = tFrame(THEME_TEXTS[currentTheme]);
    button.setAttribute("aria-label", text);
    button.title = text;
  };
  button.addEventListener("click", () => {
    setTheme(THEMES[(THEMES.indexOf(readTheme()) + 1) % THEMES.length]);
    paintButton();
  });
  paintButton();
}
