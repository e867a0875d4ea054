// A button above a list that the visitor reads: it shows the number of new rows, and a press shows these rows.

import { icon } from "../design/icons.js";
import { el, fill } from "./dom.js";

/**
 * @param {HTMLElement} container above the list; keeps its height without the button, so that nothing moves
 * @param {string} id of the button @param {() => void} onPress
 */
export function createNewsButton(container, id, onPress) {
  const text = el("span");
  const button = el("button", { id, type: "button", class: "news-button", hidden: true }, icon("arrow-out"), text);
  container.classList.add("news-place");
  container.setAttribute("role", "status");
  // Screen readers announce the first new row, but not each further one.
  container.setAttribute("aria-relevant", "additions");
  fill(container, button);
  button.addEventListener("click", onPress);

  return {
    /** @param {string} label empty: there is nothing new */
    show(label) {
      if (text.textContent !== label) text.textContent = label;
      button.hidden = label === "";
    },
  };
}
