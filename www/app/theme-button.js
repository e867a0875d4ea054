// The button that changes the theme: as the system, light, dark.

import { icon } from "../design/icons.js";
import { setTheme, THEMES, theme } from "../design/theme.js";
import { byId, fill } from "../shared/dom.js";

const ICONS = /** @type {const} */ ({ auto: "contrast", light: "sun", dark: "moon" });
const WORDS = { auto: "as the system", light: "light", dark: "dark" };

export function paintTheme() {
  const button = byId("theme");
  const paint = () => {
    const now = theme();
    fill(button, icon(ICONS[now]));
    button.setAttribute("aria-label", `Theme: ${WORDS[now]}`);
    button.title = `Theme: ${WORDS[now]}`;
  };
  button.addEventListener("click", () => {
    setTheme(THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length]);
    paint();
  });
  paint();
}
