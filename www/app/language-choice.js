// The choice of the language, beside the theme: the browser's language, English or Russian. A change loads the page again, at the
// same place and with the same focus: without a mouse, each press of an arrow key chooses the next language.

import { icon } from "../design/icons.js";
import { byId, el, fill } from "../shared/dom.js";
import { LANGUAGES, readLanguageChoice, resolveLanguage, storeLanguageChoice } from "../shared/choices.js";
import { language, tFrame } from "../shared/messages.js";

/** Every language has its own name. */
const NAMES = { en: "English", ru: "Русский" };

export function paintLanguageChoice() {
  const chosenLanguage = readLanguageChoice();
  const selectElement = el(
    "select",
    { id: "language-select", "aria-label": tFrame("Language"), title: tFrame("Language") },
    LANGUAGES.map((name) =>
      el(
        "option",
        { value: name, selected: name === chosenLanguage, lang: name === "auto" ? "" : name },
        name === "auto" ? tFrame("Same as the browser") : NAMES[name],
      ),
    ),
  );
  selectElement.addEventListener("change", () => {
    const selectedLanguage = LANGUAGES.find((name) => name === selectElement.value) ?? "auto";
    if (storeLanguageChoice(selectedLanguage)) {
      if (resolveLanguage(selectedLanguage) === language) return;
      history.replaceState({ ...history.state, isLanguageChange: true }, "");
      return location.reload();
    }
    byId("copied").textContent = tFrame("This browser does not keep the language: its storage is blocked or full.");
    selectElement.value = chosenLanguage;
  });
  fill(byId("language"), icon("globe"), selectElement);
  const { isLanguageChange, ...state } = history.state ?? {};
  if (!isLanguageChange) return;
  history.replaceState(state, "");
  selectElement.focus({ preventScroll: true });
}
