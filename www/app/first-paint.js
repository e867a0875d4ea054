// Runs before the first paint: applies the theme that the visitor chose, hides English texts from a visitor who reads Russian until they are
// translated, and requests the files of the view that the URL names. The build writes this script and the style sheet into index.html, and
// their hashes into the content security policy. As files of their own they would delay the first paint by a round trip: over Slow 4G from
// 0.7 s to 1.3 s.

import { readLanguageChoice, readThemeChoice, resolveLanguage } from "../shared/choices.js";

const theme = readThemeChoice();
if (theme !== "auto") document.documentElement.dataset.theme = theme;
const language = resolveLanguage(readLanguageChoice());
if (language === "ru") document.documentElement.dataset.translation = "pending";

// Without this, the browser would request these files only when the app runs, a round trip later.
const [, view] = /^#\/(?:(?:mainnet|testnet)(?:\/|$))?([a-z]*)/.exec(location.hash) ?? [];
/** @type {NodeListOf<HTMLLinkElement>} */
const links = document.querySelectorAll("link[data-for]");
for (const link of links) {
  const users = (link.dataset.for ?? "").split(" ");
  if (users.includes(view || "home") || users.includes(`language-${language}`))
    document.head.append(Object.assign(link.cloneNode(), { rel: link.as ? "preload" : "modulepreload" }));
}
