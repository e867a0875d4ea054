// A button above a list that is being read: how many rows have arrived, and on a press these rows.

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
  // Screen readers read that there is something new, but not each further row.
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
