// A button above a list that the visitor reads: it shows the number of new rows, and a press shows these rows.

import { icon } from "../design/icons.js";
import { el, fill } from "./dom.js";

/**
 * @param {HTMLElement} place above the list; keeps its height without the button, so that nothing moves
 * @param {string} id of the button @param {() => void} onPress
 */
export function createNewsButton(place, id, onPress) {
  const text = el("span");
  const button = el("button", { id, type: "button", class: "news-button", hidden: true }, icon("arrow-out"), text);
  place.classList.add("news-place");
  place.setAttribute("role", "status");
  // Screen readers announce the first new row, but not each further one.
  place.setAttribute("aria-relevant", "additions");
  fill(place, button);
  button.addEventListener("click", onPress);

  return {
    /** @param {string} label empty: there is nothing new */
    show(label) {
      if (text.textContent !== label) text.textContent = label;
      button.hidden = label === "";
    },
  };
}
